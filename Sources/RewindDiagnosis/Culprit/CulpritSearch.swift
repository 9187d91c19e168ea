public import RewindJSON
import RewindSession
public import RewindTimeline

/// Which action crashed, and which earlier one is to blame.
///
/// The *fatal* action is the last one that the program began. The *culprit* is the first action of the
/// last unbroken run of states, ending right before the crash, from which the fatal action crashes
/// alike. It is not the earliest state from which it would: a board that is empty at the start, is
/// dealt, and is emptied again later is to be blamed on who emptied it. Where the state changed without
/// an action (somebody set it, or a time machine jumped), that change may be to blame like an action.
public struct CulpritSearch {
  public enum Result: Sendable {
    case found(Culprit)
    /// The program replays the whole session and lives.
    case notReproduced
    /// The program cannot replay the session.
    case undecodable(UndecodableSession)
    /// The program dies before the first action.
    case diesAtStart(CrashClass, errorText: String)
  }

  public struct Culprit: Sendable {
    /// The action that crashes.
    public let fatal: Int
    public let fatalType: String
    /// The action that is to blame.
    ///
    /// It is the fatal one itself where that crashes from every state, and the one behind which it
    /// happened where something from ``outside`` is to blame.
    public let culprit: Int
    /// What is to blame, where it is a change that no action made.
    public let outside: OutsideChange?
    /// What tells this crash from another.
    public let signature: CrashSignature
    public var crash: CrashClass { signature.crash }
    public let isStackOverflow: Bool
    /// What Swift's check found wrong, where the program or its debug information says so.
    public let reason: String?
    /// Whether the fatal action crashes from every state that was probed, back to the initial one.
    public let crashesFromEveryState: Bool
    /// Whether it survives even from the recorded state before it, so that states were made by running
    /// the actions again: the state's recorded form leaves something out.
    public let recordedStateIsIncomplete: Bool
    /// The action behind whose state the replay began that showed the crash, since one from the start
    /// does not get there; nil where it does.
    public let replayedBehind: Int?
    /// Replays that were run.
    public let probes: Int
    /// States of the run that were not probed: those on both sides crash, and the decisive values, where
    /// there are some, are such as crashed elsewhere.
    public let unprobed: [ClosedRange<Int>]
    /// The values on which it depends whether the fatal action crashes, where the search needed them.
    public let decisive: [Pointer]
    /// The end of what the program wrote to standard error as it died.
    public let errorText: String
  }

  /// Searches a session.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - program: The app.
  ///   - scansAll: Whether every state is probed, back to the first that survives.
  ///   - progress: Told the number of replays so far.
  /// - Returns: What was found.
  /// - Throws: ``ReplayProgramError``; `SessionLogError` where the log cannot be read.
  public static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    scansAll: Bool = false,
    progress: @escaping (Int) -> Void = { _ in }
  ) throws -> Result {
    let replay = try FatalReplay(timeline, by: program)
    let outcome = replay.outcome
    switch outcome.ending {
    case .undecodable(let session):
      return .undecodable(session)
    case .closed, .unresolved:
      return .notReproduced
    case .died(let crash):
      guard let fatal = outcome.lastAction, fatal > 0 else {
        return .diesAtStart(crash, errorText: outcome.errorText)
      }
      let probe = try CrashProbe(
        timeline,
        program,
        fatal: fatal,
        CrashSignature(crash, in: try timeline.action(fatal).type),
        rerunsActions: !outcome.decodesState,
        replays: replay.count,
        progress: progress
      )
      return .found(try culprit(fatal, timeline, probe, replay, scansAll))
    }
  }

  private static func culprit(
    _ fatal: Int,
    _ timeline: Timeline,
    _ probe: CrashProbe,
    _ replay: FatalReplay,
    _ scansAll: Bool
  ) throws -> Culprit {
    var isIncomplete = false
    var look = try probe.look(at: probe.states.last)
    if look.map({ !$0.signature.matches(probe.signature) }) ?? true {
      isIncomplete = !probe.rerunsActions
      probe.rerunsActions = true
      look = try probe.look(at: probe.states.last)
    }
    if let look, look.signature.matches(probe.signature) { probe.signature = look.signature }
    let run = try runOfCrashes(probe, scansAll)
    let outside = run.beginsAtStart ? nil : try probe.states.outsideChange(at: run.first)
    let errorText = look?.outcome.errorText ?? replay.outcome.errorText
    return Culprit(
      fatal: fatal,
      fatalType: try timeline.action(fatal).type,
      culprit: run.beginsAtStart ? fatal : try probe.states.index(of: run.first),
      outside: outside,
      signature: probe.signature,
      isStackOverflow: look?.outcome.backtrace?.isStackOverflow ?? false,
      reason: errorText.fatalErrorLine ?? look?.outcome.backtrace?.reason,
      crashesFromEveryState: run.beginsAtStart,
      recordedStateIsIncomplete: isIncomplete,
      replayedBehind: replay.begunBehind,
      probes: probe.count,
      unprobed: try run.unprobed(),
      decisive: run.decisive,
      errorText: errorText
    )
  }

  /// The run of states that crash; with an eye on where each one crashes if the one at its beginning
  /// turns out to be another crash of the same class.
  private static func runOfCrashes(_ probe: CrashProbe, _ scansAll: Bool) throws -> CrashRun {
    let run = try CrashRun(probe, scansAll: scansAll)
    guard !probe.signature.frames.isEmpty, run.first < probe.states.last,
      let first = try probe.look(at: run.first), !first.signature.matches(probe.signature)
    else { return run }
    probe.isStrict = true
    return try CrashRun(probe, scansAll: scansAll)
  }
}
