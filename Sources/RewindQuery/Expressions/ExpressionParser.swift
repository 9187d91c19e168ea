import RewindJSON

/// A reader of expressions by precedence climbing; recursion is bounded by ``depthLimit``.
struct ExpressionParser {
  /// The maximum depth, beyond what people write, yet safe on the 512 kB stack of a secondary thread.
  static let depthLimit = 64
  /// The maximum length, beyond that of a shell's line; it bounds the work of evaluating.
  static let lengthLimit = 65_536

  var scanner: ExpressionScanner
  var depth = 0
  /// The names of the elements of the enclosing quantifiers, outermost first.
  var variables: [String] = []
  /// The element that a filter is about, of which names alone are members.
  var filtered: Int?

  init(_ text: String) {
    scanner = ExpressionScanner(text)
  }

  /// Parses the whole text as one condition or value.
  mutating func parse() throws(ExpressionError) -> ExpressionNode {
    guard scanner.bytes.count <= Self.lengthLimit else {
      throw scanner.fault(.tooLong(limit: Self.lengthLimit), at: Self.lengthLimit)
    }
    scanner.skipSpace()
    guard !scanner.isAtEnd else { throw scanner.fault(.empty) }
    let start = scanner.position
    let node = try expression(.or)
    guard scanner.isAtEnd else { throw scanner.expected("an operator or the end") }
    return try condition(node, at: start)
  }

  // MARK: - Operators

  enum Precedence: Int, Comparable {
    case or
    case and
    case comparison
    case sum
    case product
    case operand

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    var tighter: Self { Precedence(rawValue: rawValue + 1) ?? .operand }
  }

  enum Operator {
    case or
    case and
    case comparison(ExpressionNode.Comparison)
    case textual(ExpressionNode.TextOperator)
    case matches
    /// The list is on the right.
    case membership
    case arithmetic(ArithmeticOperator)

    var precedence: Precedence {
      switch self {
      case .or: .or
      case .and: .and
      case .comparison, .textual, .matches, .membership: .comparison
      case .arithmetic(.plus), .arithmetic(.minus): .sum
      case .arithmetic: .product
      }
    }
  }

  /// Returns the operator at this position, and the scanner after it.
  func operatorAhead() -> (Operator, ExpressionScanner)? {
    var ahead = scanner
    for comparison in ExpressionNode.Comparison.allCases where ahead.skip(comparison.rawValue) {
      // `===` of other languages.
      if comparison.isOfEquality { _ = ahead.skip("=") }
      return (.comparison(comparison), ahead)
    }
    if ahead.skip("&&") { return (.and, ahead) }
    if ahead.skip("||") { return (.or, ahead) }
    if let sign = ArithmeticOperator.allCases.first(where: { ahead.next == $0.rawValue }) {
      ahead.advance()
      return (.arithmetic(sign), ahead)
    }
    switch ahead.name() {
    case "or": return (.or, ahead)
    case "and": return (.and, ahead)
    case "matches": return (.matches, ahead)
    case "in": return (.membership, ahead)
    case let name?: return ExpressionNode.TextOperator(rawValue: name).map { (.textual($0), ahead) }
    case nil: return nil
    }
  }

  /// Parses operands with the operators between them that bind at least as tightly as `loosest`.
  mutating func expression(_ loosest: Precedence) throws(ExpressionError) -> ExpressionNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw scanner.fault(.tooDeep(limit: Self.depthLimit)) }
    scanner.skipSpace()
    let start = scanner.position
    var left = try operand()
    while let (found, rest) = operatorAhead(), found.precedence >= loosest {
      switch found {
      case .or, .and:
        left = try chain(from: left, at: start, found.precedence)
      case .arithmetic:
        left = try terms(after: left, found.precedence)
      case .comparison(let comparison):
        scanner = rest
        if comparison.isOfEquality, skipNil() {
          left = .absence(of: left, comparison)
        } else {
          let right = try expression(.sum)
          left = .compared(
            left.asDate(besides: right),
            comparison,
            right.asDate(besides: left)
          )
        }
        try refuseChain()
      case .textual(let textual):
        scanner = rest
        left = .textual(textual, left, try expression(.sum))
        try refuseChain()
      case .matches:
        scanner = rest
        left = .matches(left, try pattern())
        try refuseChain()
      case .membership:
        scanner = rest
        left = .textual(.contains, try expression(.sum), left)
        try refuseChain()
      }
    }
    if scanner.next == UInt8(ascii: "="), loosest <= .comparison {
      throw scanner.fault(.singleEquals)
    }
    return left
  }

  func refuseChain() throws(ExpressionError) {
    guard let (found, _) = operatorAhead(), found.precedence == .comparison else { return }
    throw scanner.fault(.chainedComparison)
  }

  /// Parses any number of `and …` or `or …`.
  mutating func chain(
    from first: ExpressionNode,
    at start: Int,
    _ precedence: Precedence
  ) throws(ExpressionError) -> ExpressionNode {
    var conditions = [try condition(first, at: start)]
    while let (found, rest) = operatorAhead(), found.precedence == precedence {
      scanner = rest
      scanner.skipSpace()
      let start = scanner.position
      conditions.append(try condition(expression(precedence.tighter), at: start))
    }
    return precedence == .or ? .or(conditions) : .and(conditions)
  }

  /// Parses any number of `+ …`, `- …` or `* …`, `/ …`, `% …`.
  mutating func terms(
    after first: ExpressionNode,
    _ precedence: Precedence
  ) throws(ExpressionError) -> ExpressionNode {
    var terms: [ExpressionNode.Term] = []
    while let (found, rest) = operatorAhead(), found.precedence == precedence,
      case .arithmetic(let sign) = found
    {
      scanner = rest
      terms.append(.init(sign: sign, operand: try expression(precedence.tighter)))
    }
    return .arithmetic(first, terms)
  }

  mutating func pattern() throws(ExpressionError) -> TextPattern {
    scanner.skipSpace()
    guard let quote = scanner.next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw scanner.expected("a pattern in quotes")
    }
    let start = scanner.position
    let text = try string()
    scanner.skipSpace()
    do throws(TextPatternError) {
      return try TextPattern(text)
    } catch {
      throw scanner.fault(.badPattern(error.description), at: start)
    }
  }

  /// Returns a node as a condition: a name in capitals that leads nowhere is that of an action.
  func condition(
    _ node: ExpressionNode,
    at offset: Int
  ) throws(ExpressionError) -> ExpressionNode {
    guard let kind = node.kind, kind != .bool else {
      return node.typeName.map { .firstOf(node, .named($0)) } ?? node
    }
    let article = kind == .array || kind == .object ? "an " : kind == .null ? "" : "a "
    let word = kind == .string ? "text" : kind.rawValue
    throw scanner.fault(.notACondition(kind: article + word), at: offset)
  }
}
