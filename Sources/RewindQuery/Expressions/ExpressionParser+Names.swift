import RewindJSON

/// Names, and the paths that begin with them.
extension ExpressionParser {
  mutating func named() throws(ExpressionError) -> ExpressionNode {
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
  mutating func caseName() throws(ExpressionError) -> String {
    var names: [String] = []
    while scanner.skip(".") {
      guard let name = scanner.name() else { throw scanner.expected("a name") }
      names.append(name)
    }
    return names.joined(separator: ".")
  }

  /// Skips `nil`, if it is here.
  mutating func skipNil() -> Bool {
    var ahead = scanner
    ahead.skipSpace()
    guard ahead.name() == "nil" else { return false }
    ahead.skipSpace()
    scanner = ahead
    return true
  }

  static let textOperators: Set<String> = [
    "contains", "startsWith", "endsWith", "like", "matches",
  ]

  /// Words that are not members of the state by themselves.
  static let reserved = textOperators.union([
    "and", "or", "null", "nil", "true", "false", "not", "state", "action", "payload", "type",
    "index",
    "time",
  ])

  mutating func negatedCondition() throws(ExpressionError) -> ExpressionNode {
    scanner.skipSpace()
    let start = scanner.position
    return .not(try condition(expression(.comparison), at: start))
  }

  mutating func scalar(
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
  mutating func path(
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
  mutating func method(
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

  static func segment(_ node: ExpressionNode) -> ExpressionNode.Segment {
    switch node {
    case .literal(.string(let name)): .token(name)
    case .literal(.number(let number)) where number.int.map { $0 >= 0 } ?? false:
      .token(String(number.int ?? 0))
    default: .computed(node)
    }
  }
}
