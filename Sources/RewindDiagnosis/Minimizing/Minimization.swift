import RewindJSON
import RewindSession
public import RewindTimeline

/// The fewest actions that crash as a session did, with the smallest payloads.
///
/// ```
/// recorded states   s0 … s(p)                a  b  fatal      kept so far, from behind
///                          └──── skipped ───┘
/// ```
///
/// Actions are kept from the end backwards. As the state before any action is recorded, a probe runs
/// no more than the few actions kept on the state after action p. How far p can be moved back is found
/// by halving; the action at which it cannot is kept, and so on until the start is reached. For k of n
/// actions that is k log₂ n probes of at most k actions each. (Backward adaptive deletion; ddmin needs
/// three times as many probes and replays the whole session in each.) What does not depend on one
/// another's answers is tried side by side: whole causes are left out, then single actions, until each
/// one that is left has been tried.
///
/// Where a crash happens takes ten times as long to find out as that it does. So what is found is
/// confirmed in the end; if it has slipped to another crash of the same class in the same type of
/// action, the search is made again with a look at each.
public struct Minimization: Sendable {
  public enum Outcome: Sendable {
    case found(Minimization)
    /// The program replays the whole session and lives.
    case notReproduced
  }

  /// Where the result begins.
  public enum Start: String, Sendable, CaseIterable {
    /// With the session's start, so that only actions are needed to tell the story; where the state was
    /// changed from outside, and the crash needs that, with the state behind the change.
    case session
    /// With the latest recorded state from which it still crashes with one action.
    case keyframe
  }

  /// Actions of the session up to the crash.
  public let before: Int
  /// The actions that are left, under their old numbers; the last one is fatal.
  public let steps: [SessionStep]
  /// The action after whose state they follow.
  public let position: Int
  /// Whether they follow on the session's first state, so that they tell the whole story.
  public let beginsAtStart: Bool
  /// Whether the state that they follow on came about behind that action, without one.
  public let beginsOutside: Bool
  public let signature: CrashSignature
  /// Replays that were run.
  public let probes: Int
  /// Whether it is proven that no action can be left out.
  public let isMinimal: Bool
  private let text: SessionText

  /// How many probes payloads may take: enough for some thirty values, a few seconds.
  private static let payloadProbes = 200

  /// Minimizes a session.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - program: The app.
  ///   - start: Where the result begins.
  ///   - isCancelled: Asked before each probe; from then on the best so far is made the result.
  ///   - progress: Told the number of replays and the number of actions kept.
  /// - Returns: The result, whose last replay crashed with the same signature.
  /// - Throws: ``ReplayProgramError``; ``MinimizationError``; `SessionLogError`.
  public static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    from start: Start = .session,
    isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (_ probes: Int, _ kept: Int) -> Void = { _, _ in }
  ) throws -> Outcome {
    guard let crash = try SessionCrash(timeline, program) else { return .notReproduced }
    let probe = ReductionProbe(
      timeline,
      program,
      crash.signature,
      on: crash.states,
      from: try timeline.usualStart(),
      rerunsActions: crash.rerunsActions,
      onProbe: progress
    )
    let search = ReductionSearch(timeline, crash.states, probe, isCancelled)
    func confirmed(
      _ reduce: () throws -> ReductionSearch.Reduction
    ) throws -> ReductionSearch.Reduction {
      let reduction = try reduce()
      if try probe.confirms(reduction) { return reduction }
      probe.isStrict = true
      return try reduce()
    }
    let fewest = try confirmed {
      try search.fewest([timeline.step(crash.fatal)], fromStart: start == .session)
    }
    let smallest = try confirmed { try search.smaller(fewest, limit: payloadProbes) }
    return .found(try Minimization(timeline, program, crash, probe, smallest))
  }

  private init(
    _ timeline: Timeline,
    _ program: ReplayProgram,
    _ crash: SessionCrash,
    _ probe: ReductionProbe,
    _ reduction: ReductionSearch.Reduction
  ) throws {
    let (place, steps) = (reduction.position, reduction.steps)
    let request = try probe.request(after: place, steps, states: .all)
    let replayed = try ReplayedSession(request, by: program)
    guard probe.isSameCrash(replayed.outcome, steps) else { throw MinimizationError.unsteady }
    before = crash.fatal
    self.steps = steps
    position = try crash.states.index(of: place)
    beginsAtStart = place == 0
    beginsOutside = try crash.states.isOutside(place)
    signature = crash.signature
    probes = probe.count + crash.probes + 1
    isMinimal = reduction.isMinimal
    // Where actions are run again, those up to the place are part of the result.
    let start = try timeline.usualStart().index
    let rerun = crash.rerunsActions && position > start ? Array((start + 1)...position) : []
    text = SessionText(timeline, replayed, steps: try rerun.map(timeline.step) + steps)
  }

  /// Writes the result as a session log.
  public func write(to path: String) throws {
    try text.write(to: path)
  }
}

/// Why a session cannot be minimized.
public enum MinimizationError: Error, Hashable, CustomStringConvertible {
  /// The last replay of the result did not crash as the probes had.
  case unsteady

  public var description: String {
    """
    The crash comes and goes: the result did not crash in its last replay as it had before. \
    `rewind verify --pure` finds what the reducers depend on.
    """
  }
}

/// The crash of a session as a replay shows it.
struct SessionCrash {
  let fatal: Int
  /// The states before it.
  let states: StateSequence
  let signature: CrashSignature
  /// Whether recorded states do not lead to the crash, so that actions must be run again.
  let rerunsActions: Bool
  /// Replays that were needed.
  let probes: Int

  /// Replays a session; nil where the program lives.
  init?(_ timeline: Timeline, _ program: ReplayProgram) throws {
    let replay = try CrashReplay.run(timeline, by: program)
    let outcome = replay.outcome
    switch outcome.ending {
    case .undecodable(let session):
      throw ReplayProgramError(
        program: program.command[0],
        .undecodable(session.description)
      )
    case .closed, .unresolved:
      return nil
    case .died(let crash):
      guard let fatal = outcome.lastAction, fatal > 0 else { return nil }
      let type = try timeline.action(fatal).type
      self.fatal = fatal
      let states = try StateSequence(timeline, before: fatal)
      self.states = states
      var probes = replay.count
      func look(rerunning: Bool) throws -> CrashSignature? {
        probes += 1
        var request = ReplayRequest(timeline, states: .none)
        try request.begin(
          at: states.last,
          of: states,
          by: rerunning ? .rerunning : .decoding,
          timeline
        )
        try request.add(fatal...fatal, of: timeline)
        let outcome = try program.run(request, withBacktrace: true)
        guard case .died(crash) = outcome.ending, outcome.lastAction == fatal else { return nil }
        return CrashSignature(crash, in: type, outcome)
      }
      if outcome.decodesState, let signature = try look(rerunning: false) {
        (self.signature, rerunsActions) = (signature, false)
      } else {
        let found = try look(rerunning: true)
        (signature, rerunsActions) = (found ?? CrashSignature(crash, in: type), true)
      }
      self.probes = probes
    }
  }
}
