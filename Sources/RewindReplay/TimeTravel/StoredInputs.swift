import Foundation
import RewindInputs

/// The inputs of a reducer, stored in memory so that a time machine can reduce again.
final class StoredInputs: InputSource, @unchecked Sendable {
  private let outer: (any InputSource)?
  private let isReplaying: Bool
  private let lock = NSLock()
  private var isDone = false
  /// The inputs with the values that the reducer got.
  private var recorded: [(name: String, value: Any)]

  /// Stores the inputs read from `outer`, or live if there is no recorder.
  init(live outer: (any InputSource)?) {
    self.outer = outer
    isReplaying = false
    recorded = []
  }

  /// Returns the stored inputs; those that a new reducer adds are read live.
  init(replaying inputs: [(name: String, value: Any)]) {
    outer = nil
    isReplaying = true
    recorded = inputs
  }

  var all: [(name: String, value: Any)] { lock.withLock { recorded } }
  var isOpen: Bool { lock.withLock { !isDone } }

  func close() {
    lock.withLock { isDone = true }
  }

  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    if isReplaying {
      let stored = lock.withLock {
        recorded.firstIndex { $0.name == name && $0.value is Value }
          .map { recorded.remove(at: $0).value }
      }
      return try stored as? Value ?? live()
    }
    let source = outer.flatMap { $0.isOpen ? $0 : nil }
    let value = try source?.read(name, live: live) ?? live()
    lock.withLock { recorded.append((name, value)) }
    return value
  }

  func effect(_ name: String, perform: () -> Void) {
    if isReplaying { return }
    if let outer { outer.effect(name, perform: perform) } else { perform() }
  }
}
