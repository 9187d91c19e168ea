import RewindJSON

/// A reader of expressions by precedence climbing; recursion is bounded by ``depthLimit``.
struct ExpressionParser {
  /// The maximum depth, beyond what people write, yet safe on the 512 kB stack of a secondary thread.
  static let depthLimit = 64
  /// The maximum length, beyond that of a shell's line; it bounds the work of evaluating.
  static let lengthLimit = 65_536

  private var scanner: ExpressionScanner
  private var depth = 0
  /// The names of the elements of the enclosing quantifiers, outermost first.
  private var variables: [String] = []
  /// The element that a filter is about, of which names alone are members.
  private var filtered: Int?

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

  private enum Precedence: Int, Comparable {
    case or
    case and
    case comparison
    case sum
    case product
    case operand

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    var tighter: Self { Precedence(rawValue: rawValue + 1) ?? .operand }
  }

  private enum Operator {
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
  private func operatorAhead() -> (Operator, ExpressionScanner)? {
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
  private mutating func expression(_ loosest: Precedence) throws(ExpressionError) -> ExpressionNode
  {
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

  private func refuseChain() throws(ExpressionError) {
    guard let (found, _) = operatorAhead(), found.precedence == .comparison else { return }
    throw scanner.fault(.chainedComparison)
  }

  /// Parses any number of `and …` or `or …`.
  private mutating func chain(
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
  private mutating func terms(
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

  private mutating func pattern() throws(ExpressionError) -> TextPattern {
    scanner.skipSpace()
    guard let quote = scanner.next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw scanner.isAtEnd
        ? scanner.expected("a pattern in quotes") : scanner.fault(.patternNotLiteral)
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
  private func condition(
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

  // MARK: - Operands

  private mutating func operand() throws(ExpressionError) -> ExpressionNode {
    let node = try primary()
    scanner.skipSpace()
    return node
  }

  private mutating func primary() throws(ExpressionError) -> ExpressionNode {
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

  private mutating func pointer() throws(ExpressionError) -> ExpressionNode {
    let start = scanner.position
    do throws(PointerError) {
      let pointer = try Pointer(scanner.pointer())
      return .path(.state, pointer.tokens.map { .token($0) })
    } catch {
      throw scanner.fault(.badPointer, at: start)
    }
  }

  private mutating func inParentheses() throws(ExpressionError) -> ExpressionNode {
    let start = scanner.position
    scanner.advance()
    let node = try expression(.or)
    try close(UInt8(ascii: ")"), start)
    return node
  }

  /// Skips a closing bracket.
  private mutating func close(_ bracket: UInt8, _ start: Int) throws(ExpressionError) {
    if scanner.next == bracket { return scanner.advance() }
    let opening = Character(UnicodeScalar(scanner.bytes[start]))
    guard !scanner.isAtEnd else { throw scanner.fault(.unclosed("\"\(opening)\""), at: start) }
    throw scanner.expected("an operator or \"\(Character(UnicodeScalar(bracket)))\"")
  }

  private mutating func negation() throws(ExpressionError) -> ExpressionNode {
    scanner.advance()
    // Negative JSON numbers keep their form.
    if let number = scanner.number() {
      return .literal(.number(JSONNumber(validText: "-\(number)")))
    }
    return .negation(try expression(.operand))
  }

  private mutating func elements() throws(ExpressionError) -> [ExpressionNode] {
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

  private mutating func members() throws(ExpressionError) -> [ExpressionNode.Member] {
    let start = scanner.position
    var members: [ExpressionNode.Member] = []
    repeat {
      scanner.advance()
      scanner.skipSpace()
      if members.isEmpty, scanner.next == UInt8(ascii: "}") { break }
      guard scanner.next == UInt8(ascii: "\"") || scanner.next == UInt8(ascii: "'") else {
        throw scanner.expected("a name in quotes")
      }
      let start = scanner.position
      let name = try string()
      guard !members.contains(where: { $0.name.hasSameCodePoints(as: name) }) else {
        throw scanner.fault(.duplicateName(name), at: start)
      }
      scanner.skipSpace()
      guard scanner.skip(":") else { throw scanner.expected("\":\"") }
      members.append(.init(name: name, value: try expression(.or)))
    } while scanner.next == UInt8(ascii: ",")
    try close(UInt8(ascii: "}"), start)
    return members
  }

  /// Parses a text in quotes.
  private mutating func string() throws(ExpressionError) -> String {
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
  private static func doubleQuoted(_ literal: [UInt8]) -> [UInt8] {
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

  // MARK: - Names

  private mutating func named() throws(ExpressionError) -> ExpressionNode {
    let start = scanner.position
    guard let name = scanner.name() else { throw scanner.expected("a value") }
    if let variable = variables.lastIndex(of: name) { return try path(.variable(variable)) }
    switch name {
    case "null": return .literal(.null)
    case "true": return .literal(.bool(true))
    case "false": return .literal(.bool(false))
    case "nil": throw scanner.fault(.loneNil, at: start)
    case "not": return try negatedCondition()
    case "state": return try path(.state)
    case "action": return try path(.action)
    case "payload": return try path(.payload)
    case "type": return try scalar(.type, name)
    case "index": return try scalar(.index, name)
    case "time": return try scalar(.time, name)
    case _ where Self.textOperators.contains(name):
      throw scanner.fault(.operatorFirst(name), at: start)
    case _ where Self.reserved.contains(name):
      throw scanner.fault(.expected("a value", found: "\"\(name)\""), at: start)
    default: break
    }
    scanner.skipSpace()
    if scanner.next == UInt8(ascii: "(") { return try call(name, at: start) }
    let member = [ExpressionNode.Segment.token(name)]
    // A state's own member of that name comes first.
    let time = ["took": ExpressionNode.took, "held": .held][name]
    let ofState =
      time.map { .firstOf(.path(.state, member), $0) } ?? ExpressionNode.path(.state, member)
    guard let filtered else {
      return try time == nil ? path(.state, member) : path(ofState)
    }
    return try path(.firstOf(.path(.variable(filtered), member), ofState))
  }

  /// Parses the name of a case: `.inbox.loaded`.
  private mutating func caseName() throws(ExpressionError) -> String {
    var names: [String] = []
    while scanner.skip(".") {
      guard let name = scanner.name() else { throw scanner.expected("a name") }
      names.append(name)
    }
    return names.joined(separator: ".")
  }

  /// Skips `nil`, if it is here.
  private mutating func skipNil() -> Bool {
    var ahead = scanner
    ahead.skipSpace()
    guard ahead.name() == "nil" else { return false }
    ahead.skipSpace()
    scanner = ahead
    return true
  }

  private static let textOperators: Set<String> = [
    "contains", "startsWith", "endsWith", "like", "matches",
  ]

  /// Words that are not members of the state by themselves.
  private static let reserved = textOperators.union([
    "and", "or", "null", "nil", "true", "false", "not", "state", "action", "payload", "type",
    "index",
    "time",
  ])

  private mutating func negatedCondition() throws(ExpressionError) -> ExpressionNode {
    scanner.skipSpace()
    let start = scanner.position
    return .not(try condition(expression(.comparison), at: start))
  }

  private mutating func scalar(
    _ node: ExpressionNode,
    _ name: String
  ) throws(ExpressionError) -> ExpressionNode {
    var ahead = scanner
    if ahead.skip("."), let method = ahead.name(), ahead.next == UInt8(ascii: "(") {
      scanner = ahead
      return try self.method(method, of: node, at: scanner.position)
    }
    guard scanner.next != UInt8(ascii: "."), scanner.next != UInt8(ascii: "[") else {
      throw scanner.fault(.noMembers(name))
    }
    return node
  }

  /// Parses the rest of a path: any number of `.name` and `[expression]`.
  private mutating func path(
    _ root: ExpressionNode,
    _ first: [ExpressionNode.Segment] = []
  ) throws(ExpressionError) -> ExpressionNode {
    var segments = first
    while true {
      if scanner.skip("?.") || scanner.skip(".") {
        let start = scanner.position
        if let name = scanner.name() {
          if scanner.next == UInt8(ascii: "(") {
            return try method(name, of: segments.isEmpty ? root : .path(root, segments), at: start)
          }
          segments.append(.token(name))
        } else if let number = scanner.number(), Pointer.arrayIndex(number) != nil {
          segments.append(.token(number))
        } else {
          throw scanner.expected("a name")
        }
      } else if scanner.next == UInt8(ascii: "[") {
        let start = scanner.position
        scanner.advance()
        let node = try expression(.or)
        try close(UInt8(ascii: "]"), start)
        segments.append(Self.segment(node))
      } else {
        return segments.isEmpty ? root : .member(of: root, segments)
      }
    }
  }

  /// Parses the call of a method of Swift that is an operator here.
  private mutating func method(
    _ name: String,
    of node: ExpressionNode,
    at start: Int
  ) throws(ExpressionError) -> ExpressionNode {
    let textual =
      ["hasPrefix": .startsWith, "hasSuffix": .endsWith][name]
      ?? ExpressionNode.TextOperator(rawValue: name)
    guard let textual else {
      let function = ["allSatisfy": "all", "filter": "count", "first": "any", "reduce": "sum"][name]
      throw scanner.fault(.unknownFunction(name, closest: function), at: start)
    }
    let opening = scanner.position
    scanner.advance()
    let argument = try expression(.or)
    try close(UInt8(ascii: ")"), opening)
    return .textual(textual, node, argument)
  }

  private static func segment(_ node: ExpressionNode) -> ExpressionNode.Segment {
    switch node {
    case .literal(.string(let name)): .token(name)
    case .literal(.number(let number)) where number.int.map { $0 >= 0 } ?? false:
      .token(String(number.int ?? 0))
    default: .computed(node)
    }
  }

  // MARK: - Calls

  private static let functions = [
    "length", "exists", "date", "before", "after", "changed", "any", "all", "count", "sum",
  ]

  private mutating func call(
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

  private mutating func quantified(
    _ quantifier: ExpressionNode.Quantifier,
    _ opening: Int
  ) throws(ExpressionError) -> ExpressionNode {
    let name = try elementName()
    var holder = try expression(.or)
    variables.append(name)
    defer { variables.removeLast() }
    if let filter = try filter() { holder = .filtered(holder, filter) }
    if scanner.next == UInt8(ascii: ")") {
      scanner.advance()
      let element = ExpressionNode.variable(variables.count - 1)
      return .quantified(quantifier, over: holder, quantifier == .count ? .literal(true) : element)
    }
    guard scanner.next == UInt8(ascii: ",") else {
      throw scanner.expected(
        "\",\" and \(quantifier == .sum ? "what to add up" : "a condition on the element")"
      )
    }
    scanner.advance()
    scanner.skipSpace()
    let start = scanner.position
    var body = try expression(.or)
    if quantifier != .sum { body = try condition(body, at: start) }
    try close(UInt8(ascii: ")"), opening)
    return .quantified(quantifier, over: holder, body)
  }

  /// Parses `where` and a condition on the element, if it is here: names alone are the element's members, if it has them.
  private mutating func filter() throws(ExpressionError) -> ExpressionNode? {
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
  private mutating func elementName() throws(ExpressionError) -> String {
    scanner.skipSpace()
    var ahead = scanner
    guard let name = ahead.name() else { return "it" }
    ahead.skipSpace()
    guard ahead.name() == "in" else { return "it" }
    guard !Self.reserved.contains(name), !Self.functions.contains(name) else {
      throw scanner.fault(.reservedName(name))
    }
    scanner = ahead
    return name
  }
}
