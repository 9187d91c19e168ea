import RewindJSON

/// A position in the text of an expression.
struct ExpressionScanner {
  let text: String
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }
  var isAtEnd: Bool { position == bytes.count }

  func fault(_ reason: ExpressionError.Reason, at offset: Int? = nil) -> ExpressionError {
    ExpressionError(reason, in: text, at: offset ?? position)
  }

  /// Returns the error for an unexpected text.
  func expected(_ what: String) -> ExpressionError {
    guard !isAtEnd else { return fault(.expected(what, found: nil)) }
    var ahead = self
    if let name = ahead.name() { return fault(.expected(what, found: "\"\(name)\"")) }
    let index = text.utf8.index(text.startIndex, offsetBy: position)
    let isControl = bytes[position] < 0x20 || bytes[position] == 0x7F
    return fault(
      .expected(what, found: isControl ? "a control character" : "\"\(text[index])\"")
    )
  }

  mutating func advance(_ count: Int = 1) {
    position += count
  }

  mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  /// Skips `word` if it is here.
  mutating func skip(_ word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  /// Reads a name; nil if there is none here.
  mutating func name() -> String? {
    guard let first = next, Self.isNameByte(first), !Self.isDigit(first) else { return nil }
    let start = position
    while let byte = next, Self.isNameByte(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Returns true for letters, digits, `_`, `$`, and everything beyond ASCII.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: "_$".utf8.contains(byte)
    }
  }

  /// Reads a JSON number as written; nil if there is none here.
  mutating func number() -> String? {
    var cursor = position
    func digits() -> Bool {
      let start = cursor
      while cursor < bytes.count, Self.isDigit(bytes[cursor]) { cursor += 1 }
      return cursor > start
    }
    func stands(_ choices: String) -> Bool {
      cursor < bytes.count && choices.utf8.contains(bytes[cursor])
    }
    let start = cursor
    guard digits(), bytes[start] != 0x30 || cursor == start + 1 else { return nil }
    if stands(".") {
      cursor += 1
      guard digits() else { return nil }
    }
    if stands("eE") {
      cursor += 1
      if stands("+-") { cursor += 1 }
      guard digits() else { return nil }
    }
    if cursor < bytes.count, Self.isNameByte(bytes[cursor]) { return nil }
    position = cursor
    return String(decoding: bytes[start..<cursor], as: UTF8.self)
  }

  /// Reads a duration in seconds, as `8ms` or `1.5s`; nil if there is none here.
  mutating func duration() -> JSONNumber? {
    let end = bytes[position...].firstIndex { !Self.isDigit($0) && $0 != UInt8(ascii: ".") }
    guard let end else { return nil }
    var ahead = ExpressionScanner(String(decoding: bytes[position..<end], as: UTF8.self))
    var rest = self
    rest.position = end
    guard let number = ahead.number(), ahead.isAtEnd, let unit = rest.name() else { return nil }
    let powers = ["ns": -9, "us": -6, "µs": -6, "μs": -6, "ms": -3, "s": 0]
    guard let power = powers[unit] else { return nil }
    position = rest.position
    return JSONNumber(validText: "\(number)e\(power)")
  }

  /// Reads a pointer, up to the character that ends it.
  mutating func pointer() -> String {
    let start = position
    while let byte = next, byte > 0x20, !#",()[]{}"'=!<>"#.utf8.contains(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads a text in quotes, including the quotes; nil if it is not closed.
  mutating func quoted() -> [UInt8]? {
    let start = position
    let quote = bytes[start]
    var cursor = start + 1
    while cursor < bytes.count {
      if bytes[cursor] == quote {
        position = cursor + 1
        return Array(bytes[start..<position])
      }
      cursor += bytes[cursor] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
