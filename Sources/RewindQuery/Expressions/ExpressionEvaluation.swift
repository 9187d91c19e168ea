import RewindJSON
import RewindSession
import RewindTimeline

/// Evaluates expressions on one step.
struct ExpressionEvaluation<Subject: Step> {
  private typealias Node = ExpressionNode

  private let subject: Subject
  private let results: ElementResults?
  private var elements: [Element] = []
  /// True if something else was read than the elements.
  private var readsStep = false
  /// The action, once it has been read.
  private var knownAction: StepAction??
  /// The pointers of the values that were read in the state after the step, in the order in which they
  /// were; nil if they are not collected.
  private(set) var reads: [Pointer]?

  /// An element of an enclosing `any`, `all`, `count` or `sum`.
  private struct Element {
    let value: JSONValue
    /// Its pointer in the state after the step; nil if it is elsewhere, or not needed.
    let pointer: Pointer?
  }

  init(_ step: Subject, collectsReads: Bool = false, knowing results: ElementResults? = nil) {
    (subject, self.results) = (step, results)
    reads = collectsReads ? [] : nil
  }

  private var step: Subject {
    mutating get {
      readsStep = true
      return subject
    }
  }

  private var action: StepAction? {
    mutating get throws(SessionLogError) {
      let step = step
      if let knownAction { return knownAction }
      let action = try step.action()
      knownAction = .some(action)
      return action
    }
  }

  /// Returns the value of a node, using the state on one side; nil for nothing.
  mutating func value(
    of node: ExpressionNode,
    _ side: StepSide
  ) throws(SessionLogError) -> JSONValue? {
    let found = try result(of: node, side)
    if reads != nil, let pointer = try pointer(of: node, side) { reads?.append(pointer) }
    return found
  }

  /// Returns the pointer of a node's value in the state after the step; nil if it has none there.
  private mutating func pointer(
    of node: Node,
    _ side: StepSide
  ) throws(SessionLogError) -> Pointer? {
    switch node {
    case .state: return side == .after ? .root : nil
    case .variable(let number): return elements[number].pointer
    case .at(let side, let node): return try pointer(of: node, side)
    case .path(let root, let segments):
      guard var pointer = try pointer(of: root, side) else { return nil }
      for segment in segments {
        guard let token = try token(segment, side) else { return nil }
        pointer = pointer.appending(token)
      }
      return pointer
    default: return nil
    }
  }

  private mutating func result(
    of node: Node,
    _ side: StepSide
  ) throws(SessionLogError) -> JSONValue? {
    switch node {
    case .literal(let value): return value
    case .array(let nodes): return try array(nodes, side)
    case .object(let members): return try object(members, side)
    case .state: return try step.state(side)
    case .action: return try action?.action
    case .payload: return try action?.action["payload"]
    case .type: return try action.map { .string($0.type) }
    case .index: return JSONValue(step.index)
    case .time: return try action?.time
    case .took: return try step.times()?.took.map { .number($0) }
    case .held: return try step.times()?.held.map { .number($0) }
    case .variable(let number): return elements[number].value
    case .path(let root, let segments): return try path(root, segments, side)
    case .and(let nodes): return .bool(try holds(all: nodes, side))
    case .or(let nodes): return .bool(try holds(any: nodes, side))
    case .not(let node): return .bool(try !holds(node, side))
    case .comparison(let comparison, let a, let b):
      return .bool(comparison.holds(try value(of: a, side), try value(of: b, side)))
    case .textual(let textual, let a, let b):
      return .bool(textual.holds(try value(of: a, side), try value(of: b, side)))
    case .matches(let node, let pattern):
      return .bool(try value(of: node, side)?.string.map(pattern.isFound) ?? false)
    case .arithmetic(let first, let terms): return try arithmetic(first, terms, side)
    case .negation(let node):
      return try value(of: node, side)?.number.flatMap {
        ArithmeticOperator.minus.result(JSONNumber(0), $0)
      }
      .map { .number($0) }
    case .length(let node): return try value(of: node, side)?.length.map { JSONValue($0) }
    case .date(let node):
      let value = try value(of: node, side)
      guard let text = value?.string else { return value?.number.map { .number($0) } }
      return text.secondsSince2001.flatMap { JSONNumber($0) }.map { .number($0) }
    case .exists(let node): return .bool(try value(of: node, side) != nil)
    case .at(let side, let node): return try value(of: node, side)
    case .changed(let node): return .bool(try value(of: node, .before) != value(of: node, .after))
    case .quantified(let quantifier, over: let holder, let body, let id):
      return try quantified(quantifier, holder, body, id, side)
    case .filtered(let holder, let condition, let id):
      return try filtered(holder, condition, id, side)
    case .named(let name):
      return .bool(try action.map { name.isOrEnds(actionName: $0.type) } ?? false)
    case .firstOf(let path, let other):
      guard let found = try result(of: path, side) else { return try value(of: other, side) }
      if reads != nil, let pointer = try pointer(of: path, side) { reads?.append(pointer) }
      return found
    }
  }

