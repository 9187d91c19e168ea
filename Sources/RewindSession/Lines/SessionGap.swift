public import RewindJSON

/// The lines that could not be written, and the reason.
public struct SessionGap: Sendable {
  public let actions: Int
  public let states: Int
  public let inputs: Int
  public let notes: Int
  public let why: String?
  /// The last action that was begun.
  public let index: Int?

  public init(_ json: JSONObject) throws(SessionLineError) {
    let counts = json["gap"]
    actions = counts?["actions"]?.int ?? 0
    states = counts?["states"]?.int ?? 0
    inputs = counts?["inputs"]?.int ?? 0
    notes = counts?["notes"]?.int ?? 0
    why = json["why"]?.string
    index = json["index"]?.int
  }

  /// Adds up gaps, with the reason of the first; nil if there are none.
  package init?(_ gaps: [SessionGap]) {
    guard let first = gaps.first else { return nil }
    // A log may hold any numbers.
    func sum(_ count: (SessionGap) -> Int) -> Int {
      gaps.reduce(0) { total, gap in
        let (sum, isTooLarge) = total.addingReportingOverflow(count(gap))
        return isTooLarge ? .max : sum
      }
    }
    (actions, states, inputs, notes) =
      (sum(\.actions), sum(\.states), sum(\.inputs), sum(\.notes))
    (why, index) = (first.why, first.index)
  }

  /// In a few words, such as `2 actions, 1 state could not be written (No space left on device)`.
  package var words: String {
    let counts = [(actions, "action"), (states, "state"), (inputs, "input")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    let what = counts.isEmpty ? "something" : counts.joined(separator: ", ")
    return "\(what) could not be written" + (why.map { " (\($0))" } ?? "")
  }

  /// The counts for scripts.
  package var json: JSONValue {
    [
      "actions": JSONValue(actions), "states": JSONValue(states), "inputs": JSONValue(inputs),
      "notes": JSONValue(notes),
    ]
  }
}
