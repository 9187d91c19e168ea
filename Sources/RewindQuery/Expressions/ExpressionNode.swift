package import RewindJSON
import RewindTimeline

/// A parsed expression, or a part of one.
///
/// A chain of operators of one precedence is one node, so that nodes are only as deep as the text is nested.
indirect enum ExpressionNode: Sendable {
  case literal(JSONValue)
  case array([ExpressionNode])
  case object([Member])
  case state
  case action
  case payload
  case type
  case index
  case time
  /// The seconds that the action's reducer ran.
  case took
  /// The seconds until its dispatch returned, with subscribers and views.
  case held
  /// The element of an enclosing `any`, `all`, `count` or `sum`, counted from the outermost.
  case variable(Int)
  case path(ExpressionNode, [Segment])
  case and([ExpressionNode])
  case or([ExpressionNode])
  case not(ExpressionNode)
  case comparison(Comparison, ExpressionNode, ExpressionNode)
  case textual(TextOperator, ExpressionNode, ExpressionNode)
  case matches(ExpressionNode, TextPattern)
  case arithmetic(ExpressionNode, [Term])
  case negation(ExpressionNode)
  case length(ExpressionNode)
  case exists(ExpressionNode)
  /// The seconds since 2001 of a text with a date; a number is one.
  case date(ExpressionNode)
  case at(StepSide, ExpressionNode)
  case changed(ExpressionNode)
  /// What a node gives for the elements of a list, put together; the number tells the node from all others.
  case quantified(Quantifier, over: ExpressionNode, ExpressionNode, id: Int)
  /// The elements for which a condition holds.
  case filtered(ExpressionNode, ExpressionNode, id: Int)
  /// True if the action has this name, or a name that ends with it.
  case named(String)
  /// The first value, or where that leads nowhere the second.
  case firstOf(ExpressionNode, ExpressionNode)

  struct Member: Sendable {
    let name: String
    let value: ExpressionNode
  }

  /// A step of a path: a literal name or index, or a computed one.
  enum Segment: Sendable {
    case token(String)
    case computed(ExpressionNode)
  }

  /// An arithmetic operator and its right-hand side.
  struct Term: Sendable {
    let sign: ArithmeticOperator
    let operand: ExpressionNode
  }

  /// A comparison as written; none begins with an earlier one.
  enum Comparison: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"

    var isOfEquality: Bool { self == .equal || self == .notEqual }
  }

  enum TextOperator: String, Sendable {
    case contains
    case startsWith
    case endsWith
    case like
  }

  enum Quantifier: String, Sendable {
    case any
    case all
    case count
    case sum
  }
}

extension ExpressionNode {
  /// The kind of value that the node has for every step, if known.
  var kind: JSONValue.Kind? {
    switch self {
    case .literal(let value): value.kind
    case .array: .array
    case .object: .object
    case .type: .string
    case .index, .time, .took, .held, .arithmetic, .negation, .length, .date: .number
    case .and, .or, .not, .comparison, .textual, .matches, .exists, .changed, .named: .bool
    case .quantified(let quantifier, _, _, _):
      quantifier == .any || quantifier == .all ? .bool : .number
    case .at(_, let node): node.kind
    case .state, .action, .payload, .variable, .path, .filtered, .firstOf: nil
    }
  }

  /// The name that a path is, if it begins as types do: `FlipCardAction`, `AppAction.inbox.loaded`.
  var typeName: String? {
    guard case .path(.state, let segments) = self else { return nil }
    let tokens = segments.compactMap(\.token)
    let isName = tokens.count == segments.count && tokens.first?.first?.isUppercase == true
    return isName ? tokens.joined(separator: ".") : nil
  }

  /// Returns a comparison; the action or its type is compared with a name as it is written in Swift.
  static func compared(_ a: Self, _ comparison: Comparison, _ b: Self) -> Self {
    let name: String? =
      switch (a, b) {
      case (.type, .named(let name)), (.action, .named(let name)), (.named(let name), .type): name
      case (.type, _), (.action, _): b.typeName
      case (_, .type): a.typeName
      default: nil
      }
    guard comparison.isOfEquality, let name else { return .comparison(comparison, a, b) }
    return comparison == .equal ? .named(name) : .not(.named(name))
  }

  /// Returns the condition that there is no value, or null: Swift's `nil` may be written as either.
  static func absence(of node: Self, _ comparison: Comparison) -> Self {
    let isAbsent = Self.or([.not(.exists(node)), .comparison(.equal, node, .literal(.null))])
    return comparison == .equal ? isAbsent : .not(isAbsent)
  }

  /// Returns a path; where it leads nowhere, `count` and `isEmpty` at its end are Swift's.
  static func member(of root: Self, _ segments: [Segment]) -> Self {
    let path = Self.path(root, segments)
    let holder = segments.count > 1 ? Self.path(root, segments.dropLast()) : root
    guard let name = segments.last?.token, !holder.isState else { return path }
    switch name {
    case "count": return .firstOf(path, .length(holder))
    case "isEmpty": return .firstOf(path, .comparison(.equal, .length(holder), .literal(0)))
    default: return path
    }
  }
}

