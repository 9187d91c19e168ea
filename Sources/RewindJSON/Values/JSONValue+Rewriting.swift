extension JSONValue {
  /// Returns the value with other scalars and keys.
  ///
  /// - Parameters:
  ///   - place: The place of the value, with `*` for the elements of arrays.
  ///   - key: Returns the new name of a member.
  ///   - isBack: True to name places by the new keys, as they were before a rewriting that this one undoes.
  ///   - scalar: Returns the new value in the place of a string or number.
  /// - Returns: The new value.
  package func rewritten(
    at place: [String] = [],
    key: (String) -> String = { $0 },
    isBack: Bool = false,
    scalar: (JSONValue, _ place: [String]) -> JSONValue
  ) -> JSONValue {
    switch self {
    case .null, .bool:
      return self
    case .string, .number:
      return scalar(self, place)
    case .array(let elements):
      let place = place + ["*"]
      return .array(
        elements.map { $0.rewritten(at: place, key: key, isBack: isBack, scalar: scalar) }
      )
    case .object(let object):
      var members = JSONObject()
      members.reserveCapacity(object.count)
      for member in object.members {
        let name = key(member.key)
        let place = place + [isBack ? name : member.key]
        members.append(
          name,
          member.value.rewritten(at: place, key: key, isBack: isBack, scalar: scalar)
        )
      }
      return .object(members)
    }
  }
}
