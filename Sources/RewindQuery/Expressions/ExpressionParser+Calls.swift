import RewindJSON

/// Functions, and the elements that they go over.
extension ExpressionParser {
  static let functions = [
    "length", "exists", "date", "before", "after", "changed", "any", "all", "count", "sum",
  ]

  mutating func call(
    _ name: String,
    at start: Int
  ) throws(ExpressionError) -> ExpressionNode {
    guard Self.functions.contains(name) else {
      let letters = name.lowercased().sorted()
      let closest = Self.functions.first {
        $0.sorted() == letters || (name.count > 2 && ($0.hasPrefix(name) || name.hasPrefix($0)))
      }
      throw scanner.fault(.unknownFunction(name, closest: closest), at: start)
    }
    let opening = scanner.position
    scanner.advance()
    if let quantifier = ExpressionNode.Quantifier(rawValue: name) {
      return try quantified(quantifier, opening)
    }
    let argument = try expression(.or)
    try close(UInt8(ascii: ")"), opening)
    if name == "date", case .literal(.string(let text)) = argument, text.secondsSince2001 == nil {
      throw scanner.fault(.badDate(text), at: opening + 1)
    }
    return switch name {
    case "length": .length(argument)
    case "exists": .exists(argument)
    case "date": .date(argument)
    case "before": .at(.before, argument)
    case "after": .at(.after, argument)
    default: .changed(argument)
    }
  }

  mutating func quantified(
    _ quantifier: ExpressionNode.Quantifier,
    _ opening: Int
  ) throws(ExpressionError) -> ExpressionNode {
    let name = try elementName()
    var holder = try expression(.or)
    variables.append(name)
    defer { variables.removeLast() }
    scanner.skipSpace()
    let start = scanner.position
    if let filter = try filter() { holder = .filtered(holder, filter, id: start) }
    if scanner.next == UInt8(ascii: ")") {
      scanner.advance()
      let element = ExpressionNode.variable(variables.count - 1)
      let body = quantifier == .count ? .literal(true) : element
      return .quantified(quantifier, over: holder, body, id: opening)
    }
    guard scanner.next == UInt8(ascii: ",") else {
      throw scanner.expected(
        "\",\" and \(quantifier == .sum ? "what to add up" : "a condition on the element")"
      )
    }
    scanner.advance()
    scanner.skipSpace()
    let bodyStart = scanner.position
    var body = try expression(.or)
    if quantifier != .sum { body = try condition(body, at: bodyStart) }
    try close(UInt8(ascii: ")"), opening)
    return .quantified(quantifier, over: holder, body, id: opening)
  }

  /// Parses `where` and a condition on the element, if it is here: names alone are the element's members, if it has them.
  mutating func filter() throws(ExpressionError) -> ExpressionNode? {
    var ahead = scanner
    guard ahead.name() == "where" else { return nil }
    scanner = ahead
    scanner.skipSpace()
    let (start, outer) = (scanner.position, filtered)
    filtered = variables.count - 1
    defer { filtered = outer }
    return try condition(expression(.or), at: start)
  }

  /// Parses `card in`, if it is here.
  mutating func elementName() throws(ExpressionError) -> String {
    scanner.skipSpace()
    var ahead = scanner
    guard let name = ahead.name() else { return "it" }
    ahead.skipSpace()
    guard ahead.name() == "in" else { return "it" }
    guard !Self.reserved.contains(name), !Self.functions.contains(name) else {
      throw scanner.expected("the name of an element")
    }
    scanner = ahead
    return name
  }
}
