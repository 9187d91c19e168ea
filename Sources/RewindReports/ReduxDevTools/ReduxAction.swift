import RewindJSON

/// The two forms of an action: that of a session, `{"type","payload"}`, and that of a Redux store.
///
/// ```
/// {type,payload,meta}         the same
/// {type,text}                 {"type":…,"payload":{"text":…},"form":"members"}
/// {type,payload,error:true}   {"type":…,"error":…,"form":"error"}: the payload is the error
/// {type:7}                    {"type":"7","payload":{"type":7},"form":"whole"}
/// ```
enum ReduxAction {
  /// Returns an action of a session as a Redux store has it.
  static func outside(_ action: JSONValue) -> JSONValue {
    guard var object = action.object, let form = object["form"]?.string else { return action }
    switch form {
    case "whole":
      return object["payload"] ?? action
    case "error":
      guard let error = object["error"] else { return action }
      object["form"] = nil
      object["payload"] = error
      object["error"] = true
      return .object(object)
    case "members":
      guard let payload = object["payload"]?.object else { return action }
      var outside = JSONObject([("type", object["type"] ?? .null)])
      for member in payload.members { outside[member.key] = member.value }
      return .object(outside)
    default:
      return action
    }
  }

  /// Returns an action of a Redux store as a session has it.
  static func inside(_ action: JSONValue) -> JSONValue {
    guard var object = action.object, let type = object["type"], type.string != nil else {
      let name = String(action["type"]?.text.prefix(80) ?? "undefined")
      return ["type": .string(name), "payload": action, "form": "whole"]
    }
    let (payload, error) = (object["payload"], object["error"])
    if object.keys.allSatisfy(["type", "payload", "meta", "error"].contains) {
      if error == true, let payload {
        object["payload"] = nil
        object["error"] = payload
        object["form"] = "error"
        return .object(object)
      }
      // A session has an error instead of a payload, if any.
      if error == nil || payload == nil && error != .null && error != false {
        return .object(object)
      }
    }
    object["type"] = nil
    return ["type": type, "payload": .object(object), "form": "members"]
  }
}
