import RewindJSON

/// The place of a value on a walk through a document, with `*` for the elements of arrays.
struct PlacePattern {
  private var tokens: [String] = []

  /// The pattern as a JSON Pointer: `/items/*/id`.
  var text: String { Pointer(tokens: tokens).description }

  /// Calls `body` for a value in this one.
  mutating func inside(_ token: String, _ body: (inout PlacePattern) -> JSONValue) -> JSONValue {
    tokens.append(token)
    defer { tokens.removeLast() }
    return body(&self)
  }
}

extension JSONValue {
  /// Returns the value with other scalars and keys.
  ///
  /// - Parameters:
  ///   - place: The place of the value.
  ///   - key: Returns the new name of a member.
  ///   - isBack: True to name places by the new keys, as they were before a rewriting that this one undoes.
  ///   - scalar: Returns the new value in the place of a string or number.
  /// - Returns: The new value.
  func rewritten(
    at place: inout PlacePattern,
    key: (String) -> String,
    isBack: Bool = false,
    scalar: (JSONValue, PlacePattern) -> JSONValue
  ) -> JSONValue {
    switch self {
    case .null, .bool:
      return self
    case .string, .number:
      return scalar(self, place)
    case .array(let elements):
      return place.inside("*") { place in
        .array(
          elements.map {
            $0.rewritten(at: &place, key: key, isBack: isBack, scalar: scalar)
          }
        )
      }
    case .object(let object):
      var members = JSONObject()
      members.reserveCapacity(object.count)
      for member in object.members {
        let name = key(member.key)
        let value = place.inside(isBack ? name : member.key) { place in
          member.value.rewritten(at: &place, key: key, isBack: isBack, scalar: scalar)
        }
        members.append(name, value)
      }
      return .object(members)
    }
  }
}