  /// Returns the elements of an array or the values of an object for which a condition holds, as an array.
  private mutating func filtered(
    _ holder: Node,
    _ condition: Node,
    _ id: Int,
    _ side: StepSide
  ) throws(SessionLogError) -> JSONValue? {
    guard let values = try value(of: holder, side)?.children else { return nil }
    var chosen: [JSONValue] = []
    try forEach(values, condition, id, side) { number, result in
      if case .bool(true)? = result { chosen.append(values[number]) }
      return true
    }
    return .array(chosen)
  }

  /// Passes the value of a node for each element to `body`, as long as that returns true.
  private mutating func forEach(
    _ values: [JSONValue],
    _ node: Node,
    _ id: Int,
    _ side: StepSide,
    pointer: (_ number: Int) -> Pointer? = { _ in nil },
    _ body: (_ number: Int, _ result: JSONValue?) -> Bool
  ) throws(SessionLogError) {
    // An inner list is another one for each element around it.
    let place = ElementResults.Place(node: id, side: side)
    let list = elements.isEmpty && reads == nil ? results?.list(place) : nil
    defer { list?.end(values) }
    for (number, value) in values.enumerated() {
      if let known = list?.next(value) {
        guard body(number, known) else { return }
        continue
      }
      elements.append(Element(value: value, pointer: pointer(number)))
      let readBefore = readsStep
      defer {
        elements.removeLast()
        readsStep = readsStep || readBefore
      }
      readsStep = false
      let result = try self.value(of: node, side)
      if !readsStep { list?.note(result) }
      guard body(number, result) else { return }
    }
  }

  private mutating func holds(_ node: Node, _ side: StepSide) throws(SessionLogError) -> Bool {
    if case .bool(true) = try value(of: node, side) { true } else { false }
  }

  private mutating func holds(
    all nodes: [Node],
    _ side: StepSide
  ) throws(SessionLogError) -> Bool {
    for node in nodes where try !holds(node, side) { return false }
    return true
  }

  private mutating func holds(
    any nodes: [Node],
    _ side: StepSide
  ) throws(SessionLogError) -> Bool {
    for node in nodes where try holds(node, side) { return true }
    return false
  }

  /// Returns the array of the values; nothing if one of them is nothing.
  private mutating func array(
    _ nodes: [Node],
    _ side: StepSide
  ) throws(SessionLogError) -> JSONValue? {
    var values: [JSONValue] = []
    for node in nodes {
      guard let value = try value(of: node, side) else { return nil }
      values.append(value)
    }
    return .array(values)
  }

  private mutating func object(
    _ members: [Node.Member],
    _ side: StepSide
  ) throws(SessionLogError) -> JSONValue? {
    var object = JSONObject()
    for member in members {
      guard let value = try value(of: member.value, side) else { return nil }
      object[member.name] = value
    }
    return .object(object)
  }

  private mutating func path(
    _ root: Node,
    _ segments: [Node.Segment],
    _ side: StepSide
  ) throws(SessionLogError) -> JSONValue? {
    // What is read is the member alone.
    guard let value = try result(of: root, side) else { return nil }
    if let found = try member(segments, of: value, side) { return found }
    // A payload's path may leave out the cases that its type names: `payload.id` as `rewind log` prints it.
    guard case .payload = root, let action = try action else { return nil }
    return try member(segments, of: value.content(ofAction: action.type), side)
  }

  private mutating func member(
    _ segments: [Node.Segment],
    of value: JSONValue,
    _ side: StepSide
  ) throws(SessionLogError) -> JSONValue? {
    var found = value
    for segment in segments {
      guard let token = try token(segment, side),
        let next = found.child(token) ?? found.element(at: token)
      else { return nil }
      found = next
    }
    return found
  }

  private mutating func token(
    _ segment: Node.Segment,
    _ side: StepSide
  ) throws(SessionLogError) -> String? {
    switch segment {
    case .token(let token):
      return token
    case .computed(let node):
      switch try value(of: node, side) {
      case .string(let name): return name
      case .number(let number): return number.int.map(String.init)
      default: return nil
      }
    }
  }

  private mutating func arithmetic(
    _ first: Node,
    _ terms: [Node.Term],
    _ side: StepSide
  ) throws(SessionLogError) -> JSONValue? {
    guard var result = try value(of: first, side)?.number else { return nil }
    for term in terms {
      guard let operand = try value(of: term.operand, side)?.number,
        let next = term.sign.result(result, operand)
      else { return nil }
      result = next
    }
    return .number(result)
  }

