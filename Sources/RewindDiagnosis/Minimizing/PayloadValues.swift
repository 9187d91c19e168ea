import RewindJSON
import RewindSession
import RewindTimeline

/// The texts and numbers that a session's actions carry, by the type of the action and the place in it.
///
/// A value from elsewhere may be one that no user of the app can enter and no reducer expects: an empty
/// name where names are chosen from a list.
struct PayloadValues {
  /// A place in an action, the same for all elements of an array.
  private struct Place: Hashable {
    let type: String
    let path: [String]

    func member(_ name: String) -> Place { Place(type: type, path: path + [name]) }
  }

  private var found: [Place: Set<JSONValue>] = [:]
  /// The number of values to keep for a place; more are not tried.
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
      if types.contains(action.type), let payload = action.payload {
        values.add(payload, Place(type: action.type, path: []))
      }
    }
    return values
  }

  private mutating func add(_ value: JSONValue, _ place: Place) {
    switch value {
    case .string, .number:
      if found[place, default: []].count < Self.limit { found[place, default: []].insert(value) }
    case .array(let elements):
      for element in elements { add(element, place.member(Self.element)) }
    case .object(let object):
      for member in object.members { add(member.value, place.member(member.key)) }
    default:
      break
    }
  }

  /// The name of an array's elements in a path.
  static let element = "*"

  /// Returns the values at a place that are smaller than the given one, the smallest first.
  func smaller(than value: JSONValue, in type: String, at path: [String]) -> [JSONValue] {
    let others = found[Place(type: type, path: path)] ?? []
    return others.filter { $0.kind == value.kind && $0.isSmaller(than: value) }
      .sorted { $0.isSmaller(than: $1) }
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
