import RewindJSON

/// The two forms of an action: that of a session, `{"type","payload"}`, and that of a Redux store.
///
/// ```
/// {type,payload,meta}         the same
/// {type,text}                 {"type":…,"payload":{"text":…},"form":"members"}
/// {type,payload,error:true}   {"type":…,"error":…,"form":"error"}: the payload is the error
/// {type:Symbol("x")}          {"type":"Symbol(x)","payload":{"type":…},"form":"whole"}
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

  /// Returns an action of a Redux store as a session has it; one that is its own, exported from a session,
  /// may have any error.
  static func inside(_ action: JSONValue, isOwn: Bool = false) -> JSONValue {
    guard var object = action.object, let type = object["type"], type.string != nil else {
      return ["type": .string(typeName(of: action)), "payload": action, "form": "whole"]
    }
    let (payload, error) = (object["payload"], object["error"])
    let convention = ["type", "payload", "meta", "error"]
    if object.keys.allSatisfy(convention.contains) {
      if isOwn { return action }
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

  /// Returns true if an action has a text as its type.
  static func hasTypeName(_ action: JSONValue) -> Bool { action["type"]?.string != nil }

  /// A text for a type that is not one, as JavaScript shows it.
  private static func typeName(of action: JSONValue) -> String {
    guard let type = action["type"] else { return "undefined" }
    guard let mark = type["$jsan"]?.string else { return String(type.text.prefix(80)) }
    return ["s", "g"].contains(mark.prefix(1)) ? "Symbol(\(mark.dropFirst()))" : type.text
  }
}

/// The caller of `dispatch` in a stack that Redux DevTools has recorded.
enum DispatchSource {
  /// Parts of the paths of frames that are not the app's.
  private static let libraries = [
    "node_modules/", "chrome-extension://", "moz-extension://", "safari-web-extension://",
    "webpack/bootstrap", "node:internal", "/redux.", "/redux/", "redux-toolkit", "redux-thunk",
    "redux-saga", "(<anonymous>)", "<anonymous>:",
  ]

  /// Returns the first frame that looks like the app's, else the first one; nil if there is none.
  ///
  /// Chrome writes `    at add (https://shop.example/cart.js:3:5)`, Firefox `add@https://…:3:5`.
  static func frame(in stack: String) -> String? {
    let frames = stack.split(whereSeparator: \.isNewline).compactMap { line -> String? in
      let line = line.drop { $0 == " " || $0 == "\t" }
      if line.hasPrefix("at ") { return String(line.dropFirst(3)) }
      guard let at = line.firstIndex(of: "@"), line.contains(":") else { return nil }
      let (name, file) = (line[..<at], line[line.index(after: at)...])
      return name.isEmpty ? String(file) : "\(name) (\(file))"
    }
    return frames.first { frame in !libraries.contains { frame.contains($0) } } ?? frames.first
  }
}
