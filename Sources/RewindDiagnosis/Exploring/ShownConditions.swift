import Foundation
import RewindJSON

/// The values that a state must show for a user to act: the draft that is confirmed, the screen with the button.
///
/// It is learned where an action was recorded so often on states of one kind only that this cannot be chance, as
/// other actions happen on others. Of several conditions that were always true together, the one that is true
/// most seldom is taken: that a list is not empty while one of its rows is selected is what the recordings happen
/// to have, and perhaps the very thing to try.
struct ShownConditions: Sendable {
  /// A value in a state has, or has not, a certain content.
  struct Condition: Hashable {
    let pointer: GeneralPointer
    fileprivate let value: String
    fileprivate let isNegative: Bool

    func holds(in state: JSONValue) -> Bool { holds(for: content(in: state)) }

    fileprivate func holds(for content: String) -> Bool { (content == value) != isNegative }

    /// Returns what there is; where the condition is of no text, one is like another.
    fileprivate func content(in state: JSONValue) -> String {
      let content = ShownContents.content(pointer.first(in: state))
      return content.hasPrefix("\"") && !value.hasPrefix("\"") ? ShownContents.some : content
    }
  }

  /// A condition by the numbers of its column and its content.
  private struct Candidate: Comparable {
    let column: Int
    let content: Int
    let isNegative: Bool

    func count(in table: RecordedContents, _ rows: [Int]) -> Int {
      let contents = table.columns[column].contents
      var equal = 0
      for row in rows where contents[row] == content { equal += 1 }
      return isNegative ? rows.count - equal : equal
    }

    static func < (one: Candidate, other: Candidate) -> Bool {
      (one.column, one.content, one.isNegative ? 1 : 0)
        < (other.column, other.content, other.isNegative ? 1 : 0)
    }
  }

  /// A condition of a type of action, or of a case, that is not met, and what there is instead: that a list is empty
  /// is not the same as that there is none.
  struct Broken: Hashable {
    fileprivate let name: String
    fileprivate let condition: Condition
    fileprivate let content: String

    /// True if two are broken by the same value in the same way.
    func isSame(as other: Self) -> Bool {
      (condition, content) == (other.condition, other.content)
    }
  }

  private var conditions: [String: [Condition]] = [:]
  private let cases: PayloadCases
  /// The conditions that need not be met where there is this instead.
  private var dropped: Set<Broken> = []

  /// The probability below which a condition is not taken for chance, and that for one of a value that is known to
  /// matter to the action.
  private static let (chance, chanceOfRelated) = (log(1e-3), log(1e-2))
  /// The same for a case of a payload: there are many, of few actions each.
  private static let (chanceOfCase, chanceOfRelatedToCase) = (log(1e-5), log(1e-4))
  /// A value that had more contents is a text or a number that anything may be; it matters only if it is there.
  static let contentLimit = 8

  /// Returns true if a state shows the values that the type of action needs, and each case of its payload.
  func hold(for step: SessionStep, in state: JSONValue) -> Bool {
    ([step.kindName] + cases.names(of: step)).allSatisfy { hold(for: $0, in: state) }
  }

  /// Returns true if a state shows the values that a type of action needs, or a case.
  func hold(for name: String, in state: JSONValue) -> Bool {
    unmet(for: name, in: state) == nil
  }

  /// Returns the first condition of a type of action that a state does not meet; nil if it meets all.
  func unmet(for name: String, in state: JSONValue) -> Condition? {
    broken(for: name, in: state).first?.condition
  }

  private func broken(for name: String, in state: JSONValue) -> some Collection<Broken> {
    (conditions[name] ?? []).lazy.compactMap { condition in
      let content = condition.content(in: state)
      guard !condition.holds(for: content) else { return nil }
      let broken = Broken(name: name, condition: condition, content: content)
      return dropped.contains(broken) ? nil : broken
    }
  }

  /// Returns all that an action, or its cases, needs and a state does not show.
  func allUnmet(for step: SessionStep, in state: JSONValue) -> [Broken] {
    ([step.kindName] + cases.names(of: step)).flatMap { broken(for: $0, in: state) }
  }

  /// Forgets a condition where there is the same instead.
  mutating func drop(_ broken: Broken) { dropped.insert(broken) }

  /// All conditions of all types.
  var all: Set<Condition> { Set(conditions.values.joined()) }

  /// Returns the texts and lists that must not be empty for a type of action.
  func filled(for type: String) -> [GeneralPointer] {
    (conditions[type] ?? []).filter { condition in
      condition.isNegative && condition.value == ShownContents.empty
        && !dropped.contains(Broken(name: type, condition: condition, content: condition.value))
    }.map(\.pointer)
  }

  /// Returns true if a state shows all values that a type of action needs but one.
  func hold(for type: String, besides pointer: GeneralPointer, in state: JSONValue) -> Bool {
    broken(for: type, in: state).allSatisfy { $0.condition.pointer == pointer }
  }

  /// Learns from the states before each recorded action of a user.
  init(_ table: RecordedContents, _ cases: PayloadCases) {
    self.cases = cases
    let distinct = table.columns.map(\.distinct)
    for (type, own) in table.rows {
      var open = Self.candidates(own, table, distinct)
      var rest = Array(0..<table.rowCount)
      var related: Set<Int> = []
      // Each condition leaves fewer of all actions, among which the next one is to tell the type's own.
      let limits =
        cases.isCase(type)
        ? (Self.chanceOfCase, Self.chanceOfRelatedToCase) : (Self.chance, Self.chanceOfRelated)
      while let found = Self.next(&open, own, rest, related, table, limits) {
        let column = table.columns[found.column]
        related.insert(found.column)
        conditions[type, default: []].append(
          Condition(
            pointer: column.pointer,
            value: table.names[found.content],
            isNegative: found.isNegative
          )
        )
        rest = rest.filter { (column.contents[$0] == found.content) != found.isNegative }
      }
    }
  }

  /// Returns the rarest condition that cannot be chance, and takes those that are rarer out of the candidates.
  private static func next(
    _ open: inout [Candidate],
    _ own: [Int],
    _ rest: [Int],
    _ related: Set<Int>,
    _ table: RecordedContents,
    _ limits: (chance: Double, chanceOfRelated: Double)
  ) -> Candidate? {
    var counted = open.map { ($0.count(in: table, rest), $0) }.sorted { $0 < $1 }[...]
    while let (count, candidate) = counted.popFirst(), count < rest.count {
      // A condition that is rarer may have been seen in fewer stretches.
      let times = table.columns[candidate.column].stretchCount(own)
      let limit = related.contains(candidate.column) ? limits.chanceOfRelated : limits.chance
      if log(Double(count) / Double(rest.count)) * Double(times) < limit {
        open = counted.map(\.1)
        return candidate
      }
    }
    return nil
  }

  /// Returns the conditions that held for each of a type's actions.
  private static func candidates(
    _ own: [Int],
    _ table: RecordedContents,
    _ distinct: [Set<Int>]
  ) -> [Candidate] {
    let telling = Set(
      table.names.indices.filter {
        [ShownContents.nothing, ShownContents.empty].contains(table.names[$0])
      }
    )
    return table.columns.indices.flatMap { number -> [Candidate] in
      let contents = table.columns[number].contents
      let seen = Set(own.map { contents[$0] })
      let all = distinct[number]
      let others = all.count <= contentLimit ? all : all.intersection(telling)
      let negative = others.subtracting(seen)
        .map { Candidate(column: number, content: $0, isNegative: true) }
      guard seen.count == 1, let only = seen.first else { return negative }
      return negative + [Candidate(column: number, content: only, isNegative: false)]
    }
  }
}
