public import RewindJSON

/// The lines that could not be written, and the reason.
public struct SessionGap: Sendable {
  public let actions: Int
  public let states: Int
  public let inputs: Int
  public let why: String?
  public let json: JSONObject

  public init(_ json: JSONObject) throws(SessionLineError) {
    let counts = json["gap"]
    actions = counts?["actions"]?.int ?? 0
    states = counts?["states"]?.int ?? 0
    inputs = counts?["inputs"]?.int ?? 0
    why = json["why"]?.string
    self.json = json
  }
}
