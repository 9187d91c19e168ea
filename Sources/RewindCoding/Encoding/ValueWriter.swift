import Foundation

/// Writes the values of one type: by their `encode(to:)` if the type has one, otherwise by reflection.
///
/// The initializer that the compiler chooses for the static type decides, not a cast of the value:
/// with main-actor-isolated conformances, `value is any Encodable` is false on another thread.
package struct ValueWriter<Value> {
  private let writeValue: (Value, inout [UInt8]) -> Bool

  /// Makes a writer by reflection.
  package init() {
    writeValue = { value, bytes in
      JSONWriter.run(appendingTo: &bytes) { output in
        let dynamic = type(of: value as Any)
        // A value in an existential is opened, since the existential's type says nothing about it.
        guard dynamic != Value.self, !(Value.self is AnyClass) else {
          return Self.write(value, output)
        }
        func write<Dynamic>(_ type: Dynamic.Type) -> Bool {
          guard let value = value as? Dynamic else { return Self.write(value, output) }
          return ValueWriter<Dynamic>.write(value, output)
        }
        return _openExistential(dynamic, do: write)
      }
    }
  }

  /// Writes a value; returns true if that was done by reflection.
  private static func write(_ value: Value, _ output: JSONWriter) -> Bool {
    let shape = output.shape(reflecting: Value.self)
    if !shape.pointee.isValue { output.state.pointee.written = WrittenObjects() }
    withUnsafePointer(to: value) { output.write(UnsafeRawPointer($0), shape) }
    return shape.pointee.operations.isReflecting
  }

  /// Makes a writer by `encode(to:)`.
  package init() where Value: Encodable {
    writeValue = { value, bytes in
      JSONEncoding.write(value, to: &bytes)
      return false
    }
  }

  /// Appends a value's JSON; returns true if it was written by reflection.
  ///
  /// Never fails.
  @discardableResult
  package func write(_ value: Value, to bytes: inout [UInt8]) -> Bool {
    writeValue(value, &bytes)
  }
}

/// Writes actions, whose types are known only when they are dispatched.
package enum ActionWriter {
  /// Appends an action's JSON; returns true if it was written by reflection.
  package static func write(_ action: Any, to bytes: inout [UInt8]) -> Bool {
    ValueWriter<Any>().write(action, to: &bytes)
  }

  /// Appends the JSON of the value at a pointer.
  package typealias Write = (_ value: UnsafeRawPointer, _ line: inout LineBuffer) -> Void

  /// Returns a function that writes the values of a type by their `encode(to:)`; nil if each value
  /// must be checked.
  ///
  /// The runtime is asked once whether a type is `Encodable`, on a separate thread: a conformance
  /// that is isolated to an actor exists on some threads only, so each value must be checked.
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
