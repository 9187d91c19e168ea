import RewindJSON

/// Checks JSON values without decoding them.
///
/// Accepts a value only if the parser would. A rejected value may still be valid: keys with
/// escapes, and objects of very many members, are left to the parser. So accepting is cheap, and a
/// rejection needs a second check by the parser.
struct JSONValidator {
  /// Hashes that mostly distinguish the keys of the open objects.
  private var marks: [UInt64] = []

  /// The maximum number of members of an object; larger ones are left to the parser, which indexes
  /// their keys.
  private static let keyLimit = 64
  /// The maximum depth inside a value; with up to 8 levels around it, that is within the parser's limit.
  private static let depthLimit = JSONValue.nestingLimit - 8

  /// Passes the value at a cursor; returns false if only the parser can decide.
  mutating func pass(_ cursor: inout JSONCursor, depth: Int = 0) -> Bool {
    do throws(JSONError) {
      switch cursor.next {
      case UInt8(ascii: "{"): return try passMembers(&cursor, depth)
      case UInt8(ascii: "["): return try passElements(&cursor, depth)
      case UInt8(ascii: "\""): _ = try cursor.text()
      case UInt8(ascii: "-"), .some(0x30...0x39): try cursor.number()
      case UInt8(ascii: "t"): try cursor.literal("true")
      case UInt8(ascii: "f"): try cursor.literal("false")
      case UInt8(ascii: "n"): try cursor.literal("null")
      default: return false
      }
      return true
    } catch {
      return false
    }
  }

  private mutating func passElements(
    _ cursor: inout JSONCursor,
    _ depth: Int
  ) throws(JSONError) -> Bool {
    if cursor.isEmpty(until: UInt8(ascii: "]")) { return true }
    guard depth < Self.depthLimit else { return false }
    repeat {
      guard pass(&cursor, depth: depth + 1) else { return false }
    } while try cursor.goesOn(until: UInt8(ascii: "]"))
    return true
  }

  private mutating func passMembers(
    _ cursor: inout JSONCursor,
    _ depth: Int
  ) throws(JSONError) -> Bool {
    if cursor.isEmpty(until: UInt8(ascii: "}")) { return true }
    guard depth < Self.depthLimit else { return false }
    let start = marks.count
    defer { marks.removeSubrange(start...) }
    repeat {
      let key = try cursor.key()
      guard !key.hasEscapes, marks.count - start < Self.keyLimit else { return false }
      let mark = KeyCache.hash(UnsafeRawBufferPointer(rebasing: cursor.bytes[key.range]))
      for i in start..<marks.count where marks[i] == mark { return false }
      marks.append(mark)
      guard pass(&cursor, depth: depth + 1) else { return false }
    } while try cursor.goesOn(until: UInt8(ascii: "}"))
    return true
  }
}
