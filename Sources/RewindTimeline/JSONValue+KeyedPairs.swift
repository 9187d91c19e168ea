package import RewindJSON

extension JSONValue {
  /// The value with its dictionaries in the order that they have in another one, where their keys are pseudonyms.
  ///
  /// A dictionary whose keys are no texts to `Codable`, such as `[UUID: Item]`, is an array of keys and values in turn,
  /// in the order of its keys. A session with pseudonyms for them has the order of the keys in whose place they are; a
  /// replay, which knows only the pseudonyms, has theirs.
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

  /// Returns keys and values in turn in the order of other keys; nil if they are not the same keys, or no pseudonyms.
  private static func arranged(_ elements: [JSONValue], as others: [JSONValue]) -> [JSONValue]? {
    guard !elements.isEmpty, elements.count.isMultiple(of: 2) else { return nil }
    var values: [String: JSONValue] = [:]
    for place in stride(from: 0, to: elements.count, by: 2) {
      guard let key = elements[place].string, key.isRedaction,
        values.updateValue(elements[place + 1], forKey: key) == nil
      else { return nil }
    }
    var arranged: [JSONValue] = []
    for place in stride(from: 0, to: others.count, by: 2) {
      guard let key = others[place].string, let value = values.removeValue(forKey: key) else {
        return nil
      }
      arranged += [.string(key), value]
    }
    return arranged
  }
}
