import Foundation
import RewindJSON

/// What a state must show for a user to do something: the draft that is confirmed, the screen with the button.
///
/// It is learned where an action was recorded so often on states of one kind only that this cannot be chance, as
/// other actions happen on others. Of several conditions that were always true together, the one that is true
/// most seldom is taken: that a list is not empty while one of its rows is selected is what the recordings happen
/// to have, and perhaps the very thing to try.
struct ShownConditions: Sendable {
  /// A value in a state has, or has not, a certain content.
  private struct Condition: Hashable, Comparable {
    let pointer: GeneralPointer
    let value: String
    let isNegative: Bool

    func holds(_ found: String) -> Bool { (found == value) != isNegative }

    static func < (one: Condition, other: Condition) -> Bool {
      (one.pointer, one.value, one.isNegative ? 1 : 0)
        < (other.pointer, other.value, other.isNegative ? 1 : 0)
    }
  }

  /// A user's action with what the state before it showed.
  private struct Observation {
    let type: String
    let values: [GeneralPointer: String]
    /// The number of stretches of a session before this one in which a value was another, by pointer.
    let stretches: [GeneralPointer: Int]
    let session: Int

    /// What it showed of a value; nothing is like null.
    func content(_ pointer: GeneralPointer) -> String { values[pointer] ?? nothing }
  }

  private let conditions: [String: [Condition]]
  /// What was seen, for what was never seen.
  private let seen: SeenContents

  /// The probability below which a condition is not taken for chance, and that for one of a value that is known to
  /// matter to the action.
  private static let (chance, chanceOfRelated) = (log(1e-3), log(1e-2))
  /// A value that had more contents is a text or a number that anything may be; it matters only if it is there.
  private static let contentLimit = 8

  /// Returns true if a state shows what the type of action needs.
  func hold(for type: String, in state: JSONValue) -> Bool {
    (conditions[type] ?? []).allSatisfy { $0.holds(Self.content($0.pointer.first(in: state))) }
  }

  /// Learns from the actions of users in their order, each with the state before it and the number of its session.
  init(_ actions: [(type: String, session: Int, before: JSONValue)]) {
    let all = Self.observations(actions)
    var contents: [GeneralPointer: Set<String>] = [:]
    for observation in all {
      for (pointer, value) in observation.values { contents[pointer, default: []].insert(value) }
    }
    for pointer in contents.keys where all.contains(where: { $0.values[pointer] == nil }) {
      contents[pointer]?.insert(Self.nothing)
    }
    var found: [String: [Condition]] = [:]
    for (type, own) in Dictionary(grouping: all, by: \.type) {
      var candidates = Self.candidates(own, contents)
      var rest = all
      while !rest.isEmpty {
        let counted = candidates.map { condition in
          (condition, count: rest.count { condition.holds($0.content(condition.pointer)) })
        }
        guard let rarest = counted.min(by: { ($0.count, $0.0) < ($1.count, $1.0) }) else { break }
        let share = Double(rarest.count) / Double(rest.count)
        let times = Self.stretches(own, rarest.0.pointer)
        candidates.removeAll { $0 == rarest.0 }
        guard share < 1 else { break }
        // A condition that is rarer may have been seen in fewer stretches.
        let isRelated = found[type]?.contains { $0.pointer == rarest.0.pointer } ?? false
        let limit = isRelated ? Self.chanceOfRelated : Self.chance
        guard log(share) * Double(times) < limit else { continue }
        found[type, default: []].append(rarest.0)
        rest = rest.filter { rarest.0.holds($0.content(rarest.0.pointer)) }
      }
    }
    conditions = found
    seen = SeenContents(all, contents)
  }

  /// Returns what is least usual about a user's action on a state: a value with a content that no action of the type
  /// was ever recorded on, though that may be chance; nil if there is none.
  func doubt(about type: String, on state: JSONValue) -> UnseenState? {
    seen.doubt(about: type, Self.contents(of: state))
  }

  /// What the recorded actions of users happened on.
  private struct SeenContents {
    /// How many actions of each type there were, and on how many there was each content.
    private var types: [String: (actions: Int, contents: [GeneralPointer: Set<String>])] = [:]
    private var stretches: [String: [GeneralPointer: Int]] = [:]
    private var counts: [GeneralPointer: [String: Int]] = [:]
    private let all: Int

    init(_ observations: [Observation], _ contents: [GeneralPointer: Set<String>]) {
      all = observations.count
      // What may be anything says nothing by being something else.
      let pointers = contents.filter { $0.value.count <= ShownConditions.contentLimit }.keys
      for observation in observations {
        for pointer in pointers {
          counts[pointer, default: [:]][observation.content(pointer), default: 0] += 1
        }
      }
      for (type, own) in Dictionary(grouping: observations, by: \.type) {
        var found: [GeneralPointer: Set<String>] = [:]
        for pointer in pointers {
          found[pointer] = Set(own.map { $0.content(pointer) })
          stretches[type, default: [:]][pointer] = ShownConditions.stretches(own, pointer)
        }
        types[type] = (own.count, found)
      }
    }

