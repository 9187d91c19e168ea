package import RewindJSON

extension JSONValue {
  /// The content of an action's payload beyond the cases in its type.
  ///
  /// `Codable` encodes an enum's case as an object with one member named after the case, and a sole
  /// unlabelled value as `_0`. The type already contains the cases:
  ///
  /// ```
  /// AppAction.cart.add   {"cart":{"_0":{"add":{"id":7,"count":2}}}}   ▶   {"id":7,"count":2}
  /// ```
  package func content(ofAction type: String) -> JSONValue {
    var cases = type.split(separator: ".")[...]
    var content = self
    while case .object(let object) = content, object.count == 1, let member = object.members.first,
      let place = cases.firstIndex(where: { $0 == member.key })
    {
      cases = cases[(place + 1)...]
      content = member.value
      if case .object(let values) = content, values.count == 1, let sole = values["_0"] {
        content = sole
      }
    }
    return content
  }
}
