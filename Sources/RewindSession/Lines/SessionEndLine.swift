public import RewindJSON

/// The last line of a session that was closed, or of a replay that ended.
public struct SessionEndLine: Sendable {
  /// `closed` in a recording; `continued` if it continues in another segment.
  public let end: String
  /// The index of the last action.
  public let index: Int
  public let json: JSONObject

  /// The end of a segment that is not the last one.
  package static let continued = "continued"

  public init(_ json: JSONObject) throws(SessionLineError) {
    end = try json.text("end", kind: "end")
    index = try json.integer("index", kind: "end")
    self.json = json
  }
}