    func doubt(about type: String, _ state: [GeneralPointer: String]) -> UnseenState? {
      guard let own = types[type] else { return nil }
      let doubts = own.contents.sorted { $0.key < $1.key }.compactMap { pointer, seen in
        let content = state[pointer] ?? nothing
        guard !seen.contains(content), let count = counts[pointer]?[content] else {
          return nil as (chance: Double, doubt: UnseenState)?
        }
        let share = Double(count) / Double(all)
        let chance = pow(1 - share, Double(stretches[type]?[pointer] ?? 0))
        return (
          chance,
          UnseenState(
            type: type,
            recorded: own.actions,
            pointer: pointer.description,
            content: ShownConditions.words(of: content),
            others: Int((share * 100).rounded()),
            chance: chance
          )
        )
      }
      return doubts.min { $0.chance < $1.chance }?.doubt
    }
  }

  private static func words(of content: String) -> String {
    switch content {
    case empty: "empty"
    case "some": "not empty"
    default: content.hasPrefix("\"") ? "\(content)\"" : content
    }
  }

  /// Returns the conditions that held for each of a type's actions.
  private static func candidates(
    _ own: [Observation],
    _ contents: [GeneralPointer: Set<String>]
  ) -> [Condition] {
    contents.flatMap { pointer, contents -> [Condition] in
      let seen = Set(own.map { $0.content(pointer) })
      let others =
        contents.count <= contentLimit ? contents : contents.intersection([nothing, empty])
      let negative = others.subtracting(seen)
        .map { Condition(pointer: pointer, value: $0, isNegative: true) }
      guard seen.count == 1, let only = seen.first else { return negative }
      return negative + [Condition(pointer: pointer, value: only, isNegative: false)]
    }
  }

  /// Returns in how many stretches of sessions, in which a value stayed the same, a type's actions happened: as long
  /// as it stays the same, another action says nothing new of it.
  private static func stretches(_ own: [Observation], _ pointer: GeneralPointer) -> Int {
    Set(own.map { [$0.session, $0.stretches[pointer] ?? 0] }).count
  }

  private static func observations(
    _ actions: [(type: String, session: Int, before: JSONValue)]
  ) -> [Observation] {
    var stretches: [GeneralPointer: Int] = [:]
    var last: (session: Int, values: [GeneralPointer: String])?
    return actions.map { action in
      let values = contents(of: action.before)
      if let last, last.session == action.session {
        for pointer in Set(values.keys).union(last.values.keys)
        where values[pointer] ?? nothing != last.values[pointer] ?? nothing {
          stretches[pointer, default: 0] += 1
        }
      } else {
        stretches = [:]
      }
      last = (action.session, values)
      return Observation(
        type: action.type,
        values: values,
        stretches: stretches,
        session: action.session
      )
    }
  }

  private static func contents(of state: JSONValue) -> [GeneralPointer: String] {
    var found: [GeneralPointer: String] = [:]
    func add(_ value: JSONValue, _ pointer: GeneralPointer, _ depth: Int) {
      found[pointer] = content(value)
      // An object of many members is a dictionary, whose keys are no screens.
      guard depth < 4, let object = value.object, object.count <= 64 else { return }
      for member in object.members {
        add(member.value, pointer.member(member.key), depth + 1)
      }
    }
    add(state, GeneralPointer(), 0)
    return found
  }

  private static let nothing = "null"
  private static let empty = "empty"

  /// Returns what counts of a value; a missing one is like null.
  private static func content(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null?: nothing
    case .bool(let truth)?: "\(truth)"
    case .string("")?: empty
    case .string(let text)?: text.count <= 24 ? "\"\(text)" : "some"
    case .array(let array)?: array.isEmpty ? empty : "some"
    case .object(let object)?: object.isEmpty ? empty : "some"
    case .number?: value == 0 ? "0" : "some"
    }
  }
}

/// A user's action on a state on which the recordings never have it.
package struct UnseenState: Sendable {
  package let type: String
  /// How often actions of the type were recorded.
  package let recorded: Int
  /// The value that was never so.
  package let pointer: String
  package let content: String
  /// How many in a hundred of all users' actions were on such a state.
  package let others: Int
  /// The probability that it was never recorded by chance, if it were as possible there as anywhere.
  let chance: Double

  /// Above this, that it was never recorded says nothing.
  static let telling = 0.5
}
