public import RewindSession
public import RewindTimeline

/// Whether a program does today what a session says that it did.
public struct Verification: Sendable {
  public enum Verdict: Sendable {
    /// Every state is equal, and both end alike.
    case same
    /// The recording crashed at this action; the replay survived it.
    case fixed(action: Int)
    case diverged(Divergence)
    /// The replay died otherwise than recorded, at or after this action.
    case crashed(CrashClass, action: Int, errorText: String)
    /// These actions, or the state, cannot be decoded.
    case undecodable(UndecodableSession)
    /// The reducer drew an input that the recording does not have, and that cannot be made up.
    case unresolved(input: String, action: Int)
    /// The log is not whole, so there is nothing to be held against.
    case damaged(LogDamage)

    /// The word that `rewind verify --json` uses.
    public var name: String {
      switch self {
      case .same: "same"
      case .fixed: "fixed"
      case .diverged, .unresolved: "diverged"
      case .crashed: "crashed"
      case .undecodable: "undecodable"
      case .damaged: "damaged"
      }
    }
  }

  /// How a session is held against a program.
  public struct Options: Sendable {
    /// Which state a replay begins with.
    public enum Start: String, Sendable, CaseIterable {
      /// The recorded initial state.
      case recorded
      /// The one that the app makes.
      case app
    }

    /// Nil: the app's where the recording says that the reducer made it, else the recorded one.
    public var start: Start?
    public var tolerance = Tolerance.none
    /// Whether only the end counts: states and draws are not compared.
    public var comparesOnlyTheEnd = false
    /// Whether the session is replayed again under other conditions, to find what depends on them.
    public var variesConditions = false

    public init() {}
  }

  public let verdict: Verdict
  /// Actions in the recording.
  public let actions: Int
  /// Actions after which nothing was compared, since their states were not recorded.
  public let unrecorded: Int
  /// The crash that recording and replay share, where they do.
  public let sharedCrash: CrashClass?
  /// Every divergence that was found, the first one included: after each, the replay went on from the
  /// recorded state.
  public let divergences: [Divergence]
  /// The condition under which the divergence shows, where it does not under the usual ones.
  public let condition: ReplayCondition?

  /// Replays a session and compares it with the recording, state by state.
  ///
  /// - Throws: ``ReplayProgramError``; `SessionLogError` where the log cannot be read.
  public init(
    _ timeline: Timeline,
    by program: ReplayProgram,
    options: Options = Options()
  ) throws {
    actions = timeline.actionCount
    if let damage = timeline.log.damage {
      (verdict, sharedCrash, divergences, condition) = (.damaged(damage), nil, [], nil)
      unrecorded = 0
      return
    }
    let usual: VerificationRun
    do {
      usual = try VerificationRun(timeline, by: program, options: options)
    } catch let error as SessionLogError {
      // The lines of a long log are checked as they are read.
      guard case .damaged(let damage) = error.reason else { throw error }
      (verdict, sharedCrash, divergences, condition) = (.damaged(damage), nil, [], nil)
      unrecorded = 0
      return
    }
    unrecorded = options.comparesOnlyTheEnd ? 0 : try timeline.unrecordedStates()
    let other =
      options.variesConditions && usual.verdict.isEndAsRecorded
      ? try VerificationRun.underOtherConditions(timeline, by: program, options: options) : nil
    let run = other?.run ?? usual
    (verdict, sharedCrash) = (run.verdict, run.sharedCrash)
    (divergences, condition) = (run.divergences, other?.condition)
  }
}

extension Verification.Verdict {
  /// Whether a replay under other conditions can show more.
  fileprivate var isEndAsRecorded: Bool {
    switch self {
    case .same, .fixed: true
    default: false
    }
  }
}
