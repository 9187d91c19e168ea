/// Finds the members of an object in its bytes, without decoding them.
///
/// Splits the lines of a session log: traversing a log by its indexes needs no parsing of states
/// and patches.
package enum JSONScanner {
  /// A member and its position.
  package struct Member: Hashable, Sendable {
    package let key: String
    /// The offset of the key's opening quote.
    package let start: Int
    /// The range of the value, without white space around it.
    package let value: Range<Int>
  }

  /// The thoroughness with which values are checked.
  package enum Strictness: Sendable {
    /// Only finds the ends of values: follows strings and brackets, and notices nothing else.
    case boundaries
    /// Checks as the parser does, except for duplicate keys within values.
    case grammar
  }

  /// Returns the members of the object in `bytes`, in order.
  ///
  /// Always checks the keys and everything around the values. O(bytes).
  ///
  /// - Throws: ``JSONError`` with the byte offset of the first fault.
  package static func members(
    of bytes: UnsafeRawBufferPointer,
    _ strictness: Strictness = .boundaries
  ) throws(JSONError) -> [Member] {
    var cursor = JSONCursor(bytes, 0..<bytes.count)
    cursor.skipSpace()
    guard cursor.next != nil else { throw cursor.fault(.empty) }
    let members = try cursor.members(strictness)
    cursor.skipSpace()
    guard cursor.next == nil else { throw cursor.fault(.trailing) }
    do {
      _ = try JSONObject(members.map { JSONObject.Member($0.key, .null) }, areDistinct: false)
    } catch {
      throw JSONError(.duplicateKey(error.key), at: members[error.position].start)
    }
    return members
  }
}

extension JSONCursor {
  fileprivate mutating func members(
    _ strictness: JSONScanner.Strictness
  ) throws(JSONError) -> [JSONScanner.Member] {
    var members: [JSONScanner.Member] = []
    guard next == UInt8(ascii: "{") else { throw fault(expected: "an object") }
    position += 1
    skipSpace()
    if next == UInt8(ascii: "}") {
      position += 1
      return members
    }
    repeat {
      let start = position
      let key = string(try key())
      let valueStart = position
      switch strictness {
      case .boundaries: try skipValueLoosely()
      case .grammar: try skipValue()
      }
      members.append(JSONScanner.Member(key: key, start: start, value: valueStart..<position))
    } while try goesOn(until: UInt8(ascii: "}"))
    return members
  }
}

extension JSONCursor {
  /// Passes a value and checks it.
  private mutating func skipValue() throws(JSONError) {
    // The closing brackets of the open containers; the object that holds the value is one more level.
    var brackets: [UInt8] = []
    repeat {
      switch next {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let bracket = next == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
        guard brackets.count + 1 < JSONValue.nestingLimit else {
          throw fault(.tooDeep(limit: JSONValue.nestingLimit))
        }
        position += 1
        skipSpace()
        if next == bracket {
          position += 1
        } else {
          brackets.append(bracket)
          if bracket == UInt8(ascii: "}") { _ = try key() }
          continue
        }
      default:
        try skipScalar()
      }
      while let bracket = brackets.last {
        if try goesOn(until: bracket) {
          if bracket == UInt8(ascii: "}") { _ = try key() }
          break
        }
        brackets.removeLast()
      }
    } while !brackets.isEmpty
  }

  private mutating func skipScalar() throws(JSONError) {
    switch next {
    case UInt8(ascii: "\""): _ = try text()
    case UInt8(ascii: "-"), .some(0x30...0x39): try number()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    default: throw fault(expected: "a value")
    }
  }

  /// Passes a value, following its strings and brackets only.
  package mutating func skipValueLoosely() throws(JSONError) {
    let start = position
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        try skipTextLoosely()
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return try checkNotEmpty(from: start) }
        depth -= 1
        if depth == 0 {
          position += 1
          return
        }
      case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 { return try checkNotEmpty(from: start) }
      default:
        break
      }
      position += 1
    }
    throw fault(.unexpectedEnd)
  }

  private func checkNotEmpty(from start: Int) throws(JSONError) {
    if position == start { throw fault(expected: "a value") }
  }

  private mutating func skipTextLoosely() throws(JSONError) {
    position += 1
    while position < end {
      skipPlainWords()
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"):
        position += 2
      default:
        position += 1
      }
    }
    position = end
    throw fault(.unexpectedEnd)
  }
}
