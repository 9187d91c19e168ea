import RewindSession
public import RewindTimeline

/// Which action crashed, and which earlier one is to blame.
///
/// The *fatal* action is the last one that the program began. The *culprit* is the first action of the
/// last unbroken run of states, ending right before the crash, from which the fatal action crashes
/// alike. It is not the earliest state from which it would: a board that is empty at the start, is
/// dealt, and is emptied again later is to be blamed on who emptied it. Where the state changed without
/// an action (somebody set it, or a time machine jumped), that change may be to blame like an action.
public enum CrashBisection {
  public enum Result: Sendable {
    case found(Culprit)
    /// The program replays the whole session and lives.
    case notReproduced
    /// The program cannot replay the session.
    case undecodable(UndecodableParts)
    /// The program dies before the first action.
    case diesAtStart(CrashClass, errorText: String)
  }

  /// The answer, of which each fact was seen in a replay.
  public struct Culprit: Sendable {
    /// The action that crashes.
    public let fatal: Int
    public let fatalType: String
    /// The action that is to blame.
    ///
    /// From the state behind it the fatal action crashes alike. It is the fatal one itself where that
    /// crashes from every state that was tried, and the one behind which it happened where something from
    /// ``outside`` is to blame.
    public let culprit: Int
    /// What is to blame, where it is a change that no action made.
    public let outside: ExternalChange?
    /// The latest state before those of the run, and what the fatal action does on it; nil where it crashes
    /// from every state that was tried.
    public let survivor: Survivor?
    /// What tells this crash from another.
    public let signature: CrashSignature
    public var crash: CrashClass { signature.crash }
    public let isStackOverflow: Bool
    /// What Swift's check found wrong, where the program or its debug information says so.
    public let reason: String?
    /// Whether no other answer is possible: every state behind the survivor was tried.
    public var isCertain: Bool { unprobed.isEmpty }
    /// The actions behind which states might survive, and were not tried.
    public let unprobed: [ClosedRange<Int>]
    /// Why some of them could not be tried; nil where more time is all that is needed.
    public let obstacle: String?
    /// Whether the fatal action does something else on the recorded states on either side than on those to
    /// which running the actions again leads: the state's recorded form leaves something out.
    public let recordedStateIsIncomplete: Bool
    /// The action behind whose state the replay began that showed the crash, since one from the start
    /// does not get there; nil where it does.
    public let replayedBehind: Int?
    /// Replays that were run.
    public let probes: Int
    /// The end of what the program wrote to standard error as it died.
    public let errorText: String
    /// The place of the state after the culprit in the sequence of those before the fatal action.
    let place: Int
    /// The place of the survivor; nil where there is none.
    let survivorPlace: Int?
    /// Whether states can be reached only by running actions again.
    let rerunsActions: Bool

    /// Whether the fatal action crashes from every state that was tried, the first one included.
    public var crashesFromEveryState: Bool { survivor == nil }
  }

  /// A state on which the fatal action does not crash alike.
  public struct Survivor: Hashable, Sendable {
    /// The action behind which it is.
    public let index: Int
    /// How it dies there; nil where it does not.
    public let otherCrash: CrashSignature?
    /// Whether the state of the culprit is the very next one.
    public let isNeighbour: Bool
  }

  /// Searches a session.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - program: The app.
  ///   - budget: Until when more states are tried once there is an answer.
  ///   - progress: Told the number of replays so far.
  /// - Returns: What was found.
  /// - Throws: ``ReplayProgramError``; `SessionLogError` where the log cannot be read.
  public static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    budget: SearchBudget = .usual,
    progress: @escaping (Int) -> Void = { _ in }
  ) throws -> Result {
    let replay = try CrashReplay.run(timeline, by: program)
    switch replay.outcome.ending {
    case .undecodable(let session):
      return .undecodable(session)
    case .closed, .unresolved:
      return .notReproduced
    case .died(let crash):
      guard let fatal = replay.outcome.lastAction, fatal > 0 else {
        return .diesAtStart(crash, errorText: replay.outcome.errorText)
      }
      let search = CulpritSearch(
        timeline: timeline,
        program: program,
        replay: replay,
        crash: crash,
        fatal: try timeline.step(fatal),
        states: try StateSequence(timeline, before: fatal),
        budget: budget,
        progress: progress
      )
      return .found(try search.run())
    }
  }
}
