extension JSONValue {
  /// Returns the value with other scalars and keys.
  ///
  /// - Parameters:
  ///   - path: The path of the value, with `*` for the elements of arrays.
  ///   - key: Returns the new name of a member.
  ///   - scalar: Returns the new value of a string or number.
  /// - Returns: The new value.
  package func rewritten(
    at path: [String] = [],
    key: (String) -> String = { $0 },
    scalar: (JSONValue, _ path: [String]) -> JSONValue
  ) -> JSONValue {
    switch self {
    case .null, .bool:
      return self
    case .string, .number:
      return scalar(self, path)
    case .array(let elements):
      let path = path + ["*"]
      return .array(elements.map { $0.rewritten(at: path, key: key, scalar: scalar) })
    case .object(let object):
      var members = JSONObject()
      members.reserveCapacity(object.count)
      for member in object.members {
        let path = path + [member.key]
        members.append(key(member.key), member.value.rewritten(at: path, key: key, scalar: scalar))
      }
      return .object(members)
    }
  }
}
