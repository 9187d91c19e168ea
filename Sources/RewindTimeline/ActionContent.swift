package import RewindJSON

extension JSONValue {
  /// The content of an action's payload beyond the cases in its type.
  ///
  /// `Codable` encodes an enum's case as an object with one member named after the case, and a sole
  /// unlabeled value as `_0`. The type already contains the cases, except for those of wrappers
  /// that pass an action on:
  ///
  /// ```
  /// AppAction.cart.add       {"cart":{"_0":{"add":{"id":7,"count":2}}}}                   ▶   {"id":7,"count":2}
  /// App.Action.rows[…].tap   {"rows":{"_0":{"element":{"id":1,"action":{"tap":{}}}}}}     ▶   {}
  /// App.Action.binding.query {"binding":{"_0":{"keyPath":"\\State.query","value":"x",…}}}   ▶   "x"
  /// ```
  package func content(ofAction type: String) -> JSONValue {
    guard case .object = self else { return self }
    var cases = type.split(separator: ".")[...]
    var content = self
    while case .object(let object) = content, object.count == 1, let member = object.members.first {
      if let index = cases.firstIndex(where: { $0 == member.key }) {
        cases = cases[(index + 1)...]
        content = member.value.soleValue
      } else if let index = cases.firstIndex(where: { $0 == "\(member.key)[…]" }) {
        cases = cases[(index + 1)...]
        // The action of an element lies in this case, or in the wrapper inside it.
        content = member.value["action"] ?? member.value.soleValue
      } else if !cases.isEmpty, member.key == "element", let action = member.value["action"] {
        content = action
      } else if !cases.isEmpty, member.key == "presented" {
        content = member.value.soleValue
      } else {
        break
      }
    }
    return content.boundValue ?? content
  }

  /// The value of a `BindingAction`, whose key path is in the type.
  private var boundValue: JSONValue? {
    guard let path = self["keyPath"]?.string, path.hasPrefix("\\") else { return nil }
    return self["value"]
  }

  /// The value of a case that has one, without a label.
  private var soleValue: JSONValue {
    guard case .object(let values) = self, values.count == 1 else { return self }
    return values["_0"] ?? self
  }
}
