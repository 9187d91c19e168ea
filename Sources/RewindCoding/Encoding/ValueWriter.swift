import Foundation

/// Writes the values of one type: by their `encode(to:)` if the type has one, otherwise by reflection.
///
/// The initializer that the compiler chooses for the static type decides, not a cast of the value:
/// with main-actor-isolated conformances, `value is any Encodable` is false on another thread.
///
/// Everything that `Codable` leaves open is fixed, so that the same value has the same bytes in
/// every process:
///
/// | value | is written as |
/// |---|---|
/// | `Date` | ISO 8601 in UTC with the fractional digits it needs: `"2026-11-21T08:00:00.123Z"`; as seconds since 2001 if the year does not have four digits |
/// | `Data` | base64 |
/// | `URL`, `UUID` | its absolute string, its string |
/// | `Decimal` | a number with all its digits |
/// | `Double`, `Float` | the shortest number that reads back the same, `1` for 1.0; `"NaN"`, `"Infinity"`, `"-Infinity"` |
/// | integers | their digits, whatever their width |
/// | `nil` | `null`, if it is encoded at all; `encodeIfPresent` omits it |
/// | `Set` | an array, sorted by the elements' bytes |
/// | `Dictionary` | an object sorted by its keys' code points, for keys that `Codable` treats as keys (`String`, `Int`, `CodingKeyRepresentable`); otherwise an array of keys and values in turn, sorted by the keys' bytes |
///
/// This holds for values that are given to a container, or to ``write(_:to:)``. A type
/// that passes on its own encoder (`try value.encode(to: encoder)`) gets the value's form for any
/// encoder: `Data` becomes an array of numbers, and a `Set` keeps its accidental order.
///
/// Of members that are encoded twice under one key, the last stays.
package struct ValueWriter<Value> {
  /// Writes the value at a pointer; returns true if that was done by reflection.
  private let writeValue: (UnsafePointer<Value>, JSONWriter) -> Bool

  /// Makes a writer by reflection.
  package init() {
    // A value of such a type is of no other type.
    if [.structure, .enumeration, .tuple].contains(TypeKind(Value.self)) {
      writeValue = { value, output in Self.write(plain: value, output) }
    } else {
      writeValue = { value, output in Self.write(opening: value, output) }
    }
  }

  /// Writes the value in an existential, whose type says nothing about it.
  private static func write(opening value: UnsafePointer<Value>, _ output: JSONWriter) -> Bool {
    let dynamic = type(of: value.pointee as Any)
    guard dynamic != Value.self, !(Value.self is AnyClass) else {
      return Self.write(plain: value, output)
    }
    func write<Dynamic>(_ type: Dynamic.Type) -> Bool {
      guard let opened = value.pointee as? Dynamic else { return Self.write(plain: value, output) }
      return withUnsafePointer(to: opened) { ValueWriter<Dynamic>.write(plain: $0, output) }
    }
    return _openExistential(dynamic, do: write)
  }

  /// Writes a value; returns true if that was done by reflection.
  private static func write(plain value: UnsafePointer<Value>, _ output: JSONWriter) -> Bool {
    let shape = output.shape(reflecting: Value.self)
    if !shape.pointee.isValue { output.state.pointee.written = WrittenObjects() }
    output.write(UnsafeRawPointer(value), shape)
    return shape.pointee.operations.isReflecting
  }

  /// Makes a writer by `encode(to:)`.
  package init() where Value: Encodable {
    writeValue = { value, output in
      value.withBorrowed { value in output.write(value: value) { .none } }
      return false
    }
  }

  /// Appends a value's JSON; returns true if it was written by reflection.
  ///
  /// Never fails and never crashes: a ``Placeholder`` stands for a value that cannot be encoded.
  @discardableResult
  package func write(_ value: Value, to bytes: inout [UInt8]) -> Bool {
    withUnsafePointer(to: value) { value in
      JSONWriter.run(appendingTo: &bytes) { output in writeValue(value, output) }
    }
  }
}

extension JSONWriter {
  /// Appends the output of `write` to `bytes`, and returns its result.
  @inline(__always)
  static func run<Result>(
    appendingTo bytes: inout [UInt8],
    _ write: (JSONWriter) -> Result
  ) -> Result {
    let output = take()
    output.state.pointee.stackStart = stackPosition
    let result = write(output)
    bytes.append(contentsOf: output.state.pointee.buffer.contents)
    output.giveBack()
    return result
  }
}

/// Writes actions, whose types are known only when they are dispatched.
package enum ActionWriter {
  /// Appends an action's JSON; returns true if it was written by reflection.
  package static func write(_ action: Any, to bytes: inout [UInt8]) -> Bool {
    ValueWriter<Any>().write(action, to: &bytes)
  }

  /// Makes the values of a type of actions be written by reflection if its `encode(to:)` cannot show what they hold.
  ///
  /// So it is with a generic action that any payload makes `Encodable`, also one that is not: its `encode(to:)` writes
  /// nothing instead of the payload, or ends the app. Such a type is not `Decodable`, so nothing depends on its form.
  package static func reflectIfBlind(_ type: Any.Type) {
    guard type is any Encodable.Type, !(type is any Decodable.Type),
      TypeName.reflected(type).hasSuffix(">"), let layout = TypeLayout(of: type)
    else { return }
    let hides = layout.contents.contains { field in
      ![.instance, .function, .existential, .metatype].contains(TypeKind(field.type))
        && TypeMemory(field.type).size > 0 && !PartTypes.isScalar(field.type)
        && !(field.type is any Encodable.Type)
    }
    if hides { ReflectedTypes.insert(type) }
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
    OneCall {
      guard let type = type as? any Encodable.Type, !ReflectedTypes.contains(type) else { return }
      write = self.write(encoding: type)
    }
    .run()
    return write
  }

  private static func write<Value: Encodable>(encoding type: Value.Type) -> Write {
    { value, line in
      value.assumingMemoryBound(to: type).withBorrowed { line.append(json: $0) }
    }
  }
}
