package import RewindJSON

/// Checks JSON values without making them.
///
/// It says yes only where the parser would read the value. Where it says no, the value may still be sound:
/// keys with escapes, and objects of very many members, are left to the parser. So a yes is cheap, and a
/// no is worth a second look.
package struct JSONValidator {
  /// The brackets that end what is open.
  private var brackets: [UInt8] = []
  /// What tells the keys of the open objects apart, mostly.
  private var marks: [UInt64] = []
  /// Where the keys of each open object begin among ``marks``.
  private var starts: [Int] = []

  /// Objects with more members are left to the parser, which has an index for their keys.
  private static let keyLimit = 64
  /// Levels that may be open around the value, below which the parser's limit cannot be met.
  private static let depthLimit = JSONValue.nestingLimit - 8

  package init() {}

  /// Passes the value at a cursor; false where the parser must be asked.
  package mutating func pass(_ cursor: inout JSONCursor) -> Bool {
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

  /// Passes an opening bracket; tells whether the closing one follows, nil at a fault.
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

  /// Passes what stands behind a value, up to the next one.
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
