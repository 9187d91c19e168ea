import Foundation

/// Writes the values of one type: by their `encode(to:)` where the type has one, otherwise by reflection.
///
/// Which of the two is settled by the initializer that the compiler chooses where the type is known, and
/// not by asking the value: with main-actor-isolated conformances, `value is any Encodable` is false on
/// another thread.
package struct ValueWriter<Value> {
  private let writeValue: (Value, inout [UInt8]) -> JSONEncoding.Outcome

  /// A writer by reflection.
  package init() {
    writeValue = { value, bytes in
      if let encodable = value as? any Encodable { return Self.write(encodable, to: &bytes) }
      var reflection = Reflection { encodable in
        var bytes: [UInt8] = []
        _ = Self.write(encodable, to: &bytes)
        return (try? JSONValue(parsing: bytes)) ?? .null
      }
      let json = reflection.json(value)
      json.write(to: &bytes)
      return JSONEncoding.Outcome(marks: reflection.marks, firstMark: nil, isReflected: true)
    }
  }

  /// A writer by `encode(to:)`.
  package init() where Value: Encodable {
    writeValue = { value, bytes in JSONEncoding.write(value, to: &bytes) }
  }

  private static func write<Wide: Encodable>(
    _ value: Wide,
    to bytes: inout [UInt8]
  ) -> JSONEncoding.Outcome {
    JSONEncoding.write(value, to: &bytes)
  }

  /// Appends a value's JSON; never fails.
  @discardableResult
  package func write(_ value: Value, to bytes: inout [UInt8]) -> JSONEncoding.Outcome {
    writeValue(value, &bytes)
  }
}

/// Writes actions, whose types are known only when they are dispatched.
package enum ActionWriter {
  /// Appends an action's JSON; says whether it was written by reflection.
  package static func write(_ action: Any, to bytes: inout [UInt8]) -> Bool {
    ValueWriter<Any>().write(action, to: &bytes).isReflected
  }

  /// Appends the JSON of the value that a pointer is to.
  package typealias Write = (_ value: UnsafeRawPointer, _ line: inout LineBuffer) -> Void

  /// What writes the values of a type by their `encode(to:)`; nil where that is asked of each of them.
  ///
  /// That a type is `Encodable` is asked of the runtime once, and on a thread of its own: a conformance
  /// that is isolated to an actor is there on some threads only, so that each value has to be asked.
  package static func write(for type: Any.Type) -> Write? {
    var write: Write?
    OneCall { if let type = type as? any Encodable.Type { write = self.write(encoding: type) } }
      .run()
    return write
  }

  private static func write<Value: Encodable>(encoding type: Value.Type) -> Write {
    { value, line in
      value.assumingMemoryBound(to: type).withBorrowed { line.append(json: $0) }
    }
  }
}

/// A call on a thread of its own, which is waited for.
private final class OneCall: @unchecked Sendable {
  private let body: () -> Void
  private let isDone = DispatchSemaphore(value: 0)

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func run() {
    Thread.detachNewThread { [self] in
      body()
      isDone.signal()
    }
    isDone.wait()
  }
}
