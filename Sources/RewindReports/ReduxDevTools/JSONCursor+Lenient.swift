import RewindJSON
import RewindLog

/// The values of a text that JavaScript accepts, and a session log does not.
struct OddValues: Equatable {
  /// Escapes of half a character, and bytes that are not UTF-8.
  var characters = 0
  var keys = 0
  var deep = 0

  /// The number of containers around a value up to which it is kept; leaves room for a log's own.
  static let depthLimit = 240

  /// The stand-in for arrays and objects below that.
  static let tooDeep: JSONValue = ["$rewind": "too deep"]
}

extension JSONCursor {
  /// Reads a value as JavaScript does: of two members with one key the last counts.
  mutating func lenientValue(
    _ odd: inout OddValues,
    depth: Int = 0
  ) throws(JSONError) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < OddValues.depthLimit else {
        odd.deep += 1
        try skipValueLoosely()
        return OddValues.tooDeep
      }
      return try next == UInt8(ascii: "{")
        ? .object(lenientMembers(&odd, depth)) : .array(lenientElements(&odd, depth))
    case UInt8(ascii: "\""):
      return .string(try lenientText(&odd))
    default:
      let start = position
      try skipValueLoosely()
      return try JSONValue(parsing: start..<position, of: bytes)
    }
  }

  private mutating func lenientElements(
    _ odd: inout OddValues,
    _ depth: Int
  ) throws(JSONError) -> [JSONValue] {
    var elements: [JSONValue] = []
    guard !isEmpty(until: UInt8(ascii: "]")) else { return elements }
    repeat {
      elements.append(try lenientValue(&odd, depth: depth + 1))
    } while try goesOn(until: UInt8(ascii: "]"))
    return elements
  }

  private mutating func lenientMembers(
    _ odd: inout OddValues,
    _ depth: Int
  ) throws(JSONError) -> JSONObject {
    var members = JSONObject()
    guard !isEmpty(until: UInt8(ascii: "}")) else { return members }
    repeat {
      let key = try lenientKey(&odd)
      let value = try lenientValue(&odd, depth: depth + 1)
      if members.position(of: key) != nil { odd.keys += 1 }
      members[key] = value
    } while try goesOn(until: UInt8(ascii: "}"))
    return members
  }

  /// Passes a key and its colon.
  mutating func lenientKey(_ odd: inout OddValues) throws(JSONError) -> String {
    guard next == UInt8(ascii: "\"") else { throw fault(expected: "a key in double quotes") }
    let key = try lenientText(&odd)
    skipSpace()
    guard next == UInt8(ascii: ":") else { throw fault(expected: "\":\"") }
    position += 1
    skipSpace()
    return key
  }

  /// Reads a string, in which U+FFFD stands for half a character.
  private mutating func lenientText(_ odd: inout OddValues) throws(JSONError) -> String {
    let start = position
    do throws(JSONError) {
      return string(try text())
    } catch {
      guard [.loneSurrogate, .invalidUTF8].contains(error.reason) else { throw error }
    }
    position = start
    try skipValueLoosely()
    var repaired: [UInt8] = []
    let decoded = String(decoding: bytes[start..<position], as: UTF8.self)
    odd.characters += decoded.unicodeScalars.count { $0 == "\u{FFFD}" }
    var rest = Array(decoded.utf8)[...]
    while let byte = rest.first {
      let pair = rest.prefix(2)
      guard byte == UInt8(ascii: "\\") else {
        repaired.append(rest.removeFirst())
        continue
      }
      guard pair.last == UInt8(ascii: "u") else {
        repaired += pair
        rest = rest.dropFirst(2)
        continue
      }
      // A pair, or a character by itself, stays as it is.
      let length = Self.isCharacter(rest.prefix(12)) ? 12 : 6
      if length == 12 || Self.isCharacter(rest.prefix(6)) {
        repaired += rest.prefix(length)
      } else {
        repaired += "\\ufffd".utf8
        odd.characters += 1
      }
      rest = rest.dropFirst(length)
    }
    return try JSONValue(parsing: repaired).string ?? ""
  }

  /// True if escapes are exactly one character, or not escapes.
  private static func isCharacter(_ escapes: ArraySlice<UInt8>) -> Bool {
    let quote = [UInt8(ascii: "\"")]
    do throws(JSONError) {
      let text = try JSONValue(parsing: quote + escapes + quote).string
      return escapes.count < 12 || text?.unicodeScalars.count == 1
    } catch {
      return escapes.count < 12 && error.reason != .loneSurrogate
    }
  }
}
