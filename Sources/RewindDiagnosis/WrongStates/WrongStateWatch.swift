import RewindJSON
import RewindQuery
import RewindTimeline

/// Watches a session for a wrong state as its steps arrive.
struct WrongStateWatch {
  let wrong: WrongState
  private(set) var runs = TruthRuns()
  /// The last state that a command has classified: an unchanged one is classified once.
  private var known: (state: JSONValue, verdict: FailureVerdict)?

  init(_ wrong: WrongState) {
    self.wrong = wrong
  }

  /// Classifies the next step.
  mutating func see(_ step: GivenStep, at position: TruthRuns.Position) throws {
    // A crashing action has no state to classify, unless only the action counts.
    if step.state(.after) == nil, wrong.looksAtStateAfter { return }
    switch try verdict(on: step) {
    case .fails: runs.add(true, at: position)
    case .passes: runs.add(false, at: position)
    case .failsOtherwise, .unresolved: runs.add(nil, at: position)
    }
  }

  /// Classifies the states of a replay of these steps.
  mutating func see(_ replayed: ReplayedSession, of steps: [SessionStep]) throws {
    var state = replayed.start.state
    let first = replayed.start.index
    let start = GivenStep(index: first, action: nil, before: nil, after: state)
    if state != nil { try see(start, at: TruthRuns.Position(first)) }
    for (step, seen) in zip(steps, replayed.steps) {
      try see(
        GivenStep(index: seen.index, action: step.action, before: state, after: seen.state),
        at: TruthRuns.Position(seen.index)
      )
      state = seen.state
    }
  }

  private mutating func verdict(on step: GivenStep) throws -> FailureVerdict {
    guard case .command = wrong, let state = step.state(.after) else {
      return try wrong.judge(step)
    }
    if let known, known.state == state { return known.verdict }
    let verdict = try wrong.judge(step)
    known = (state, verdict)
    return verdict
  }
}

extension WrongState {
  /// Returns the runs of wrong states in a replay of these steps.
  func runs(in replayed: ReplayedSession, of steps: [SessionStep]) throws -> TruthRuns {
    var watch = WrongStateWatch(self)
    try watch.see(replayed, of: steps)
    return watch.runs
  }

  /// True if a step without a state after it cannot be classified.
  fileprivate var looksAtStateAfter: Bool {
    switch self {
    case .condition(let condition): condition.expression.reads.after
    case .command: true
    }
  }
}
