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
/// This holds for values that are given to a container, or to ``write(_:to:userInfo:)``. A type
/// that passes on its own encoder (`try value.encode(to: encoder)`) gets the value's form for any
/// encoder: `Data` becomes an array of numbers, and a `Set` keeps its accidental order.
///
/// Of members that are encoded twice under one key, the last stays.
package enum JSONEncoding {
  /// The outcome of writing a value.
  package struct Outcome: Hashable, Sendable {
    /// The number of placeholders (``Placeholder``) for values that could not be written.
    package var marks = 0
    /// The first placeholder.
    package var firstMark: Placeholder?
    /// True if the value was written by reflection, because its type is not `Encodable`.
    package var isReflected = false

    package init(marks: Int = 0, isReflected: Bool = false) {
      (self.marks, self.isReflected) = (marks, isReflected)
    }
  }

  /// Appends a value's JSON to `bytes`.
  ///
  /// Never fails and never crashes: a value that cannot be encoded is replaced by a ``Placeholder``
  /// and counted.
  @discardableResult
  package static func write<Value: Encodable>(
    _ value: Value,
    to bytes: inout [UInt8],
    userInfo: [CodingUserInfoKey: Any]? = nil
  ) -> Outcome {
    JSONWriter.run(appendingTo: &bytes) { output in
      if let userInfo { output.state.pointee.userInfo = userInfo }
      output.write(value: value) { .none }
      if userInfo != nil { output.state.pointee.userInfo = [:] }
      return false
    }
  }
}

extension JSONWriter {
  /// Runs `write` with the end of a buffer as its output.
  @inline(__always)
  static func run(writingTo buffer: inout Buffer, _ write: (JSONWriter) -> Void) {
    let output = take()
    output.state.pointee.stackStart = stackPosition
    swap(&output.state.pointee.buffer, &buffer)
    write(output)
    swap(&output.state.pointee.buffer, &buffer)
    if output.state.pointee.marks > 0 { output.forgetMarks() }
    output.giveBack()
  }

  /// Appends the output of `write`, which returns true if it wrote by reflection, to `bytes`.
  @inline(__always)
  static func run(
    appendingTo bytes: inout [UInt8],
    _ write: (JSONWriter) -> Bool
  ) -> JSONEncoding.Outcome {
    let output = take()
    output.state.pointee.stackStart = stackPosition
    let isReflected = write(output)
    var outcome = JSONEncoding.Outcome(isReflected: isReflected)
    if output.state.pointee.marks > 0 {
      outcome.marks = output.state.pointee.marks
      outcome.firstMark = output.state.pointee.firstMark
      output.forgetMarks()
    }
    bytes.append(contentsOf: output.state.pointee.buffer.contents)
    output.giveBack()
    return outcome
  }
}
