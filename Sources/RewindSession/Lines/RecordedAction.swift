public import RewindJSON

/// An action, recorded before its reduction.
public struct RecordedAction: Sendable {
  /// Its number in reduction order, from 1.
  public let index: Int
  /// Seconds since the session started, on a clock that continues during sleep.
  public let time: Double?
  public let type: String
  /// The whole action in its `Codable` form; nil for an action that consists of its name only.
  public let payload: JSONValue?
  /// The error that a failed Flux action dispatched instead of a payload.
  public let error: JSONValue?
  /// `file:line` of the dispatch, if the attachment knew it.
  public let source: String?
  /// The index of the action that dispatched this one, or has started what did; nil if that is not known,
  /// or in another store.
  public let cause: Int?
  /// The action because of which this one was dispatched, in this store or in another.
  public let origin: CauseReference?
  /// True if it began before the last action had ended.
  public let overlaps: Bool
  /// All members, including unknown ones.
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
    origin = CauseReference(json)
    overlaps = json["overlap"]?.bool ?? false
    self.json = json
  }

  /// The name that the action would have, of its type and its cases, where the app gave it another.
  package var ownName: String? { json["action"]?["of"]?.string }

  /// `{"type":…,"payload":…}` from the log.
  public var action: JSONValue { json["action"] ?? .null }
}
