public import RewindJSON

/// The state after an action: the change since the state line before, the whole state, or both.
public struct RecordedState: Sendable {
  /// The action that led to it; 0 for the initial state.
  public let after: Int
  /// The change since the state line before in the file; nil on a keyframe without a state before it.
  public let patch: Patch?
  /// The whole state, on a keyframe.
  public let state: JSONValue?
  public let wall: String?
  public let json: JSONObject

  /// The name of the transaction that changed the state without an action, if it has one.
  public var name: String? { json["name"]?.string }

  /// The seconds since the log began at which the state was changed without an action; nil where that was noticed only
  /// when the next action began.
  public var time: Double? { json["time"]?.double }

  public init(_ json: JSONObject) throws(SessionLineError) {
    after = try json.integer("after", kind: "state")
    if let patch = json["patch"] {
      do {
        self.patch = try Patch(patch)
      } catch {
        throw SessionLineError(.badPatch(error.description))
      }
    } else {
      patch = nil
    }
    state = json["state"]
    wall = json["wall"]?.string
    guard patch != nil || state != nil else {
      throw SessionLineError(.missing(member: "patch", kind: "state"))
    }
    self.json = json
  }
}