  private mutating func quantified(
    _ quantifier: Node.Quantifier,
    _ holder: Node,
    _ body: Node,
    _ id: Int,
    _ side: StepSide
  ) throws(SessionLogError) -> JSONValue? {
    guard let holding = try value(of: holder, side), let values = holding.children else {
      return quantifier == .any || quantifier == .all ? .bool(false) : nil
    }
    var (count, isEach) = (0, true)
    var sum: JSONNumber? = JSONNumber(0)
    let origin = reads == nil ? nil : try pointer(of: holder, side)
    // What is read is its elements, if it has any.
    if origin != nil, !values.isEmpty { reads?.removeLast() }
    let pointer = { (number: Int) in origin.map { $0.appending(holding.token(of: number)) } }
    try forEach(values, body, id, side, pointer: pointer) { _, result in
      if quantifier == .sum {
        sum = result?.number.flatMap { addend in
          sum.flatMap { ArithmeticOperator.plus.result($0, addend) }
        }
        return sum != nil
      }
      if case .bool(true)? = result { count += 1 } else { isEach = false }
      return quantifier == .any ? count == 0 : quantifier == .all ? isEach : true
    }
    return switch quantifier {
    case .any: .bool(count > 0)
    case .all: .bool(isEach)
    case .count: JSONValue(count)
    case .sum: sum.map { .number($0) }
    }
  }
}

extension ExpressionNode.Comparison {
  fileprivate func holds(_ a: JSONValue?, _ b: JSONValue?) -> Bool {
    switch self {
    case .equal: a != nil && a == b
    case .notEqual: a == nil || a != b
    case .less: Self.precedes(a, b) ?? false
    case .greater: Self.precedes(b, a) ?? false
    case .lessOrEqual: Self.precedes(b, a).map { !$0 } ?? false
    case .greaterOrEqual: Self.precedes(a, b).map { !$0 } ?? false
    }
  }

  /// Returns true if one value is before the other; nil if the two have no order.
  private static func precedes(_ a: JSONValue?, _ b: JSONValue?) -> Bool? {
    switch (a, b) {
    case (.number(let a), .number(let b)): a < b
    case (.string(let a), .string(let b)): a.precedesByCodePoints(b)
    default: nil
    }
  }
}

extension ExpressionNode.TextOperator {
  fileprivate func holds(_ a: JSONValue?, _ b: JSONValue?) -> Bool {
    guard let a, let b else { return false }
    switch (self, a, b) {
    case (.contains, .array(let elements), _): return elements.contains(b)
    case (.contains, .object(let object), .string(let name)): return object[name] != nil
    case (.contains, .string(let text), .string(let part)): return text.contains(utf8Of: part)
    case (.startsWith, .string(let text), .string(let part)):
      return text.utf8.starts(with: part.utf8)
    case (.endsWith, .string(let text), .string(let part)):
      return text.utf8.reversed().starts(with: part.utf8.reversed())
    case (.like, .string(let text), .string(let pattern)): return text.matches(glob: pattern)
    default: return false
    }
  }
}

extension String {
  /// Returns true if the string contains the other string's code points.
  fileprivate func contains(utf8Of part: String) -> Bool {
    guard !part.isEmpty else { return true }
    let (text, part) = (Array(utf8), Array(part.utf8))
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { start in
      text[start] == part[0] && text[start..<(start + part.count)].elementsEqual(part)
    }
  }

  /// Returns true if the whole string matches a pattern.
  ///
  /// In the pattern, `*` matches anything and `?` one code point. O(text × pattern) at worst.
  package func matches(glob pattern: String) -> Bool {
    let (text, pattern) = (Array(unicodeScalars), Array(pattern.unicodeScalars))
    var (i, j) = (0, 0)
    var retry: (text: Int, pattern: Int)?
    while i < text.count {
      if j < pattern.count, pattern[j] == "*" {
        retry = (i, j + 1)
        j += 1
      } else if j < pattern.count, pattern[j] == "?" || pattern[j] == text[i] {
        i += 1
        j += 1
      } else if let last = retry {
        retry = (last.text + 1, last.pattern)
        (i, j) = (last.text + 1, last.pattern)
      } else {
        return false
      }
    }
    return pattern[j...].allSatisfy { $0 == "*" }
  }
}

extension JSONValue {
  /// The elements of an array or the values of an object.
  fileprivate var children: [JSONValue]? {
    switch self {
    case .array(let elements): elements
    case .object(let object): object.members.map(\.value)
    default: nil
    }
  }

  /// The names for the elements at both ends of an array.
  static let ends = ["first", "last"]

  /// Returns the first or the last element of an array.
  fileprivate func element(at end: String) -> JSONValue? {
    end == "first" ? array?.first : end == "last" ? array?.last : nil
  }

  /// Returns the token of a child, by its number.
  fileprivate func token(of number: Int) -> String {
    if case .object(let object) = self { object.members[number].key } else { String(number) }
  }

  /// The number of code points of a string, elements, or members.
  fileprivate var length: Int? {
    switch self {
    case .string(let string): string.unicodeScalars.count
    case .array(let elements): elements.count
    case .object(let object): object.count
    default: nil
    }
  }
}
