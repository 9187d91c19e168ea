/// Encodes values as JSON, in the one form that actions and states have outside a program.
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
package enum JSONEncoding {
  /// Appends a value's JSON to `bytes`.
  ///
  /// Never fails and never crashes: a ``Placeholder`` takes the place of a value that cannot be encoded.
  package static func write<Value: Encodable>(_ value: Value, to bytes: inout [UInt8]) {
    JSONWriter.run(appendingTo: &bytes) { output in output.write(value: value) { .none } }
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
