/// The names that answers of effects have: `itemsLoaded`, `loggedIn`, `FETCH_FAILURE`.
enum AnswerName {
  private static let ends = [
    "ed", "edin", "edout", "edup", "edoff", "edon", "success", "failure", "error", "response",
    "result", "answer", "done", "sent", "found",
  ]
  /// What users do is called so where actions are named after what happened.
  private static let userEnds = [
    "tapped", "clicked", "pressed", "selected", "changed", "appeared", "toggled", "swiped",
    "submitted", "opened", "closed", "feed", "speed", "seed", "need",
  ]

  /// Returns true if a type of action is called like an answer.
  static func fits(_ type: String) -> Bool {
    let name = type.lowercased()
    return ends.contains { name.hasSuffix($0) } && !userEnds.contains { name.hasSuffix($0) }
  }
}
