package import RewindJSON

/// Skips values of a line that are not needed, without parsing them.
extension JSONCursor {
  /// Returns the range of a member's value in the bytes of an object; nil if there is none, or the bytes are not
  /// an object.
  ///
  /// Members are checked; of their values, only the ends are looked for.
  package static func value(
    of name: StaticString,
    in bytes: UnsafeRawBufferPointer
  ) -> Range<Int>? {
    var cursor = JSONCursor(bytes, 0..<bytes.count)
    cursor.skipSpace()
    guard cursor.next == UInt8(ascii: "{"), !cursor.isEmpty(until: UInt8(ascii: "}")) else {
      return nil
    }
    do {
      repeat {
        let key = try cursor.key()
        let start = cursor.position
        try cursor.skipValueLoosely()
        if key.hasEscapes
          ? cursor.string(key) == "\(name)" : bytes.hasBytes(of: name, at: key.range)
        {
          return start..<cursor.position
        }
      } while try cursor.goesOn(until: UInt8(ascii: "}"))
    } catch {}
    return nil
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

extension JSONCursor {
  /// Passes a text, if it is at this position.
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard end - position >= count, bytes.hasBytes(of: text, at: position..<(position + count))
    else {
      return false
    }
    position += count
    return true
  }

  /// Passes an index, a whole number in plain digits; nil if there is none, or it is beyond any session's.
  mutating func index() -> Int? {
    let start = position
    guard next != UInt8(ascii: "-"), skipNumber() else { return nil }
    var index = 0
    var offset = start
    while offset < position {
      let digit = bytes[offset] &- 0x30
      guard digit < 10, Int64(index) < 100_000_000_000 else { return nil }
      index = index * 10 + Int(digit)
      offset += 1
    }
    return index
  }

  /// Passes a number; returns false if there is none.
  mutating func skipNumber() -> Bool {
    switch next {
    case UInt8(ascii: "-"), .some(0x30...0x39): (try? number()) != nil
    default: false
    }
  }

  /// Passes a string; returns false if there is none.
  mutating func skipText() -> Bool {
    next == UInt8(ascii: "\"") && (try? text()) != nil
  }
}

extension UnsafeRawBufferPointer {
  /// True if a range of these bytes is a text.
  fileprivate func hasBytes(of text: StaticString, at range: Range<Int>) -> Bool {
    UnsafeRawBufferPointer(rebasing: self[range])
      .hasSameBytes(
        as: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      )
  }
}
