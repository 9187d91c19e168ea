import RewindJSON
import RewindLog

extension JSONCursor {
  /// Returns the ranges of an array's elements, or of an object's members with their keys, without parsing
  /// them.
  static func parts(
    of range: Range<Int>,
    in bytes: UnsafeRawBufferPointer,
    isObject: Bool
  ) throws(JSONError) -> [(key: String, range: Range<Int>)] {
    let (opening, closing) = isObject ? ("{", "}" as Unicode.Scalar) : ("[", "]")
    var parts: [(key: String, range: Range<Int>)] = []
    var cursor = JSONCursor(bytes, range)
    cursor.skipSpace()
    guard cursor.next == opening.utf8.first else { throw cursor.fault(expected: "\"\(opening)\"") }
    cursor.position += 1
    cursor.skipSpace()
    if cursor.next == UInt8(ascii: closing) {
      cursor.position += 1
    } else {
      var odd = OddValues()
      repeat {
        let key = isObject ? try cursor.lenientKey(&odd) : ""
        let start = cursor.position
        try cursor.skipValueLoosely()
        parts.append((key, start..<cursor.position))
      } while try cursor.goesOn(until: UInt8(ascii: closing))
    }
    cursor.skipSpace()
    if cursor.next != nil { throw cursor.fault(.trailing) }
    return parts
  }
}
