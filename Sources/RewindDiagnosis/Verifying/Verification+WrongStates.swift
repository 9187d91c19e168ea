import RewindSession
import RewindTimeline

extension Verification {
  /// Replays a session and looks for wrong states.
  ///
  /// The recorded states are not compared: where a bug is fixed, they differ.
  static func judging(
    _ timeline: Timeline,
    by program: ReplayProgram,
    _ options: Options
  ) throws -> Verification {
    let start = try VerificationRun.start(options, timeline)
    let request = try ReplayRequest.whole(timeline, states: .all, from: start)
    let replay = try WrongStateReplay.run(timeline, request, by: program, lookingFor: options.never)
    let isStateNeeded = try VerificationRun.needsRecordedState(options, timeline)
    let outcome = replay.outcome.beginning(withRecordedState: isStateNeeded)
    let findings = try replay.findings(in: timeline)
    let verdict =
      isStateNeeded && !outcome.decodesState
      ? .undecodable(.opaqueState) : verdict(findings, outcome, timeline)
    var verification = Verification(verdict, of: timeline)
    verification.isAboutStates = true
    verification.signature = try VerificationRun.signature(outcome, timeline)
    return verification
  }

  private static func verdict(
    _ findings: [WrongStateFinding],
    _ outcome: ReplayProgram.Outcome,
    _ timeline: Timeline
  ) -> Verdict {
    guard !findings.contains(where: \.holds) else { return .judged(findings) }
    switch outcome.ending {
    case .closed:
      return .judged(findings)
    case .died(let crash):
      // The replay has reached the end of the recording, which says nothing about what follows.
      if VerificationRun.isRecordedEnd(outcome, timeline) { return .judged(findings) }
      return .crashed(crash, action: outcome.lastAction ?? 0, errorText: outcome.errorText)
    case .undecodable(let session):
      return .undecodable(session)
    case .unresolved(let input, let action):
      return .unresolved(input: input, action: action)
    }
  }
}
