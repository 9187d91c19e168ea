import RewindJSON

/// Checks JSON values without decoding them.
///
/// Accepts a value only if the parser would. A rejected value may still be valid: keys with
/// escapes, and objects of very many members, are left to the parser. So accepting is cheap, and a
/// rejection needs a second check by the parser.
struct JSONValidator {
  /// The closing brackets of the open containers.
  private var brackets: [UInt8] = []
  /// Hashes that mostly distinguish the keys of the open objects.
  private var marks: [UInt64] = []
  /// The index in ``marks`` of each open object's first key.
  private var starts: [Int] = []

  /// The maximum number of members of an object; larger ones are left to the parser, which indexes
  /// their keys.
  private static let keyLimit = 64
  /// The maximum depth inside a value; with up to 8 levels around it, that is within the parser's limit.
  private static let depthLimit = JSONValue.nestingLimit - 8

  /// Passes the value at a cursor; returns false if only the parser can decide.
  mutating func pass(_ cursor: inout JSONCursor) -> Bool {
    brackets.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    repeat {
      switch cursor.next {
      case UInt8(ascii: "{"):
        guard let isEmpty = open(UInt8(ascii: "}"), &cursor) else { return false }
        if !isEmpty { continue }
      case UInt8(ascii: "["):
        guard let isEmpty = open(UInt8(ascii: "]"), &cursor) else { return false }
        if !isEmpty { continue }
      default:
        guard Self.passScalar(&cursor) else { return false }
      }
      guard close(&cursor) else { return false }
    } while !brackets.isEmpty
    return true
  }

  /// Passes an opening bracket; returns true if the closing one follows, and nil at a fault.
  private mutating func open(_ bracket: UInt8, _ cursor: inout JSONCursor) -> Bool? {
    cursor.position += 1
    cursor.skipSpace()
    if cursor.next == bracket {
      cursor.position += 1
      return true
    }
    guard brackets.count < Self.depthLimit else { return nil }
    brackets.append(bracket)
    guard bracket == UInt8(ascii: "}") else { return false }
    starts.append(marks.count)
    return passKey(&cursor) ? false : nil
  }

  /// Passes everything after a value, up to the next one.
  private mutating func close(_ cursor: inout JSONCursor) -> Bool {
    while let bracket = brackets.last {
      cursor.skipSpace()
      switch cursor.next {
      case UInt8(ascii: ","):
        cursor.position += 1
        cursor.skipSpace()
        return bracket == UInt8(ascii: "]") || passKey(&cursor)
      case bracket:
        cursor.position += 1
        brackets.removeLast()
        if bracket == UInt8(ascii: "}") { marks.removeSubrange(starts.removeLast()...) }
      default:
        return false
      }
    }
    return true
  }

  private mutating func passKey(_ cursor: inout JSONCursor) -> Bool {
    guard let key = try? cursor.key(), !key.hasEscapes, let start = starts.last,
      marks.count - start < Self.keyLimit
    else { return false }
    let mark = KeyCache.hash(UnsafeRawBufferPointer(rebasing: cursor.bytes[key.range]))
    for i in start..<marks.count where marks[i] == mark { return false }
    marks.append(mark)
    return true
  }

  private static func passScalar(_ cursor: inout JSONCursor) -> Bool {
    do throws(JSONError) {
      switch cursor.next {
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
}