/// The parts of a step that an expression reads.
package struct ExpressionReads: Sendable {
  /// The pointers into the states, before or after; everything below them counts as read.
  package private(set) var pointers: [Pointer] = []
  package private(set) var before = false
  package private(set) var after = false
  /// True if it reads the state after where there is one, and has an answer without it as well.
  package private(set) var afterIfAny = false
  /// True if it reads the action: its type, time, payload or index.
  package private(set) var action = false
  /// The names of members in its paths.
  package private(set) var names: [String] = []
  /// Those of the names that may be parts of a type's.
  private(set) var typeNames: Set<String> = []
  /// The names alone that may be those of an element, or of an action.
  private(set) var ambiguousNames: Set<String> = []
  /// The texts that it compares the action's type with, or patterns for it.
  package private(set) var types: [TypeText] = []
  /// A text that a type of action equals, or a pattern that it matches.
  package struct TypeText: Hashable, Sendable {
    package let text: String
    package let kind: Kind

    package enum Kind: Sendable {
      case whole
      case end
      case pattern
    }

    /// Returns true if it is about a type.
    func fits(_ type: String) -> Bool {
      switch kind {
      case .whole: type == text
      case .end: text.isOrEnds(actionName: type)
      case .pattern: type.matches(glob: text)
      }
    }
  }

  init(_ node: ExpressionNode) {
    collect(node, .after)
  }

  private mutating func collect(_ node: ExpressionNode, _ side: StepSide) {
    switch node {
    case .literal, .variable:
      break
    case .array(let nodes), .and(let nodes), .or(let nodes):
      for node in nodes { collect(node, side) }
    case .object(let members):
      for member in members { collect(member.value, side) }
    case .state:
      read(.root, side)
    case .action, .payload, .type, .index, .time, .took, .held:
      action = true
    case .path(let root, let segments):
      collect(segments, of: root, side)
    case .not(let node), .negation(let node), .length(let node), .exists(let node), .date(let node),
      .matches(let node, _):
      collect(node, side)
    case .comparison(let comparison, let a, let b):
      if comparison.isOfEquality { collectType(a, b) }
      collect(a, side)
      collect(b, side)
    case .textual(let textual, let a, let b):
      collectTypes(textual, a, b)
      collect(a, side)
      collect(b, side)
    case .quantified(_, over: let a, let b, _), .filtered(let a, let b, _):
      collect(a, side)
      collect(b, side)
    case .named(let text):
      action = true
      types.append(TypeText(text: text, kind: .end))
    case .firstOf(let path, .named):
      // A name of an action is one of the types.
      action = true
      afterIfAny = true
      let parts = path.typeName?.split(separator: ".").map(String.init) ?? []
      names += parts
      typeNames.formUnion(parts)
    case .firstOf(let own, .path(.state, let segments)):
      // An element's own member is enough.
      let needed = after
      collect(own, side)
      collect(segments, of: .state, side)
      ambiguousNames.formUnion(segments.compactMap(\.token))
      (after, afterIfAny) = (needed, true)
    case .firstOf(_, let other):
      // It reads what the member would be in.
      collect(other, side)
    case .arithmetic(let first, let terms):
      collect(first, side)
      for term in terms { collect(term.operand, side) }
    case .at(let side, let node):
      collect(node, side)
    case .changed(let node):
      collect(node, .before)
      collect(node, .after)
    }
  }

  /// Collects the text with which a comparison compares the type.
  private mutating func collectType(_ a: ExpressionNode, _ b: ExpressionNode) {
    switch (a, b) {
    case (.type, .literal(.string(let text))), (.literal(.string(let text)), .type):
      types.append(TypeText(text: text, kind: .whole))
    default: break
    }
  }

  private mutating func collectTypes(
    _ textual: ExpressionNode.TextOperator,
    _ a: ExpressionNode,
    _ b: ExpressionNode
  ) {
    switch (textual, a, b) {
    case (.contains, .array(let nodes), .type):
      for node in nodes { collectType(.type, node) }
    case (.like, .type, .literal(.string(let text))):
      types.append(TypeText(text: text, kind: .pattern))
    case (.startsWith, .type, .literal(.string(let text))):
      types.append(TypeText(text: text + "*", kind: .pattern))
    case (.endsWith, .type, .literal(.string(let text))):
      types.append(TypeText(text: "*" + text, kind: .pattern))
    case (.contains, .type, .literal(.string(let text))):
      types.append(TypeText(text: "*" + text + "*", kind: .pattern))
    default: break
    }
  }

  private mutating func collect(
    _ segments: [ExpressionNode.Segment],
    of root: ExpressionNode,
    _ side: StepSide
  ) {
    var tokens: [String] = []
    var isFixed = true
    for (depth, segment) in segments.enumerated() {
      switch segment {
      case .token(let token) where depth > 0 && JSONValue.ends.contains(token):
        isFixed = false
      case .token(let token):
        if isFixed { tokens.append(token) }
        if !names.contains(token) { names.append(token) }
      case .computed(let node):
        isFixed = false
        collect(node, side)
      }
    }
    if case .state = root { read(Pointer(tokens: tokens), side) } else { collect(root, side) }
  }

  private mutating func read(_ pointer: Pointer, _ side: StepSide) {
    if side == .before { before = true } else { after = true }
    if !pointers.contains(pointer) { pointers.append(pointer) }
  }
}

extension ExpressionNode {
  fileprivate var isState: Bool { if case .state = self { true } else { false } }
}

extension ExpressionNode.Segment {
  var token: String? { if case .token(let token) = self { token } else { nil } }
}

extension StepExpression {
  /// The names that stand alone: members of the state, or texts without their quotes.
  package var bareNames: [String] {
    reads.pointers.filter { $0.tokens.count == 1 }.flatMap(\.tokens)
      .filter { !text.contains("/\($0)") && !text.contains("state.\($0)") }
      .filter { !reads.ambiguousNames.contains($0) }
  }
}
