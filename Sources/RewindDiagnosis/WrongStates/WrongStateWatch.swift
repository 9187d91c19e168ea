import RewindJSON
import RewindQuery
import RewindTimeline

/// Looks out for a wrong state while a session goes by.
struct WrongStateWatch {
  let wrong: WrongState
  private(set) var runs = HoldingRuns()
  /// The last state that a command has judged: one that stays the same is judged once.
  private var known: (state: JSONValue, verdict: FailureVerdict)?

  init(_ wrong: WrongState) {
    self.wrong = wrong
  }

  /// Judges the next step.
  mutating func see(_ step: GivenStep, at place: HoldingRuns.Place) throws {
    // Where an action dies, there is no state to judge, unless only the action counts.
    if step.state(.after) == nil, wrong.looksAtStateAfter { return }
    switch try verdict(on: step) {
    case .fails: runs.add(true, at: place)
    case .passes: runs.add(false, at: place)
    case .failsOtherwise, .unresolved: runs.add(nil, at: place)
    }
  }

  private mutating func verdict(on step: GivenStep) throws -> FailureVerdict {
    guard case .command = wrong, let state = step.state(.after) else {
      return try Failure.wrongState(wrong).judge(.reached(step))
    }
    if let known, known.state == state { return known.verdict }
    let verdict = try Failure.wrongState(wrong).judge(.reached(step))
    known = (state, verdict)
    return verdict
  }
}

extension WrongState {
  /// Whether a step without a state after it cannot be judged.
  fileprivate var looksAtStateAfter: Bool {
    switch self {
    case .condition(let condition): condition.expression.reads.after
    case .command: true
    }
  }
}
