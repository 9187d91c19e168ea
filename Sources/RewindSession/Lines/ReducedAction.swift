public import RewindJSON

/// The end of the reduction of an action whose state is not recorded.
///
/// It replaces the state line where a recorder writes only some states: without it, every action
/// would look as if the program had crashed in it.
public struct ReducedAction: Sendable {
  public let index: Int
  /// The seconds that its reducer ran; nil if that was not recorded.
  public let took: JSONNumber?
  /// The instructions that it retired; nil in a log, and where a replay does not tell.
  package let instructions: JSONNumber?

  public init(_ json: JSONObject) throws(SessionLineError) {
    index = try json.integer("reduced", kind: "reduced")
    took = json["took"]?.seconds
    instructions = json["instructions"]?.number
  }
}
