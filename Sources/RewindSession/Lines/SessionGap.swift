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
}
