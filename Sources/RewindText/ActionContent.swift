package import RewindJSON

extension JSONValue {
  /// What an action's payload tells beyond the name of its type.
  ///
  /// `Codable` writes a case of an enum as an object with one member, which is called as the case is, and a
  /// sole value without a label under `_0`. The cases stand in the type already:
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
