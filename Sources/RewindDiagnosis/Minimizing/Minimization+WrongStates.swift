import RewindSession
package import RewindTimeline

extension Minimization {
  /// The outcome of minimizing a session that reaches a wrong state.
  package enum WrongStateOutcome: Sendable {
    case found(Minimization)
    /// The program replays the session and does not reach the wrong state.
    case neverHolds(WrongStateFinding)
    /// It holds from the first state on, so that no action leads to it.
    case holdsFromStart
    /// A change without an action leads to it, after this action.
    case setExternally(after: Int)
  }

  /// Minimizes a session that reaches a wrong state.
  ///
  /// The result reaches it by the same action, the last one: after it the state is wrong, and before it,
  /// it is not.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - program: The app.
  ///   - wrong: The wrong state.
  ///   - keepsCulprit: Whether the state before the last action must not be wrong.
  ///   - options: The kind of reduction.
  /// - Returns: The result, whose last replay reached the wrong state.
  /// - Throws: ``ReplayProgramError``; ``MinimizationError``; `SessionLogError`.
  package static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    leadingTo wrong: WrongState,
    keepsCulprit: Bool = true,
    options: Options = Options()
  ) throws -> WrongStateOutcome {
    let replay = try WrongStateReplay.run(
      timeline,
      .whole(timeline, states: .all),
      by: program,
      lookingFor: [wrong]
    )
    if case .undecodable(let session) = replay.outcome.ending {
      throw ReplayProgramError(program: program.name, .undecodable(session.description))
    }
    guard let run = replay.watches[0].runs.last else {
      return .neverHolds(try replay.findings(in: timeline)[0])
    }
    guard run.survivor != nil else { return .holdsFromStart }
    guard run.first.external == 0 else { return .setExternally(after: run.first.index) }
    let goal = MinimizationGoal(
      fatal: run.first.index,
      failure: .wrongState(wrong),
      states: try StateSequence.read(timeline, before: run.first.index),
      rerunsActions: !replay.outcome.decodesState,
      role: keepsCulprit ? .fatal : .none,
      probes: 1
    )
    for attempt in goal.attempts {
      if let found = try reduce(timeline, program, attempt, nil, options) { return .found(found) }
    }
    throw MinimizationError.notByItself(run.first.index)
  }
}
