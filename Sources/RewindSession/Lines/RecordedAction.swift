public import RewindJSON

/// An action as it was about to be reduced.
public struct RecordedAction: Sendable {
  /// Its place in reduction order, from 1.
  public let index: Int
  /// Seconds since the session started, on a clock that goes on in sleep.
  public let time: Double?
  public let type: String
  /// The whole action in Codable's shape; nil for an action that is its name only.
  public let payload: JSONValue?
  /// What a Flux action dispatched in the place of a payload, since it failed.
  public let error: JSONValue?
  /// `file:line` of the dispatch, where the attachment knew it.
  public let source: String?
  /// The action during whose dispatch this one was dispatched.
  public let cause: Int?
  /// Whether it began before the last action had ended.
  public let overlaps: Bool
  /// All members, those unknown here included.
  public let json: JSONObject

  public init(_ json: JSONObject) throws(SessionLineError) {
    index = try json.integer("index", kind: "action")
    time = json["time"]?.double
    guard let action = json["action"]?.object else {
      throw SessionLineError(
        .wrongType(member: "action", found: json["action"]?.kind ?? .null, expected: "an object")
      )
    }
    type = try action.text("type", kind: "action")
    payload = action["payload"]
    error = action["error"]
    source = json["source"]?.string
    cause = json["cause"]?.int
    overlaps = json["overlap"]?.bool ?? false
    self.json = json
  }

  /// `{"type":…,"payload":…}` as it stands in the log.
  public var action: JSONValue { json["action"] ?? .null }
}
