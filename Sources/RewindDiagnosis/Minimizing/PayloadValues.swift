import RewindJSON
import RewindSession
import RewindTimeline

/// The texts and numbers that a session's actions carry, by the type of the action and the member of it.
///
/// A value from elsewhere may be one that no user of the app can enter and no reducer expects: an empty
/// name where names are chosen from a list.
struct PayloadValues {
  private var found: [PayloadMember: Set<JSONValue>] = [:]
  /// The names of the members beside a text, for each text and each of its uses.
  private var shapes: [PayloadMember: [String: [[String]]]] = [:]
  /// The types of all actions, and what stands behind the last dot in them.
  private var types: Set<String> = []
  /// The number of values to keep for a member; more are not tried.
  private static let limit = 1_000

  /// Reads the actions of some types.
  static func read(
    _ timeline: Timeline,
    of types: Set<String>,
    through last: Int
  ) throws(SessionLogError) -> PayloadValues {
    var values = PayloadValues()
    for line in 0..<timeline.log.lineCount {
      let key = try timeline.log.key(of: line)
      guard key.kind == .action, let index = key.index, index <= last else { continue }
      let action = try timeline.action(index)
      let name = action.type.split(separator: ".").last.map(String.init)
      values.types.formUnion([action.type, name ?? action.type])
      if types.contains(action.type), let payload = action.payload {
        values.add(payload, PayloadMember(type: action.type, path: []))
      }
    }
    return values
  }

  private mutating func add(_ value: JSONValue, _ holder: PayloadMember) {
    switch value {
    case .string, .number:
      if found[holder, default: []].count < Self.limit { found[holder, default: []].insert(value) }
    case .array(let elements):
      for element in elements { add(element, holder.member(Self.element)) }
    case .object(let object):
      let names = object.members.map(\.key).sorted()
      for member in object.members {
        add(member.value, holder.member(member.key))
        if case .string(let text) = member.value {
          shapes[holder.member(member.key), default: [:]][text, default: []].append(names)
        }
      }
    default:
      break
    }
  }

  /// The name of an array's elements in a path.
  static let element = "*"

  /// Returns the values of a member that are smaller than the given one, the smallest first.
  func smaller(than value: JSONValue, in type: String, at path: [String]) -> [JSONValue] {
    let member = PayloadMember(type: type, path: path)
    if case .string(let text) = value, namesKind(text, at: member) { return [] }
    return (found[member] ?? []).filter { $0.kind == value.kind && $0.isSmaller(than: value) }
      .sorted { $0.isSmaller(than: $1) }
  }
}

extension PayloadValues {
  /// The names of members that say what the others mean, in apps whose actions have one type.
  static let kindNames: Set<String> = [
    "type", "kind", "action", "op", "operation", "method", "command", "event", "case", "tag",
  ]

  /// True if a text says what kind of action it is, so that another one is another action: by the name of
  /// its member, as the type of another action, or because the members beside it depend on it.
  private func namesKind(_ text: String, at member: PayloadMember) -> Bool {
    if let name = member.path.last, Self.kindNames.contains(name.lowercased()) { return true }
    if types.contains(text) { return true }
    let shapes = shapes[member] ?? [:]
    // Where no text is there twice, they may be names, and the members optional.
    let isRepeated = shapes.values.contains { $0.count > 1 }
    return isRepeated && Set(shapes.values.map { Set($0) }).count > 1
      && shapes.values.allSatisfy { Set($0).count == 1 }
  }
}

extension JSONValue {
  /// True if a person would call this text or number the smaller of the two.
  fileprivate func isSmaller(than other: JSONValue) -> Bool {
    switch (self, other) {
    case (.string(let text), .string(let other)):
      (text.count, text) < (other.count, other)
    case (.number(let number), .number(let other)):
      (abs(number.double), number.double < 0 ? 1 : 0) < (
        abs(other.double), other.double < 0 ? 1 : 0
      )
    default:
      false
    }
  }
}
