import RewindSession
public import RewindTimeline

/// A search for the action that crashed and the earlier one to blame.
///
/// The *fatal* action is the last one that the program began. The *culprit* is the first action of the
/// last unbroken run of states, ending right before the crash, from which the fatal action crashes alike.
/// It is not the earliest such state: if a board is empty at the start, is dealt, and is emptied again
/// later, the action that emptied it is to blame. Where the state changed without an action (it was set,
/// or a time machine jumped), that change may be to blame like an action.
public enum CrashBisection {
  public enum Result: Sendable {
    case found(Culprit)
    /// The program crashes as recorded, but not because of an action.
    case blameless(BlamelessCrash)
    /// The program replays the whole session and survives.
    case notReproduced
    /// The program dies in another action than the recorded crash did, so that this is not that crash.
    case otherCrash(CrashClass, action: Int, recorded: Int)
    /// The program cannot replay the session.
    case undecodable(UndecodableParts)
    /// The program crashes before the first action.
    case diesAtStart(CrashClass, errorText: String)
  }

  /// The answer, each fact of which was seen in a replay.
  public struct Culprit: Sendable {
    /// The action that crashes.
    public let fatal: Int
    public let fatalType: String
    /// The action to blame.
    ///
    /// From the state after it the fatal action crashes alike. It is the fatal action itself if that
    /// crashes from every state that was tried, and the action before ``externalChange`` if that change is to
    /// blame.
    public let culprit: Int
    /// The external change to blame, if any.
    public let externalChange: ExternalChange?
    /// The latest state before those of the run, and the fatal action's effect on it; nil if that crashes
    /// from every state that was tried.
    public let survivor: Survivor?
    /// The features that identify this crash.
    public let signature: CrashSignature
    public var crash: CrashClass { signature.crash }
    public let isStackOverflow: Bool
    /// The failed check of Swift, if the program or its debug information names it.
    public let reason: String?
    /// True if no other answer is possible: every state after the survivor was tried.
    public var isCertain: Bool { unprobed.isEmpty }
    /// The actions after which states might survive that were not tried.
    public let unprobed: [ClosedRange<Int>]
    /// The reason why some of them could not be tried; nil if only time was missing.
    public let obstacle: String?
    /// True if the fatal action behaves differently on recorded states than on the states that running
    /// the actions again leads to: the state's recorded form leaves something out.
    public let recordedStateIsIncomplete: Bool
    /// The action after whose state the replay that showed the crash started; nil if a replay from the
    /// session's start crashes.
    public let replayedAfter: Int?
    /// The number of replays.
    public let probes: Int
    /// The end of the program's standard error in the crash.
    public let errorText: String
    /// The place of the state after the culprit in the sequence of those before the fatal action.
    let place: Int
    /// The place of the survivor, if any.
    let survivorPlace: Int?
    /// True if states can be reached only by running actions again.
    let rerunsActions: Bool
    /// The way in which the states of the answer were reached.
    let means: StateSource
    let abilities: ReplayAbilities

    /// True if the fatal action crashes from every state that was tried, including the first one.
    public var crashesFromEveryState: Bool { survivor == nil }
  }

  /// A state on which the fatal action does not crash alike.
  public struct Survivor: Hashable, Sendable {
    /// The action that the state follows.
    public let index: Int
    /// The crash there; nil if there is none.
    public let otherCrash: CrashSignature?
    /// True if the culprit's state directly follows.
    public let isNeighbor: Bool
  }

  /// Searches a session.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - program: The app.
  ///   - budget: The limit for trying more states once there is an answer.
  ///   - progress: Called with the number of replays so far.
  /// - Returns: The culprit, or the reason why there is none.
  /// - Throws: ``ReplayProgramError``; `SessionLogError` where the log cannot be read.
  public static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    budget: SearchBudget = .usual,
    progress: @escaping (Int) -> Void = { _ in }
  ) throws -> Result {
    try run(timeline, by: program, DeathSightings(), budget: budget, progress: progress)
  }

  /// Searches a session, with the crashes of the program that earlier searches have looked up.
  static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    _ sightings: DeathSightings,
    budget: SearchBudget = .usual,
    progress: @escaping (Int) -> Void = { _ in }
  ) throws -> Result {
    let replay = try CrashReplay.run(timeline, by: program)
    switch replay.outcome.ending {
    case .undecodable(let session):
      return .undecodable(session)
    case .closed, .unresolved:
      return try BlamelessCrash.find(timeline, by: program).map { .blameless($0) } ?? .notReproduced
    case .died(let crash):
      guard let fatal = replay.outcome.lastAction, fatal > 0 else {
        return .diesAtStart(crash, errorText: replay.outcome.errorText)
      }
      if case .crashed(let recorded) = timeline.end, recorded != fatal {
        return .otherCrash(crash, action: fatal, recorded: recorded)
      }
      let abilities = replay.outcome.abilities
      var search = Search(
        fatal: try .read(fatal, of: timeline, by: program, abilities, sightings),
        replay: replay,
        crash: crash,
        budget: budget,
        counter: ReplayCounter(replay.count, progress: progress)
      )
      return try search.run()
    }
  }
}
