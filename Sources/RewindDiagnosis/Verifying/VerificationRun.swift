import RewindJSON
import RewindSession
import RewindTimeline

/// One replay of a session, held against the recording.
struct VerificationRun {
  let verdict: Verification.Verdict
  let sharedCrash: CrashClass?
  let divergences: [Divergence]

  /// Replays under the program's own environment, from `start` on where it is given.
  init(
    _ timeline: Timeline,
    by program: ReplayProgram,
    options: Verification.Options,
    from start: ReplayRequest.Start? = nil
  ) throws {
    var follower = DivergenceFollower(timeline, program, options)
    let outcome = try follower.run(from: start ?? Self.start(options, timeline))
    divergences = follower.divergences
    let end = Self.judge(outcome, timeline)
    if let first = divergences.first {
      (verdict, sharedCrash) = (.diverged(first), nil)
    } else {
      (verdict, sharedCrash) = end
    }
  }

  private static func start(
    _ options: Verification.Options,
    _ timeline: Timeline
  ) throws -> ReplayRequest.Start {
    switch options.start {
    case .app: .app
    case .recorded: .state(after: try timeline.firstState() ?? 0)
    case nil: try timeline.usualStart()
    }
  }

  private static func judge(
    _ outcome: ReplayProgram.Outcome,
    _ timeline: Timeline
  ) -> (Verification.Verdict, CrashClass?) {
    switch outcome.ending {
    case .died(let crash):
      let action = outcome.lastAction ?? 0
      if case .crashed(action) = timeline.end, !outcome.lastActionIsDone { return (.same, crash) }
      // A crash outside the reducers leaves a log that just stops, behind the last action's state.
      if timeline.end == .stopped, action == timeline.lastIndex, outcome.lastActionIsDone {
        return (.same, crash)
      }
      return (.crashed(crash, action: action, errorText: outcome.errorText), nil)
    case .closed:
      if case .crashed(let action) = timeline.end { return (.fixed(action: action), nil) }
      return (.same, nil)
    case .undecodable(let session):
      return (.undecodable(session), nil)
    case .unresolved(let input, let action):
      return (.unresolved(input: input, action: action), nil)
    }
  }
}
