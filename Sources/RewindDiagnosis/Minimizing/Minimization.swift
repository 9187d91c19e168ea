import RewindJSON
import RewindSession
package import RewindTimeline

/// The fewest actions that fail as a session did.
///
/// *As it did* means that the program fails alike (`Failure.judge`), and that the culprit keeps its role:
/// the fatal action fails after the culprit, and does not fail on the state right before it. Otherwise
/// the shortest reproduction is often a different failure: a board that is empty at the start instead of
/// one that was emptied.
///
/// ```
/// recorded states   s0 … s(p)                a  b  culprit  fatal      kept so far
///                          └──── skipped ───┘
/// ```
///
/// From the state after the culprit the fatal action fails, so nothing between the two is needed: the
/// search starts with these two and adds actions backwards. As the state before any action is recorded, a
/// probe runs only the few kept actions on the state after action p. A search finds how far p can be moved
/// back; the action that stops it is kept, and so on until the start is reached. (Backward adaptive
/// deletion; ddmin needs three times as many probes and replays the whole session in each.) Then whole
/// causes are left out, and single actions, until every remaining one has been tried.
///
/// One process makes many probes, each on a state that it is given, and starts anew only after the program
/// has died (``TrialChild``). So the search looks at dozens of states at once where they are small, which
/// takes two or three starts for an action that is kept, and halves the range where they are large.
package struct Minimization: Sendable {
  package enum Outcome: Sendable {
    case found(Minimization)
    /// The program replays the whole session and survives.
    case notReproduced
  }

  /// The start of the result.
  package enum Start: String, Sendable, CaseIterable {
    /// At the session's start, so that actions alone reproduce the failure; where an external change is
    /// needed for it, at the state after that change.
    case session
    /// At the recorded state before the culprit, or the last one where that does not matter.
    case keyframe
  }

  /// Options for a reduction.
  package struct Options {
    package var start = Start.session
    /// True if payloads are reduced too.
    package var shrinksPayloads = true
    /// Called before each probe; once it returns true, the best result so far is returned.
    package var isCancelled: () -> Bool = { false }
    /// Called with the number of replays and the number of remaining actions.
    package var progress: (_ probes: Int, _ kept: Int) -> Void = { _, _ in }
    /// Says if an app could have had a session with only some of its actions; nil where any will do.
    var isPossible: ((PossibleTrial) -> Bool)?

    package init() {}
  }

  /// Some of a session's actions; an app might have had them without the others.
  struct PossibleTrial {
    /// The number of actions before them that all happened.
    let skipped: Int
    let steps: [SessionStep]
    /// The state before each of them; nil where it is not known yet.
    let statesBefore: [JSONValue?]
    /// For each of them, true if a user could do it on the state before; nil if the app does not say.
    let allowed: [Bool?]
  }

  /// The number of the session's actions up to the failure.
  package let before: Int
  /// The remaining actions, under their old numbers; the last one is fatal.
  package let steps: [SessionStep]
  /// The culprit, under its old number: one of the steps, and the fatal one where that fails from every
  /// state.
  ///
  /// Nil where it did not need to be kept, could not be kept, or is not an action.
  package let culprit: Int?
  /// True if the culprit should have been kept and could not be: it does not lead to the failure by itself.
  package let losesCulprit: Bool
  /// The action after whose state the steps follow.
  package let position: Int
  /// True if the steps follow the session's first state, so that they reproduce the failure from the start.
  package let beginsAtStart: Bool
  /// The change without an action after which the steps follow, if they do; it is kept as one step, with its name.
  package let externalStart: ExternalChange?
  /// True if the state before the steps came about after that action, without one.
  package var beginsExternally: Bool { externalStart != nil }
  /// The features that identify the crash; nil where the failure is a wrong state.
  package let signature: CrashSignature?
  /// The wrong state that the last action leads to; nil where the failure is a crash.
  package let wrong: WrongState?
  /// The number of replays, without those that found the culprit.
  package let probes: Int
  /// True if it is proven that no action can be left out.
  package let isMinimal: Bool
  /// The result as a session.
  package let text: SessionSerializer

  /// The number of probes for payloads: enough for some thirty values, a few seconds.
  private static let payloadProbes = 200

  /// Minimizes a session.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - program: The app.
  ///   - culprit: The culprit, which keeps its role; nil for the shortest way to fail alike with any culprit.
  ///   - options: The kind of reduction.
  /// - Returns: The result, whose last replay failed alike.
  /// - Throws: ``ReplayProgramError``; ``MinimizationError``; `SessionLogError`.
  package static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    keeping culprit: CrashBisection.Culprit?,
    options: Options = Options()
  ) throws -> Outcome {
    let goal: MinimizationGoal
    if let culprit {
      goal = try MinimizationGoal.keeping(culprit, of: timeline)
    } else {
      guard let found = try MinimizationGoal.replaying(timeline, by: program) else {
        return .notReproduced
      }
      goal = found
    }
    return .found(try run(goal, of: timeline, by: program, keeping: culprit, options: options))
  }

  /// Minimizes a session whose goal is known, or what comes next to it.
  static func run(
    _ goal: MinimizationGoal,
    of timeline: Timeline,
    by program: ReplayProgram,
    keeping culprit: CrashBisection.Culprit? = nil,
    options: Options
  ) throws -> Minimization {
    for attempt in goal.attempts {
      if let found = try reduce(timeline, program, attempt, culprit, options) { return found }
    }
    throw MinimizationError.unsteady
  }

  /// Reduces a session; nil where the culprit does not lead to the failure, or the probes cannot be
  /// confirmed.
  static func reduce(
    _ timeline: Timeline,
    _ program: ReplayProgram,
    _ goal: MinimizationGoal,
    _ culprit: CrashBisection.Culprit?,
    _ options: Options
  ) throws -> Minimization? {
    let probe = MinimizationProbe(
      timeline,
      program,
      goal,
      from: try culprit?.replayedAfter == 0 ? .state(after: 0) : timeline.usualStart(),
      isPossible: try options.isPossible ?? goal.namesWhatIsThere(in: timeline),
      onProbe: options.progress
    )
    let search = MinimizationSearch(
      timeline: timeline,
      goal: goal,
      probe: probe,
      isCancelled: options.isCancelled
    )
    guard let beginning = try search.beginning() else { return nil }
    var found = try search.fewest(beginning, fromStart: options.start == .session)
    if options.shrinksPayloads {
      found = try search.smaller(found, limit: payloadProbes)
    }
    let replayed = try ReplayedSession.run(probe.request(found.trial, states: .all), by: program)
    guard try probe.verdict(on: found.trial, replayed) == .fails else { return nil }
    let probes = probe.count + goal.probes + 1
    // If actions are run again, those up to the position are part of the result.
    let position = try goal.states.index(of: found.trial.position)
    let start = try timeline.usualStart().index
    let rerun = goal.rerunsActions && position > start ? Array((start + 1)...position) : []
    let steps = try rerun.map(timeline.step) + found.trial.steps
    return Minimization(
      goal,
      found,
      position: position,
      externalStart: try goal.states.externalChange(at: found.trial.position),
      text: SessionSerializer(timeline, replayed, steps: steps),
      probes: probes,
      keeping: culprit
    )
  }

  private init(
    _ goal: MinimizationGoal,
    _ reduction: MinimizationSearch.Reduction,
    position: Int,
    externalStart: ExternalChange?,
    text: SessionSerializer,
    probes: Int,
    keeping culprit: CrashBisection.Culprit?
  ) {
    let trial = reduction.trial
    before = goal.fatal
    steps = trial.steps
    switch goal.role {
    case .action(let culprit): self.culprit = culprit.index
    case .fatal: self.culprit = goal.fatal
    case .externalChange: self.culprit = nil
    case .none: self.culprit = culprit.flatMap { $0.survivor == nil ? $0.culprit : nil }
    }
    losesCulprit = if case .none = goal.role { culprit?.survivor != nil } else { false }
    self.position = position
    beginsAtStart = trial.position == 0
    self.externalStart = externalStart
    switch goal.failure {
    case .crash(let signature): (self.signature, wrong) = (signature, nil)
    case .wrongState(let wrong): (signature, self.wrong) = (nil, wrong)
    }
    self.probes = probes
    isMinimal = reduction.isMinimal
    self.text = text
  }
}

/// A reason why a session cannot be minimized.
package enum MinimizationError: Error, Hashable, CustomStringConvertible {
  /// The last replay of the result did not fail as the probes had.
  case unsteady
  /// On the state before it, this action alone does not lead to the wrong state.
  case notByItself(Int)

  package var description: String {
    switch self {
    case .unsteady: Self.unsteadyWords
    case .notByItself(let action):
      """
      From the state before action \(action), that action alone does not lead to the wrong state, as it did \
      in the whole session: it may depend on the numbers of actions, or on something outside the state.
      """
    }
  }

  private static let unsteadyWords =
    """
    The crash is intermittent: the result did not crash in its last replay as it had before. \
    `rewind verify --pure` finds what the reducers depend on.
    """
}
