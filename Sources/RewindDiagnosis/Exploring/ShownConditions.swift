import Foundation
import RewindJSON

/// What a state must show for a user to do something: the draft that is confirmed, the screen with the button.
///
/// It is learned where an action was recorded in so many sessions on states of one kind only that this cannot be
/// chance, as other actions happen on others. Of several conditions that were always true together, the one
/// that is true most seldom is taken: that a list is not empty while one of its rows is selected is what the
/// recordings happen to have, and perhaps the very thing to try.
struct ShownConditions: Sendable {
  /// A property of one value in a state.
  private struct Property: Hashable, Comparable {
    let pointer: GeneralPointer
    let value: String

    static func < (one: Property, other: Property) -> Bool {
      (one.pointer, one.value) < (other.pointer, other.value)
    }
  }

  private let properties: [String: [Property]]

  /// The probability below which it is not taken for chance: once in 100,000.
  private static let chance = log(1e-5)

  /// Returns true if a state shows what the type of action needs.
  func hold(for type: String, in state: JSONValue) -> Bool {
    (properties[type] ?? []).allSatisfy { property in
      Self.value(property.pointer.first(in: state)) == property.value
    }
  }

  /// Learns from the actions of users, each with the state before it and the number of its session.
  init(_ actions: [(type: String, session: Int, before: JSONValue)]) {
    let all = actions.map { (action: $0, has: Self.properties(of: $0.before)) }
    var found: [String: [Property]] = [:]
    for type in Set(actions.map(\.type)).sorted() {
      let own = all.filter { $0.action.type == type }
      let sessions = Set(own.map(\.action.session)).count
      var candidates = own[0].has
      for action in own.dropFirst() { candidates.formIntersection(action.has) }
      var rest = all.map(\.has)
      while !rest.isEmpty {
        let counted = candidates.map { property in
          (property, count: rest.filter { $0.contains(property) }.count)
        }
        guard let rarest = counted.min(by: { ($0.count, $0.0) < ($1.count, $1.0) }) else { break }
        let share = Double(rarest.count) / Double(rest.count)
        guard log(share) * Double(sessions) < Self.chance else { break }
        found[type, default: []].append(rarest.0)
        candidates.remove(rarest.0)
        rest = rest.filter { $0.contains(rarest.0) }
      }
    }
    properties = found
  }

  private static func properties(of state: JSONValue) -> Set<Property> {
    var found: Set<Property> = []
    func add(_ value: JSONValue, _ pointer: GeneralPointer, _ depth: Int) {
      if let text = self.value(value) { found.insert(Property(pointer: pointer, value: text)) }
      guard depth < 4, let object = value.object else { return }
      for member in object.members {
        add(member.value, pointer.member(member.key), depth + 1)
      }
    }
    add(state, GeneralPointer(), 0)
    return found
  }

  /// Returns what counts of a value; a missing one is like null.
  private static func value(_ value: JSONValue?) -> String? {
    switch value {
    case nil, .null?: "null"
    case .bool(let truth)?: "\(truth)"
    case .string(let text)?: text.count <= 24 ? "\"\(text)" : "some"
    case .number?, .array?, .object?: "some"
    }
  }
}
