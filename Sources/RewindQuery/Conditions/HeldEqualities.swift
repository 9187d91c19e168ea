import RewindJSON
import RewindSession
package import RewindTimeline

/// An equality between two parts of a state that held for a while, with its break.
///
/// Wrong states are often noticed late: a badge is negative long after a count went astray. What both sides of an
/// equality were before says where. It is a suggestion, never a verdict: that two numbers were equal may be chance.
package struct HeldEquality: Hashable, Sendable {
  /// The equality in the language of expressions.
  package let text: String
  /// The condition that must never hold.
  package let never: String
  /// The number of states in which it held, one after the other from the first.
  package let count: Int
  /// The action after which it did not hold.
  package let broken: Int
}

/// The equalities that hold in the states of a session.
package struct HeldEqualities {
  private var candidates: [Candidate: Record] = [:]
  /// The values that were looked at; a search ends beyond the limit.
  private var effort = 0

  private static let effortLimit = 3_000_000
  /// The fewest different values of each side: below that an equality is often chance.
  private static let fewestValues = 3
  /// The fewest states: two counters that begin alike may go together for a while.
  private static let fewestStates = 8
  /// The most pointers of a state of which pairs are made.
  private static let pointerLimit = 150

  /// What was seen of a candidate.
  private struct Record {
    var left: Set<JSONValue> = []
    var right: Set<JSONValue> = []
    var count = 0
    var broken: Int?
    var holdsAgain = false
    var hasMissing = false
  }

  /// Returns the three best founded equalities of what a condition reads that one action broke for good before it held.
  package static func broken(
    before runs: TruthRuns,
    of condition: StepExpression,
    in timeline: Timeline
  ) throws(SessionLogError) -> [HeldEquality] {
    guard let run = runs.last, run.survivor != nil, run.first.external == 0 else { return [] }
    let onset = run.first.index
    var held = HeldEqualities()
    let reads = try condition.readPointers(at: TimelineStep(timeline, onset))
    try held.propose(timeline, upTo: onset, reading: reads)
    try held.look(at: timeline, through: onset)
    return Array(held.found(before: onset).prefix(3))
  }

  /// Proposes the equalities that the last state up to an action could have; `reads` has what one side must be or have.
  private mutating func propose(
    _ timeline: Timeline,
    upTo last: Int,
    reading reads: [Pointer]
  ) throws(SessionLogError) {
    for index in stride(from: last, through: timeline.firstIndex, by: -1)
    where try timeline.stateLine(after: index) != nil {
      let parts = StateParts(try timeline.state(after: index))
      for candidate in parts.candidates(reading: reads, limit: Self.pointerLimit) {
        candidates[candidate] = Record()
      }
      return
    }
  }

  /// Looks at the states of a session up to that of an action.
  private mutating func look(
    at timeline: Timeline,
    through last: Int
  ) throws(SessionLogError) {
    for index in timeline.firstIndex...max(last, timeline.firstIndex)
    where try timeline.stateLine(after: index) != nil {
      let parts = StateParts(try timeline.state(after: index))
      effort += parts.size + candidates.count / 4
      guard effort <= Self.effortLimit else {
        candidates = [:]
        return
      }
      for (candidate, known) in candidates {
        var record = known
        Self.note(candidate.sides(in: parts), at: index, in: &record)
        // One that came and went is no rule.
        candidates[candidate] = record.holdsAgain ? nil : record
      }
    }
  }

  private static func note(
    _ sides: (left: JSONValue, right: JSONValue, holds: Bool)?,
    at index: Int,
    in record: inout Record
  ) {
    guard let sides else {
      record.hasMissing = true
      return
    }
    if sides.holds {
      guard record.broken == nil else {
        record.holdsAgain = true
        return
      }
      record.count += 1
      record.left.insert(sides.left)
      record.right.insert(sides.right)
    } else {
      record.broken = record.broken ?? index
    }
  }

  /// Returns those that were broken before an action, the best founded first.
  private func found(before onset: Int) -> [HeldEquality] {
    candidates.compactMap { candidate, record -> (equality: HeldEquality, values: Int)? in
      guard let broken = record.broken, broken < onset, record.count >= Self.fewestStates,
        min(record.left.count, record.right.count) >= Self.fewestValues
      else { return nil }
      let equality = HeldEquality(
        text: candidate.text,
        never: candidate.never(record.hasMissing),
        count: record.count,
        broken: broken
      )
      return (equality, record.left.count)
    }
    .sorted { (-$0.values, $0.equality.text) < (-$1.values, $1.equality.text) }.map(\.equality)
  }
}

/// The numbers, texts and lists of a state that are in no list.
private struct StateParts {
  private(set) var scalars: [Pointer: JSONValue] = [:]
  private(set) var lists: [Pointer: [JSONValue]] = [:]
  /// The number of values looked at.
  private(set) var size = 0

  init(_ state: JSONValue) { add(state, at: .root) }

