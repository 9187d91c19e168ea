import RewindJSON

/// The two forms of an action: that of a session, `{"type","payload"}`, and that of a Redux store.
///
/// Actions of Redux that keep to the convention, `{type, payload, meta, error}`, are the same in both.
/// In others, such as `{type:"todo/add",text:"milk"}`, all members but the type become the payload:
/// `{"type":"todo/add","payload":{"text":"milk"},"form":"members"}`.
enum ReduxAction {
  private static let members: JSONValue = "members"

  /// Returns an action of a session as a Redux store has it.
  static func outside(_ action: JSONValue) -> JSONValue {
    guard action["form"] == members, let type = action["type"],
      let payload = action["payload"]?.object
    else { return action }
    var outside = JSONObject([("type", type)])
    for member in payload.members where member.key != "type" {
      outside.append(member.key, member.value)
    }
    return .object(outside)
  }

  /// Returns an action of a Redux store as a session has it.
  static func inside(_ action: JSONObject) -> JSONValue {
    let convention = ["type", "payload", "meta", "error"]
    if action.keys.allSatisfy(convention.contains) { return .object(action) }
    var payload = action
    payload["type"] = nil
    return [
      "type": action["type"] ?? .null, "payload": .object(payload), "form": members,
    ]
  }
}
