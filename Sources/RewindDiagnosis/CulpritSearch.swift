public import RewindJSON
import RewindSession
public import RewindTimeline

/// Which action crashed, and which earlier one is to blame.
///
/// The *fatal* action is the last one that the program began. The *culprit* is the first action of the
/// last unbroken run of states, ending right before the crash, from which the fatal action crashes
/// alike. It is not the earliest state from which it would: a board that is empty at the start, is
/// dealt, and is emptied again later is to be blamed on who emptied it.
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
    /// The action that is to blame; the fatal one itself where it crashes from every state.
    public let culprit: Int
    public let culpritType: String
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
    let outcome = try program.run(.whole(timeline, states: .none))
    switch outcome.ending {
    case .undecodable(let session):
      return .undecodable(session)
    case .closed, .unresolved:
      return .notReproduced
    case .died(let crash):
      guard let fatal = outcome.lastAction, fatal > 0 else {
        return .diesAtStart(crash, errorText: outcome.errorText)
      }
      let probe = CrashProbe(
        timeline,
        program,
        fatal: fatal,
        CrashSignature(crash, in: try timeline.action(fatal).type),
        rerunsActions: !outcome.decodesState,
        progress: progress
      )
      return .found(try culprit(fatal, timeline, probe, outcome, scansAll))
    }
  }

  private static func culprit(
    _ fatal: Int,
    _ timeline: Timeline,
    _ probe: CrashProbe,
    _ outcome: ReplayProgram.Outcome,
    _ scansAll: Bool
  ) throws -> Culprit {
    var isIncomplete = false
    var look = try probe.look(after: fatal - 1)
    if look.map({ !$0.signature.matches(probe.signature) }) ?? true {
      isIncomplete = !probe.rerunsActions
      probe.rerunsActions = true
      look = try probe.look(after: fatal - 1)
    }
    if let look, look.signature.matches(probe.signature) { probe.signature = look.signature }
    let run = try runOfCrashes(fatal, timeline, probe, scansAll)
    let culprit = run.beginsAtStart ? fatal : run.first
    let errorText = look?.outcome.errorText ?? outcome.errorText
    return Culprit(
      fatal: fatal,
      fatalType: try timeline.action(fatal).type,
      culprit: culprit,
      culpritType: try timeline.action(culprit).type,
      signature: probe.signature,
      isStackOverflow: look?.outcome.backtrace?.isStackOverflow ?? false,
      reason: errorText.fatalErrorLine ?? look?.outcome.backtrace?.reason,
      crashesFromEveryState: run.beginsAtStart,
      recordedStateIsIncomplete: isIncomplete,
      probes: probe.count,
      unprobed: run.unprobed,
      decisive: run.decisive,
      errorText: errorText
    )
  }

  /// The run of states that crash; with an eye on where each one crashes if the one at its beginning
  /// turns out to be another crash of the same class.
  private static func runOfCrashes(
    _ fatal: Int,
    _ timeline: Timeline,
    _ probe: CrashProbe,
    _ scansAll: Bool
  ) throws -> CrashRun {
    let run = try CrashRun(endingBefore: fatal, timeline, probe, scansAll: scansAll)
    guard !probe.signature.frames.isEmpty, run.first < fatal - 1,
      let first = try probe.look(after: run.first), !first.signature.matches(probe.signature)
    else { return run }
    probe.isStrict = true
    return try CrashRun(endingBefore: fatal, timeline, probe, scansAll: scansAll)
  }
}

extension String {
  /// What a dying program wrote of the reason: its "Fatal error" line where there is one.
  var fatalErrorLine: String? {
    split(separator: "\n").first { $0.contains("Fatal error") }.map(String.init)
  }
}
