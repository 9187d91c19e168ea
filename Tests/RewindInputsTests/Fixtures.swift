import Foundation
import RewindInputs
import RewindTestSupport

/// Takes down what a reducer draws, as a recorder does.
final class RecordingSource: InputSource, @unchecked Sendable {
  private let lock = NSLock()
  private var drawn: [String] = []
  private var open = true

  var lines: [String] { lock.withLock { drawn } }
  var isOpen: Bool { lock.withLock { open } }

  func close() { lock.withLock { open = false } }

  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    let value = try live()
    let json = (try? JSONEncoder().encode([value])) ?? Data("[unencodable]".utf8)
    let text = String(decoding: json, as: UTF8.self)
    lock.withLock { drawn.append("\(name) \(text.dropFirst().dropLast())") }
    return value
  }

  func effect(_ name: String, perform: () -> Void) {
    lock.withLock { drawn.append("effect \(name)") }
    perform()
  }
}

/// Gives recorded values in their order, as a replay does, and makes one up when there are none left.
final class ReplayingSource: InputSource, @unchecked Sendable {
  private let lock = NSLock()
  private var recorded: [(name: String, json: String)]
  private var open = true

  init(_ recorded: [(name: String, json: String)] = []) {
    self.recorded = recorded
  }

  var isOpen: Bool { lock.withLock { open } }

  func close() { lock.withLock { open = false } }

  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    let json: String? = lock.withLock {
      recorded.firstIndex { $0.name == name }.map { recorded.remove(at: $0).json }
    }
    if let json, let value = try? JSONDecoder().decode([Value].self, from: Data("[\(json)]".utf8)) {
      return value[0]
    }
    return try Recorded.$generator.withValue(SeededGenerator(seed: 42)) { try live() }
  }

  func effect(_ name: String, perform: () -> Void) {}
}
