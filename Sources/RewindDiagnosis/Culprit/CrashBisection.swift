import RewindSession
package import RewindTimeline

/// A search for the action that crashed and the earlier one to blame.
///
/// The *fatal* action is the last one that the program began. The *culprit* is the first action of the
/// last unbroken run of states, ending right before the crash, from which the fatal action crashes alike.
/// It is not the earliest such state: if a board is empty at the start, is dealt, and is emptied again
/// later, the action that emptied it is to blame. Where the state changed without an action (it was set,
/// or a time machine jumped), that change may be to blame like an action.
package enum CrashBisection {
  package enum Result: Sendable {
    case found(Culprit)
    /// The program crashes as recorded, but not because of an action.
    case blameless(UnattributedCrash)
    /// The program replays the whole session and survives.
    case notReproduced
    /// A reducer read an input that is not in the recording, so that the replay did not reach the end.
    case unresolved(UnresolvedInput)
    /// The program dies in another action than the recorded crash did, so that this is not that crash.
    case otherCrash(CrashClass, action: Int, recorded: Int)
    /// The program cannot replay the session.
    case undecodable(UndecodableParts)
    /// The program crashes before the first action.
    case diesAtStart(CrashClass, errorText: String)
  }

  /// The answer, each fact of which was seen in a replay.
  package struct Culprit: Sendable {
    /// The action that crashes.
    package private(set) var fatal: Int
    package let fatalType: String
    /// The action to blame.
    ///
    /// From the state after it the fatal action crashes alike. If that crashes from every state that was
    /// tried, it is the fatal action itself, or 0 where the initial state is shown to be to blame
    /// (``initialState``). It is the action before ``externalChange`` if that change is to blame.
    package private(set) var culprit: Int
    /// The external change to blame, if any.
    package private(set) var externalChange: ExternalChange?
    /// The latest state before those of the run, and the fatal action's effect on it; nil if that crashes
    /// from every state that was tried.
    package private(set) var survivor: Survivor?
    /// The features that identify this crash.
    package let signature: CrashSignature
    package var crash: CrashClass { signature.crash }
    package let isStackOverflow: Bool
    /// The failed check of Swift, if the program or its debug information names it.
    package let reason: String?
    /// The part of the initial state in the crash; nil where an earlier state survives.
    package let initialState: InitialStateRole?
    /// True if no other answer is possible: every state after the survivor was tried.
    ///
    /// Where the fatal action crashes from every state, the initial state may be to blame as well as the action
    /// itself, unless the app's own initial state survives, or a value that was read is to blame.
    /// A crash without an identity may be another one on another state.
    package var isCertain: Bool {
      let isAmbiguous = (initialState ?? .toBlame) != .toBlame && needs?.read == nil
      return unprobed.isEmpty && !isAmbiguous && !signature.isEmpty
    }
    /// True if the program dies after it has made the state that follows the fatal action: in a subscriber or
    /// a check, not in the reducer.
    package let diesAfterReducing: Bool
    /// The actions after which states might survive that were not tried.
    package private(set) var unprobed: [ClosedRange<Int>]
    /// The reason why some of them could not be tried; nil if only time was missing.
    package let obstacle: String?
    /// True if the fatal action behaves differently on recorded states than on the states that running
    /// the actions again leads to: the state's recorded form leaves something out.
    package let recordedStateIsIncomplete: Bool
    /// The action after whose recorded state the replay that showed the crash started; nil if a replay from the
    /// session's start crashes.
    package let replayedAfter: Int?
    /// The number of replays.
    package let probes: Int
    /// The end of the program's standard error in the crash.
    package let errorText: String
    /// The position of the state after the culprit in the sequence of those before the fatal action.
    let position: Int
    /// The position of the survivor, if any.
    let survivorPosition: Int?
    /// True if states can be reached only by running actions again.
    let rerunsActions: Bool
    /// The way in which the states of the answer were reached.
    let stateSource: StateSource
    /// The values that the crash needs; nil where they were not searched (``withNeeds(in:by:progress:)``).
    package var needs: CrashNeeds?
    /// The number of replays, those for ``needs`` included.
    package var allReplays: Int { probes + (needs?.replays ?? 0) }

    /// True if the fatal action crashes from every state that was tried, including the first one.
    package var crashesFromEveryState: Bool { survivor == nil }

    /// Returns the answer with other indexes for the actions, such as those of a session of several stores, and with
    /// the change there that is to blame, if a change without an action is.
    package func renumbered(_ externalChange: ExternalChange?, _ index: (Int) -> Int) -> Culprit {
      var copy = self
      copy.fatal = index(fatal)
      copy.externalChange = externalChange
      copy.culprit = externalChange?.after ?? index(culprit)
      copy.survivor = survivor.map {
        Survivor(index: index($0.index), otherCrash: $0.otherCrash, isNeighbor: $0.isNeighbor)
      }
      copy.needs = needs?.renumbered(index)
      copy.unprobed = unprobed.map { index($0.lowerBound)...index($0.upperBound) }
      return copy
    }
  }

  /// The part of a session's initial state in a crash that happens from every state of the session.
  package enum InitialStateRole: String, Sendable {
    /// The fatal action survives the initial state that the app itself makes: that of the session is to blame.
    case toBlame = "to-blame"
    /// It crashes from the app's own initial state as well.
    case likeOwn = "like-own"
    /// The app's own initial state could not be tried.
    case unknown
  }

  /// A state on which the fatal action does not crash alike.
  package struct Survivor: Hashable, Sendable {
    /// The action that the state follows.
    package let index: Int
    /// The crash there; nil if there is none.
    package let otherCrash: CrashSignature?
    /// True if the culprit's state directly follows.
    package let isNeighbor: Bool
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
  package static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    budget: SearchBudget = .usual,
    progress: @escaping (Int) -> Void = { _ in }
  ) throws -> Result {
    try run(timeline, by: program, CrashIdentityCache(), budget: budget, progress: progress)
  }

  /// Searches a session, with the crashes of the program that earlier searches have identified.
  static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    _ cache: CrashIdentityCache,
    budget: SearchBudget = .usual,
    progress: @escaping (Int) -> Void = { _ in }
  ) throws -> Result {
    let replay = try CrashReplay.run(timeline, by: program)
    switch replay.outcome.ending {
    case .undecodable(let session):
      return .undecodable(session)
    case .unresolved(let input, let action):
      return .unresolved(UnresolvedInput(input, in: action))
    case .closed:
      return try UnattributedCrash.find(timeline, by: program).map { .blameless($0) }
        ?? .notReproduced
    case .died(let crash):
      guard let fatal = replay.outcome.lastAction, fatal > 0 else {
        return .diesAtStart(crash, errorText: replay.outcome.errorText)
      }
      if case .crashed(let recorded) = timeline.end, recorded != fatal {
        return .otherCrash(crash, action: fatal, recorded: recorded)
      }
      let counter = ReplayCounter(progress: progress)
      counter.add(replays: replay.count, actions: replay.count * timeline.actionCount)
      var search = Search(
        fatal: try .read(fatal, of: timeline, by: program, cache),
        replay: replay,
        crash: crash,
        budget: budget,
        counter: counter
      )
      return try search.run()
    }
  }
}
