public import RewindJSON

/// A note by the app or a person.
public struct SessionNote: Sendable {
  public let text: String
  /// The index of the last action begun before it.
  public let index: Int
  public let time: Double?
  public let json: JSONObject

  public init(_ json: JSONObject) throws(SessionLineError) {
    text = try json.text("note", kind: "note")
    index = try json.integer("index", kind: "note")
    time = json["time"]?.double
    self.json = json
  }
}
