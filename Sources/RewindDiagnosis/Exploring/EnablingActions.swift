import RewindJSON

/// The recorded actions after which a condition of others began to hold: the tap on the tab that has their button.
struct EnablingActions {
  private var origins: [ShownConditions.Condition: [PlannedStep.Origin]] = [:]

  init(_ recordings: [ExploredRecording], _ answers: AnswerRules, _ shown: ShownConditions) {
    let conditions = shown.all
    for (number, recording) in recordings.enumerated() {
      var unmet = conditions.filter { !$0.holds(in: recording.start) }
      for (position, step) in recording.steps.enumerated() {
        guard let after = step.state else { break }
        let still = conditions.filter { !$0.holds(in: after) }
        var origin = PlannedStep.Origin(recording: number, position: position)
        // What an answer makes possible, its request does.
        switch answers.role(of: step.step.kindName, at: origin) {
        case .answer(let request) where request >= 0:
          origin = .init(recording: number, position: request)
        case .answer: origin = .init(recording: number, position: -1)
        case .user, .again: break
        }
        if origin.position >= 0 {
          for condition in unmet.subtracting(still) {
            origins[condition, default: []].append(origin)
          }
        }
        unmet = still
      }
    }
  }

  func actions(for condition: ShownConditions.Condition) -> [PlannedStep.Origin] {
    origins[condition] ?? []
  }
}
