import RewindJSON

extension SessionStep {
  /// The type, with the kind of action that the payload names in apps whose actions have one type.
  var kindName: String {
    guard let object = payload?.object else { return type }
    for member in object.members.prefix(2) where PayloadValues.kindNames.contains(member.key) {
      if case .string(let kind) = member.value { return "\(type).\(kind)" }
    }
    return type
  }
}
