import RewindJSON
import RewindSession
import RewindTimeline

/// One replay of a session, compared with the recording.
struct VerificationRun {
  let verdict: Verification.Verdict
  /// The crash in the recorded fatal action; nil if that did not crash.
  let signature: CrashSignature?
  let divergences: [Divergence]
  let uncomparedAfter: Int?
  let expectedChanges: [String: ExpectedChange]

  /// Replays under the program's own environment, from `start` if it is given.
  static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    options: Verification.Options,
    from start: ReplayRequest.Start? = nil
  ) throws -> VerificationRun {
    var follower = DivergenceFollower(timeline: timeline, program: program, options: options)
    let outcome = try follower.run(from: start ?? Self.start(options, timeline))
    let signature = try signature(outcome, timeline)
    let isEnd = options.comparesOnlyTheEnd
    let verdict =
      try (isEnd ? nil : follower.divergences.first).map { .diverged($0) }
      ?? judge(outcome, timeline, signature, options, differs: !follower.divergences.isEmpty)
    return VerificationRun(
      verdict: verdict,
      signature: signature,
      divergences: follower.divergences,
      uncomparedAfter: follower.uncomparedAfter,
      expectedChanges: follower.expectedChanges
    )
  }

  static func start(
    _ options: Verification.Options,
    _ timeline: Timeline
  ) throws -> ReplayRequest.Start {
    switch options.start {
    case .app: .app
    case .recorded: .state(after: try timeline.firstState() ?? 0)
    case nil: try timeline.usualStart()
    }
  }

  /// Returns true if the session does not begin with the state that the app makes, or is not to.
  static func needsRecordedState(
    _ options: Verification.Options,
    _ timeline: Timeline
  ) throws -> Bool {
    switch options.start {
    case .app: false
    case .recorded: true
    case nil: try timeline.externalLine(before: 1) != nil
    }
  }

  /// Returns the crash if the recording has one in the same action; nil if it crashed elsewhere or not at all.
  static func signature(
    _ outcome: ReplayProgram.Outcome,
    _ timeline: Timeline
  ) throws -> CrashSignature? {
    guard let action = outcome.lastAction, isRecordedEnd(outcome, timeline) else { return nil }
    return outcome.crash(in: try timeline.step(action))?.signature
  }

  /// True if a replay that crashed reached the end of the recording.
  static func isRecordedEnd(_ outcome: ReplayProgram.Outcome, _ timeline: Timeline) -> Bool {
    guard let action = outcome.lastAction else { return false }
    // A crash outside the reducers leaves a log that just stops, after the last action's state.
    let isStop =
      timeline.end == .stopped && action == timeline.lastIndex && outcome.lastActionIsDone
    return isStop || timeline.end == .crashed(action: action) && !outcome.lastActionIsDone
  }

  private static func judge(
    _ outcome: ReplayProgram.Outcome,
    _ timeline: Timeline,
    _ signature: CrashSignature?,
    _ options: Verification.Options,
    differs: Bool
  ) throws -> Verification.Verdict {
    let same = differs ? Verification.Verdict.sameEnd : .same
    switch outcome.ending {
    case .died(let crash):
      let isExpected = options.expectedCrash.map { $0 == crash } ?? crash.leavesSuchALog
      if signature != nil, isExpected { return same }
      return .crashed(crash, action: outcome.lastAction ?? 0, errorText: outcome.errorText)
    case .closed:
      guard case .crashed(let action) = timeline.end else { return same }
      let isRedacted = try timeline.isRedacted(payloadOf: action)
      if isRedacted { return .unproven(action: action) }
      return try timeline.doubt(thatFixedBy: outcome.build)
        .map { .notReproduced(action: action, $0) } ?? .fixed(action: action)
    case .undecodable(let session):
      return .undecodable(session)
    case .unresolved(let input, let action):
      return .unresolved(input: input, action: action)
    }
  }
}

extension Timeline {
  /// Returns the reason why a build that survives the recorded crash may not have fixed it; nil if it has.
  fileprivate func doubt(
    thatFixedBy build: String?
  ) throws(SessionLogError) -> Verification.Doubt? {
    let header = log.header
    if let build, [header.build, header.reproduced?.build].contains(build) { return .sameBuild }
    // A replay has died like this before, so it can.
    guard header.reproduced == nil else { return nil }
    if let burst = try finalBurst() { return .burst(burst) }
    return ["middleware", "dispatcher"].contains(header.attach) ? .attachment : nil
  }
}

extension ReplayProgram.Outcome {
  /// Returns the outcome of a replay that needs a recorded state to begin with: a program that cannot decode
  /// it has begun with its own.
  func beginning(withRecordedState isNeeded: Bool) -> Self {
    guard isNeeded, !decodesState else { return self }
    var outcome = self
    outcome.ending = .undecodable(.opaqueState)
    return outcome
  }
}

extension CrashClass {
  /// True if a log with an open action most likely comes from such a crash: no one waits for an app that
  /// hangs and takes its log for that of a crash, and an app that exits with 0 has ended itself.
  fileprivate var leavesSuchALog: Bool {
    switch self {
    case .trap, .badAccess, .abort, .signal: true
    case .exit(let status): status != 0
    case .timeOut, .memory: false
    }
  }
}