  private mutating func add(_ value: JSONValue, at pointer: Pointer) {
    size += 1
    switch value {
    case .number, .string: scalars[pointer] = value
    case .array(let elements):
      lists[pointer] = elements
      size += elements.count * 4
    case .object(let object):
      for member in object.members { add(member.value, at: pointer.appending(member.key)) }
    default: break
    }
  }

  /// Returns the equalities that could hold.
  func candidates(reading read: [Pointer], limit: Int) -> [Candidate] {
    func isRead(_ pointer: Pointer) -> Bool { read.contains { pointer.isRelated(to: $0) } }
    var found: [Candidate] = []
    let values = scalars.sorted { "\($0.key)" < "\($1.key)" }.prefix(limit)
    for (a, value) in values {
      for (b, other) in values where "\(a)" < "\(b)" && value.kind == other.kind {
        if isRead(a) || isRead(b) { found.append(Candidate(kind: .value, left: a, right: b)) }
      }
      for (list, elements) in lists.prefix(limit) where isRead(a) || isRead(list) {
        // The first element stands for all.
        let members = elements.first?.object?.members ?? []
        let ids = members.filter { $0.value.kind == value.kind }.map(\.key)
        switch value {
        case .number:
          found.append(Candidate(kind: .length, left: a, right: list))
          found += members.filter { $0.value.bool != nil }
            .map { Candidate(kind: .count($0.key), left: a, right: list) }
          found += ids.filter { $0 == "id" }.map {
            Candidate(kind: .member($0), left: a, right: list)
          }
        default:
          found += ids.map { Candidate(kind: .member($0), left: a, right: list) }
          if elements.first?.kind == value.kind {
            found.append(Candidate(kind: .member(nil), left: a, right: list))
          }
        }
      }
    }
    return found
  }
}

/// An equality that may hold.
private struct Candidate: Hashable {
  enum Kind: Hashable {
    /// Two values are equal.
    case value
    /// A number is that of a list's elements.
    case length
    /// A number is that of the elements with this flag.
    case count(String)
    /// A value is an element, or this member of one.
    case member(String?)
  }

  let kind: Kind
  let left: Pointer
  let right: Pointer

  /// Returns both sides, and if the equality holds; nil where a side is missing.
  func sides(in parts: StateParts) -> (left: JSONValue, right: JSONValue, holds: Bool)? {
    guard let value = parts.scalars[left] else { return nil }
    if case .value = kind {
      return parts.scalars[right].map { (value, $0, value == $0) }
    }
    guard let list = parts.lists[right] else { return nil }
    func equal(_ number: Int) -> (JSONValue, JSONValue, Bool) {
      (value, JSONValue(number), value == JSONValue(number))
    }
    switch kind {
    case .value: return nil
    case .length: return equal(list.count)
    case .count(let flag): return equal(list.count { $0[flag]?.bool == true })
    case .member(let name):
      let ids = list.map { element in name.map { element[$0] ?? .null } ?? element }
      return (value, .array(ids), ids.contains(value))
    }
  }

  /// The equality as an expression.
  var text: String {
    let (a, b) = (left.expression, right.expression)
    return switch kind {
    case .value: "\(a) == \(b)"
    case .length: "\(a) == length(\(b))"
    case .count(let flag): "\(a) == count(\(b), it\(flag.memberExpression))"
    case .member(let name?): "any(\(b), it\(name.memberExpression) == \(a))"
    case .member(nil): "\(b) contains \(a)"
    }
  }

  /// Returns the opposite, which must never hold; where a side may be missing, only of states that have it.
  func never(_ mayBeMissing: Bool) -> String {
    let (a, b) = (left.expression, right.expression)
    switch kind {
    case .member:
      let exists = mayBeMissing ? "exists(\(a)) and \(a) != null and exists(\(b)) and " : ""
      return exists + "not (\(text))"
    default:
      // Two values of one kind are compared; a missing one is not equal to anything.
      let exists = mayBeMissing ? "exists(\(a)) and exists(\(b)) and " : ""
      return exists + text.replacing(" == ", with: " != ", maxReplacements: 1)
    }
  }
}

extension Pointer {
  /// The pointer in the language of expressions: `counts.unread`.
  fileprivate var expression: String {
    let rest = tokens.dropFirst().map(\.memberExpression).joined()
    guard let first = tokens.first else { return "state" }
    return first.isPlainName ? first + rest : "state[\(JSONValue.string(first).text)]\(rest)"
  }
}

extension String {
  /// The name of a member after its container: `.unread`, `["odd name"]`.
  fileprivate var memberExpression: String {
    wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) == nil
      ? "[\(JSONValue.string(self).text)]" : ".\(self)"
  }

  /// True if an expression reads it as a member of the state.
  fileprivate var isPlainName: Bool {
    guard case .path(.state, let segments)? = (try? StepExpression(self))?.root else {
      return false
    }
    return segments.count == 1 && !contains(".")
  }
}
