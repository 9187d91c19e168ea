import RewindJSON

/// The rows of a state's lists by their identifiers: what a selection stands for.
struct StateRows {
  /// The first row of each identifier.
  private(set) var all: [JSONValue: JSONValue] = [:]

  private static let (depthLimit, rowLimit) = (4, 256)

  init(of state: JSONValue) { add(state, 0) }

  private mutating func add(_ value: JSONValue, _ depth: Int) {
    guard depth < Self.depthLimit, all.count < Self.rowLimit else { return }
    if let elements = value.array {
      for element in elements.prefix(Self.rowLimit) {
        guard let id = element.object?.members.first(where: { Self.isID($0.key) })?.value,
          id.isName,
          all[id] == nil
        else { continue }
        all[id] = element
      }
    }
    for member in value.object?.members.prefix(Self.rowLimit) ?? [] { add(member.value, depth + 1) }
  }

  static func isID(_ name: String) -> Bool {
    name == "id" || name.hasSuffix("ID") || name == "_id"
  }
}
