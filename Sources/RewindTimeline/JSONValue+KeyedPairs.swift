package import RewindJSON

extension JSONValue {
  /// The value with its dictionaries in the order that they have in another one, where their keys are pseudonyms.
  ///
  /// A dictionary whose keys are no texts to `Codable`, such as `[UUID: Item]`, is an array of keys and values in turn,
  /// in the order of its keys. A recorded session has the order of the real keys; a replay knows only their pseudonyms,
  /// and has the order of those.
  package func arranged(as other: JSONValue) -> JSONValue {
    switch (self, other) {
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      let elements = Self.arranged(elements, as: others) ?? elements
      return .array(zip(elements, others).map { $0.arranged(as: $1) })
    case (.object(let object), .object(let others)):
      return .object(
        JSONObject(
          object.members.map { ($0.key, others[$0.key].map($0.value.arranged) ?? $0.value) }
        )
      )
    default: return self
    }
  }

  /// Returns keys and values in turn in the order of other keys; nil if they are not the same keys, or have no
  /// pseudonyms, or if the values look like keys, as in a list.
  private static func arranged(_ elements: [JSONValue], as others: [JSONValue]) -> [JSONValue]? {
    guard elements.count >= 4, elements.count.isMultiple(of: 2) else { return nil }
    let keys = stride(from: 0, to: elements.count, by: 2)
    guard keys.contains(where: { elements[$0].hasRedaction }),
      Set(keys.map { elements[$0].form })
        .isDisjoint(with: Set(keys.map { elements[$0 + 1].form }))
    else { return nil }
    var values: [JSONValue: JSONValue] = [:]
    for key in keys {
      if values.updateValue(elements[key + 1], forKey: elements[key]) != nil { return nil }
    }
    var arranged: [JSONValue] = []
    for key in keys {
      guard let value = values.removeValue(forKey: others[key]) else { return nil }
      arranged += [others[key], value]
    }
    return arranged
  }

  private var hasRedaction: Bool {
    switch self {
    case .string(let text): text.isRedaction
    case .array(let elements): elements.contains(where: \.hasRedaction)
    case .object(let object): object.members.contains { $0.value.hasRedaction }
    case .null, .bool, .number: false
    }
  }

  /// The kind and the names of the members, the same for all values of one type.
  private var form: String {
    switch self {
    case .object(let object): object.members.map(\.key).sorted().joined(separator: ",") + "{"
    default: "\(kind)"
    }
  }
}
