import RewindJSON

/// The recorded actions after which a condition of others began to hold: the tap on the tab that has their button.
struct EnablingActions {
  /// What a user does, and the number of answers, one after the other, until the condition holds.
  typealias Way = (origin: PlannedStep.Origin, answers: Int)

  private var ways: [ShownConditions.Condition: [Way]] = [:]

  init(_ recordings: [ExploredRecording], _ answers: AnswerRules, _ shown: ShownConditions) {
    let conditions = shown.all
    for (number, recording) in recordings.enumerated() {
      var unmet = conditions.filter { !$0.holds(in: recording.start) }
      for (position, step) in recording.steps.enumerated() {
        guard let after = step.state else { break }
        let still = conditions.filter { !$0.holds(in: after) }
        if let way = Self.way(to: position, recording, number, answers) {
          for condition in unmet.subtracting(still) { ways[condition, default: []].append(way) }
        }
        unmet = still
      }
    }
  }

  /// Returns what leads to an action: what an answer makes possible, its request does, or the request of that.
  private static func way(
    to position: Int,
    _ recording: ExploredRecording,
    _ number: Int,
    _ answers: AnswerRules
  ) -> Way? {
    var way = (origin: PlannedStep.Origin(recording: number, position: position), answers: 0)
    while case .answer(let request) = answers.role(
      of: recording.steps[way.origin.position].step.kindName,
      at: way.origin
    ) {
      guard request >= 0, request < way.origin.position else { return nil }
      way = (.init(recording: number, position: request), way.answers + 1)
    }
    return way
  }

  func ways(to condition: ShownConditions.Condition) -> [Way] { ways[condition] ?? [] }
}
