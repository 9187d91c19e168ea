public import RewindJSON

/// The reducer came to its end in an action whose state is not recorded.
///
/// It stands in the place of the state line where a recorder writes states only now and then: without it,
/// every action would look like one that the program died in.
public struct ReducedAction: Sendable {
  public let index: Int
  public let json: JSONObject

  public init(_ json: JSONObject) throws(SessionLineError) {
    index = try json.integer("reduced", kind: "reduced")
    self.json = json
  }
}
