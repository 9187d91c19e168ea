public import RewindJSON

/// The end of the reduction of an action whose state is not recorded.
///
/// It replaces the state line where a recorder writes only some states: without it, every action
/// would look as if the program had crashed in it.
public struct ReducedAction: Sendable {
  public let index: Int

  public init(_ json: JSONObject) throws(SessionLineError) {
    index = try json.integer("reduced", kind: "reduced")
  }
}
