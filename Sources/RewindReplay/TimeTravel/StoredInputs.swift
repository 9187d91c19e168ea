import Foundation
import RewindInputs

/// The inputs of a reducer, stored in memory so that a time machine can reduce again.
final class StoredInputs: InputSource, @unchecked Sendable {
  /// An input with the value that the reducer got.
  struct Input {
    let name: String
    let value: Any
  }

  private let outer: (any InputSource)?
  private let isReplaying: Bool
  private let lock = NSLock()
  private var isDone = false
  private var recorded: [Input]

  /// Stores the inputs read from `outer`, or live if there is no recorder.
  init(live outer: (any InputSource)?) {
    self.outer = outer
    isReplaying = false
    recorded = []
  }

  /// Returns the stored inputs; those that a new reducer adds are read live.
  init(replaying inputs: [Input]) {
    outer = nil
    isReplaying = true
    recorded = inputs
  }

  var all: [Input] { lock.withLock { recorded } }
  var isOpen: Bool { lock.withLock { !isDone } }

  func close() {
    lock.withLock { isDone = true }
  }

  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    if isReplaying {
      let stored = lock.withLock { () -> Any? in
        guard let place = recorded.firstIndex(where: { $0.name == name && $0.value is Value })
        else { return nil }
        return recorded.remove(at: place).value
      }
      if let value = stored as? Value { return value }
      return try live()
    }
    let value: Value
    if let outer, outer.isOpen {
      value = try outer.read(name, live: live)
    } else {
      value = try live()
    }
    lock.withLock { recorded.append(Input(name: name, value: value)) }
    return value
  }

  func effect(_ name: String, perform: () -> Void) {
    if isReplaying { return }
    if let outer { outer.effect(name, perform: perform) } else { perform() }
  }
}
