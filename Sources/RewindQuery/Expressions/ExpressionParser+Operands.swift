import RewindJSON

/// Literals, pointers and what is in brackets.
extension ExpressionParser {
  mutating func operand() throws(ExpressionError) -> ExpressionNode {
    let node = try primary()
    scanner.skipSpace()
    return node
  }

  mutating func primary() throws(ExpressionError) -> ExpressionNode {
    switch scanner.next {
    case UInt8(ascii: "/"):
      return try pointer()
    case UInt8(ascii: "("):
      return try inParentheses()
    case UInt8(ascii: "["):
      return .array(try elements())
    case UInt8(ascii: "{"):
      return .object(try members())
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return .literal(.string(try string()))
    case UInt8(ascii: "-"):
      return try negation()
    case UInt8(ascii: "!"):
      scanner.advance()
      let start = scanner.position
      return .not(try condition(expression(.operand), at: start))
    case UInt8(ascii: "."):
      return .named(try caseName())
    case .some(let byte) where ExpressionScanner.isDigit(byte):
      if let seconds = scanner.duration() { return .literal(.number(seconds)) }
      guard let number = scanner.number() else {
        throw scanner.expected("a number, as in JSON or with ns, us, ms or s")
      }
      return .literal(.number(JSONNumber(validText: number)))
    default:
      return try named()
    }
  }

  mutating func pointer() throws(ExpressionError) -> ExpressionNode {
    let start = scanner.position
    do throws(PointerError) {
      let pointer = try Pointer(scanner.pointer())
      return .path(.state, pointer.tokens.map { .token($0) })
    } catch {
      throw scanner.fault(.badPointer, at: start)
    }
  }

  mutating func inParentheses() throws(ExpressionError) -> ExpressionNode {
    let start = scanner.position
    scanner.advance()
    let node = try expression(.or)
    try close(UInt8(ascii: ")"), start)
    return node
  }

  /// Skips a closing bracket.
  mutating func close(_ bracket: UInt8, _ start: Int) throws(ExpressionError) {
    if scanner.next == bracket { return scanner.advance() }
    let opening = Character(UnicodeScalar(scanner.bytes[start]))
    guard !scanner.isAtEnd else { throw scanner.fault(.unclosed("\"\(opening)\""), at: start) }
    throw scanner.expected("an operator or \"\(Character(UnicodeScalar(bracket)))\"")
  }

  mutating func negation() throws(ExpressionError) -> ExpressionNode {
    scanner.advance()
    // Negative JSON numbers keep their form.
    if let number = scanner.number() {
      return .literal(.number(JSONNumber(validText: "-\(number)")))
    }
    return .negation(try expression(.operand))
  }

  mutating func elements() throws(ExpressionError) -> [ExpressionNode] {
    let start = scanner.position
    var elements: [ExpressionNode] = []
    repeat {
      scanner.advance()
      scanner.skipSpace()
      if elements.isEmpty, scanner.next == UInt8(ascii: "]") { break }
      elements.append(try expression(.or))
    } while scanner.next == UInt8(ascii: ",")
    try close(UInt8(ascii: "]"), start)
    return elements
  }

  mutating func members() throws(ExpressionError) -> [ExpressionNode.Member] {
    let start = scanner.position
    var members: [ExpressionNode.Member] = []
    repeat {
      scanner.advance()
      scanner.skipSpace()
      if members.isEmpty, scanner.next == UInt8(ascii: "}") { break }
      guard scanner.next == UInt8(ascii: "\"") || scanner.next == UInt8(ascii: "'") else {
        throw scanner.expected("a name in quotes")
      }
      let name = try string()
      guard !members.contains(where: { $0.name.hasSameCodePoints(as: name) }) else {
        throw scanner.expected("another name")
      }
      scanner.skipSpace()
      guard scanner.skip(":") else { throw scanner.expected("\":\"") }
      members.append(.init(name: name, value: try expression(.or)))
    } while scanner.next == UInt8(ascii: ",")
    try close(UInt8(ascii: "}"), start)
    return members
  }

  /// Parses a text in quotes.
  mutating func string() throws(ExpressionError) -> String {
    let start = scanner.position
    guard var literal = scanner.quoted() else {
      throw scanner.fault(.unclosed("The quote"), at: start)
    }
    if literal[0] == UInt8(ascii: "'") { literal = Self.doubleQuoted(literal) }
    do throws(JSONError) {
      return try JSONValue(parsing: literal).string ?? ""
    } catch {
      throw scanner.fault(.badString(error.what), at: start)
    }
  }

  /// Converts a text in single quotes to JSON: escapes `"`, and unescapes `\'`.
  static func doubleQuoted(_ literal: [UInt8]) -> [UInt8] {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    var text = [quote]
    var isEscaped = false
    for byte in literal.dropFirst().dropLast() {
      if byte == quote, !isEscaped { text.append(backslash) }
      if byte == UInt8(ascii: "'"), isEscaped { text.removeLast() }
      text.append(byte)
      isEscaped = byte == backslash && !isEscaped
    }
    return text + [quote]
  }
}
