public import RewindJSON

/// A move of a time machine on the live store.
public struct SessionTravel: Sendable {
  /// `jump`, `skip`, `unskip`, `branch`, `reload`, `commit` or `reset`.
  public let kind: String
  /// The index of the last action before the move.
  public let index: Int
  /// The index of the action after which the store now is, if the move has such a target.
  public let to: Int?
  public let json: JSONObject

  public init(_ json: JSONObject) throws(SessionLineError) {
    kind = try json.text("travel", kind: "travel")
    index = try json.integer("index", kind: "travel")
    to = json["to"]?.int
    self.json = json
  }
}
