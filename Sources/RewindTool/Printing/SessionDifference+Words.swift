import RewindDiagnosis
import RewindJSON
import RewindTimeline

extension SessionDifference {
  /// The difference for scripts; actions by their numbers in their sessions.
  func json(of pair: SessionPair) -> JSONValue {
    func good(_ step: Int) -> JSONValue { JSONValue(pair.good.index(step)) }
    func bad(_ step: Int) -> JSONValue { JSONValue(pair.bad.index(step)) }
    func type(_ session: ComparedSession, _ step: Int) -> JSONValue {
      .string(session.steps[step].type)
    }
    var members: [(String, JSONValue?)]
    switch kind {
    case .start(let change):
      members = [("kind", "start")] + change.members
    case .order(let order):
      let (first, past) = (order.bad.lowerBound, order.passed.last)
      members = [
        ("kind", "order"), ("type", type(pair.bad, first)),
        ("good", good(order.good.lowerBound)), ("bad", bad(first)),
        ("count", JSONValue(order.bad.count)), ("moved", order.isEarlier ? "earlier" : "later"),
        ("past", past.map { ["good": good($0.good), "bad": bad($0.bad)] }),
        ("pastType", past.map { type(pair.bad, $0.bad) }),
      ]
    case .missing(let step):
      members = [("kind", "missing"), ("type", type(pair.good, step)), ("good", good(step))]
    case .extra(let step):
      members = [("kind", "extra"), ("type", type(pair.bad, step)), ("bad", bad(step))]
    case .payload(let step, let other, let change):
      members =
        [
          ("kind", "payload"), ("type", type(pair.bad, other)), ("good", good(step)),
          ("bad", bad(other)),
        ] + change.members
    case .input(let step, let other, _, let name, let change):
      members = [
        ("kind", "input"), ("type", type(pair.bad, other)), ("good", good(step)),
        ("bad", bad(other)), ("name", .string(name)), ("old", change.old), ("new", change.new),
      ]
    }
    return .object(JSONObject(members.compactMap { key, value in value.map { (key, $0) } }))
  }

  /// Returns the difference in words: a sentence, and the values in an indented line.
  func lines(_ style: Style, of pair: SessionPair) throws -> [String] {
    func bad(_ step: Int) throws -> String { try pair.bad.name(step, style) }
    func good(_ step: Int) throws -> String { try pair.good.name(step, style) }
    switch kind {
    case .start(let change):
      return ["The bad session begins with another state:", "  " + change.line(style)]
    case .order(let order):
      return [try words(of: order, style, pair)]
    case .missing(let step):
      return ["The bad session lacks action \(try good(step)) of the good one."]
        + (try missingAnswer(step, pair))
    case .extra(let step):
      if pair.bad.repeats(step) {
        return ["In the bad session, \(try bad(step)) follows right after another like it."]
      }
      return ["The bad session has action \(try bad(step)), which the good one lacks."]
    case .payload(let step, let other, let change):
      let number = pair.bad.index(other)
      let hasFailed = pair.bad.hasFailed(other)
      let verb =
        hasFailed == pair.good.hasFailed(step)
        ? "carries another value" : hasFailed ? "fails" : "does not fail"
      return [
        "Action \(try good(step)) \(verb)\(other == step ? "" : " in the bad session, where it is action \(number)"):",
        "  " + change.line(style, ofWhole: "payload"),
      ]
    case .input(let step, let other, _, let name, let change):
      let number = pair.bad.index(other)
      let read = Change(Pointer(tokens: [name]), old: change.old, new: change.new)
      return [
        "In action \(try good(step)), the reducer reads another \"\(name.escapedForTerminal)\"\(other == step ? "" : " in the bad session, where it is action \(number)"):",
        "  " + read.line(style),
      ]
    }
  }

  /// Says by which request an answer is missing.
  private func missingAnswer(_ step: Int, _ pair: SessionPair) throws -> [String] {
    guard let found = try pair.unanswered(step) else { return [] }
    func name(_ position: Int) -> String {
      "\(pair.bad.steps[position].type.escapedForTerminal) (\(pair.bad.index(position)))"
    }
    let type = pair.good.steps[step].type.escapedForTerminal
    return [
      "\(type) is missing because \(name(found.request)) changed nothing"
        + (found.first.map { ": \(name($0)) came first." } ?? ".")
    ]
  }

  private func words(of order: Order, _ style: Style, _ pair: SessionPair) throws -> String {
    let (first, last) = (order.bad.lowerBound, order.bad.upperBound - 1)
    var words = "In the bad session, action \(try pair.bad.name(first, style))"
    if last > first { words += " and the \(counted(last - first, "action")) after it" }
    let verb = last > first ? "come" : "comes"
    guard let other = order.passed.last else { return "\(words) \(verb) at another point." }
    let name = try pair.bad.name(other.bad, style)
    let numbers =
      "(\(pair.good.index(order.good.lowerBound)) and \(pair.good.index(other.good)))"
    return order.isEarlier
      ? "\(words) \(verb) before action \(name); in the good one after it \(numbers)."
      : "\(words) \(verb) after action \(name); in the good one before it \(numbers)."
  }
}

extension ComparedSession {
  /// Returns an action's number, type and payload.
  fileprivate func name(_ step: Int, _ style: Style) throws -> String {
    let number = index(step)
    return "\(number) \(try timeline.action(number).brief(style, width: 60))"
  }
}

extension Change {
  /// The pointer and both values for scripts; a side without a value has no member.
  fileprivate var members: [(String, JSONValue?)] {
    [("pointer", .string(pointer.description)), ("old", old), ("new", new)]
  }
}
