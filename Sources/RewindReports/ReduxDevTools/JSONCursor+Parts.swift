import RewindJSON
import RewindLog

/// The parts of a document, found without parsing them.
extension JSONCursor {
  /// Returns the places of an object's members; of two with the same key the last one counts, as in JavaScript.
  static func members(
    of range: Range<Int>,
    in bytes: UnsafeRawBufferPointer
  ) throws(JSONError) -> [String: Range<Int>] {
    var members: [String: Range<Int>] = [:]
    var cursor = JSONCursor(bytes, range)
    guard try cursor.enter("{", "}") else { return members }
    repeat {
      let key = cursor.string(try cursor.key())
      members[key] = try cursor.part()
    } while try cursor.goesOn(until: UInt8(ascii: "}"))
    try cursor.checkEnd()
    return members
  }

  /// Returns the places of an array's elements.
  static func elements(
    of range: Range<Int>,
    in bytes: UnsafeRawBufferPointer
  ) throws(JSONError) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var cursor = JSONCursor(bytes, range)
    guard try cursor.enter("[", "]") else { return elements }
    repeat { elements.append(try cursor.part()) } while try cursor.goesOn(until: UInt8(ascii: "]"))
    try cursor.checkEnd()
    return elements
  }

  /// Passes an opening bracket; returns false after passing the closing one too.
  private mutating func enter(
    _ opening: Unicode.Scalar,
    _ closing: Unicode.Scalar
  ) throws(JSONError) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: opening) else { throw fault(expected: "\"\(opening)\"") }
    position += 1
    skipSpace()
    guard next == UInt8(ascii: closing) else { return true }
    position += 1
    try checkEnd()
    return false
  }

  private mutating func part() throws(JSONError) -> Range<Int> {
    let start = position
    try skipValueLoosely()
    return start..<position
  }

  private mutating func checkEnd() throws(JSONError) {
    skipSpace()
    if next != nil { throw fault(.trailing) }
  }
}
