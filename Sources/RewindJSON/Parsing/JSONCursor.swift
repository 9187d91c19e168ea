/// A position in the bytes of a JSON text, and a reader of the value there (RFC 8259).
///
/// Checks every part of a value, even if no value is built from it.
package struct JSONCursor {
  package let bytes: UnsafeRawBufferPointer
  /// The end of the text.
  package let end: Int
  package var position: Int

  package init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    guard range.upperBound <= bytes.count else {
      fatalError("bytes \(range) were requested, but there are only \(bytes.count)")
    }
    self.bytes = bytes
    end = range.upperBound
    position = range.lowerBound
  }

  /// The byte at this position; nil at the end.
  package var next: UInt8? { position < end ? bytes[position] : nil }

  package mutating func skipSpace() {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  package func fault(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason, at: position)
  }

  package func fault(expected: String) -> JSONError {
    next.map { fault(.unexpected($0, expected: expected)) } ?? fault(.unexpectedEnd)
  }

  package mutating func literal(_ word: StaticString) throws(JSONError) {
    for i in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[i] else { throw fault(expected: "\"\(word)\"") }
      position += 1
    }
  }

  /// Passes a key and its colon.
  package mutating func key() throws(JSONError) -> Text {
    guard next == UInt8(ascii: "\"") else { throw fault(expected: "a key in double quotes") }
    let key = try text()
    skipSpace()
    guard next == UInt8(ascii: ":") else { throw fault(expected: "\":\"") }
    position += 1
    skipSpace()
    return key
  }

  /// Passes an opening bracket, and the closing one if it follows.
  package mutating func isEmpty(until bracket: UInt8) -> Bool {
    position += 1
    skipSpace()
    guard next == bracket else { return false }
    position += 1
    return true
  }

  /// Passes a `,`, after which another element or member must come, or the bracket that ends them.
  package mutating func goesOn(until bracket: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    switch next {
    case UInt8(ascii: ","):
      position += 1
      skipSpace()
      return true
    case bracket:
      position += 1
      return false
    default:
      throw fault(expected: "\",\" or \"\(Character(UnicodeScalar(bracket)))\"")
    }
  }
}

extension JSONCursor {
  /// Passes a number.
  package mutating func number() throws(JSONError) {
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") {
      position += 1
    } else {
      try digits()
    }
    if next == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    switch next {
    case .some(0x30...0x39), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"):
      throw fault(.badNumber)
    default:
      break
    }
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while position < end, (0x30...0x39).contains(bytes[position]) { position += 1 }
    guard position > start else { throw next == nil ? fault(.unexpectedEnd) : fault(.badNumber) }
  }
}

extension JSONCursor {
  /// The contents of a string, between its quotes.
  package struct Text {
    package var range: Range<Int>
    package var hasEscapes: Bool
  }

  /// Passes a string, starting at its quote, and checks all of it.
  package mutating func text() throws(JSONError) -> Text {
    position += 1
    let start = position
    try skipPlainText()
    var hasEscapes = false
    while bytes[position] == UInt8(ascii: "\\") {
      hasEscapes = true
      _ = try escape()
      try skipPlainText()
    }
    position += 1
    return Text(range: start..<position - 1, hasEscapes: hasEscapes)
  }

  /// The string between the quotes; ``text()`` has checked it.
  package func string(_ text: Text) -> String {
    guard text.hasEscapes else { return string(text.range) }
    // In UTF-8, no scalar takes more bytes than its escape.
    return String(unsafeUninitializedCapacity: text.range.count) { buffer in
      var rest = JSONCursor(bytes, text.range)
      var count = 0
      while let byte = rest.next {
        if byte == UInt8(ascii: "\\"), let scalar = try? rest.escape() {
          for byte in String(scalar).utf8 {
            buffer[count] = byte
            count += 1
          }
        } else {
          buffer[count] = byte
          count += 1
          rest.position += 1
        }
      }
      return count
    }
  }

  /// The text of a range that is known to be UTF-8.
  package func string(_ range: Range<Int>) -> String {
    String(
      decoding: UnsafeRawBufferPointer(rebasing: bytes[range]).assumingMemoryBound(to: UInt8.self),
      as: UTF8.self
    )
  }

  /// Advances to the closing quote or the next backslash, checking the bytes between.
  private mutating func skipPlainText() throws(JSONError) {
    while position < end {
      skipPlainWords()
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        return
      case 0..<0x20:
        throw fault(.controlCharacter(byte))
      case 0x20..<0x80:
        position += 1
      default:
        guard let length = UTF8.wellFormedLength(in: bytes, at: position, end: end) else {
          throw fault(.invalidUTF8)
        }
        position += length
      }
    }
    throw fault(.unexpectedEnd)
  }

  /// Advances eight bytes at a time over ASCII that needs no escape; stops before the end.
  package mutating func skipPlainWords() {
    while position + 9 <= end {
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let special = UInt64(littleEndian: word).bytesNotPlainASCII
      if special != 0 {
        position += special.trailingZeroBitCount / 8
        return
      }
      position += 8
    }
  }

  /// Passes an escape, starting at its backslash.
  private mutating func escape() throws(JSONError) -> UnicodeScalar {
    position += 1
    guard let byte = next else { throw fault(.unexpectedEnd) }
    let scalar: UnicodeScalar
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = UnicodeScalar(byte)
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw fault(.badEscape)
    }
    position += 1
    return scalar
  }

  private mutating func unicodeEscape() throws(JSONError) -> UnicodeScalar {
    let start = position
    let first = try codeUnit()
    if let scalar = UnicodeScalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), next == UInt8(ascii: "\\") else {
      throw JSONError(.loneSurrogate, at: start)
    }
    position += 1
    guard next == UInt8(ascii: "u") else { throw JSONError(.loneSurrogate, at: start) }
    let second = try codeUnit()
    let high = UInt32(first) & 0x3FF
    let low = UInt32(second) & 0x3FF
    guard (0xDC00..<0xE000).contains(second), let scalar = UnicodeScalar(high << 10 + low + 0x10000)
    else { throw JSONError(.loneSurrogate, at: start) }
    return scalar
  }

  /// Reads `uXXXX`, starting at the `u`.
  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    position += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next else { throw fault(.unexpectedEnd) }
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
        throw fault(.badEscape)
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}

extension UTF8 {
  /// The length of the well-formed sequence of two to four bytes at `position`; nil where there is
  /// none (Unicode, table 3-7).
  fileprivate static func wellFormedLength(
    in bytes: UnsafeRawBufferPointer,
    at position: Int,
    end: Int
  ) -> Int? {
    func continues(_ distance: Int, in range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      position + distance < end && range.contains(bytes[position + distance])
    }
    switch bytes[position] {
    case 0xC2...0xDF:
      return continues(1) ? 2 : nil
    case 0xE0:
      return continues(1, in: 0xA0...0xBF) && continues(2) ? 3 : nil
    case 0xED:
      return continues(1, in: 0x80...0x9F) && continues(2) ? 3 : nil
    case 0xE1...0xEF:
      return continues(1) && continues(2) ? 3 : nil
    case 0xF0:
      return continues(1, in: 0x90...0xBF) && continues(2) && continues(3) ? 4 : nil
    case 0xF1...0xF3:
      return continues(1) && continues(2) && continues(3) ? 4 : nil
    case 0xF4:
      return continues(1, in: 0x80...0x8F) && continues(2) && continues(3) ? 4 : nil
    default:
      return nil
    }
  }
}
