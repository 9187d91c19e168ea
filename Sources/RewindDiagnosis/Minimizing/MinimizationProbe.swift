import RewindJSON
import RewindQuery
import RewindSession
import RewindTimeline

/// Runs a few actions on a recorded state to see if the last of them fails as the session did.
final class MinimizationProbe {
  /// A few actions, the last of which is the fatal one, on the state at a position.
  struct Trial: Hashable {
    var position: Int
    var steps: [SessionStep]
  }

  /// The number of replays so far.
  private(set) var count = 0

  private let timeline: Timeline
  private let program: ReplayProgram
  private let goal: MinimizationGoal
  /// The start of the session.
  private let start: ReplayRequest.Start
  private let isPossible: ((Minimization.PossibleTrial) -> Bool)?
  private let onProbe: (_ probes: Int, _ steps: Int) -> Void
  private var verdicts: [Trial: FailureVerdict] = [:]
  private let cache = CrashIdentityCache()

  init(
    _ timeline: Timeline,
    _ program: ReplayProgram,
    _ goal: MinimizationGoal,
    from start: ReplayRequest.Start,
    isPossible: ((Minimization.PossibleTrial) -> Bool)? = nil,
    onProbe: @escaping (_ probes: Int, _ steps: Int) -> Void
  ) {
    (self.timeline, self.program, self.goal) = (timeline, program, goal)
    (self.start, self.isPossible, self.onProbe) = (start, isPossible, onProbe)
  }

  /// Runs trials in parallel, except those whose verdict is known.
  ///
  /// The recording is read beforehand, on this thread: a timeline must not be shared.
  func run(_ trials: [Trial]) throws -> [FailureVerdict] {
    let fresh = trials.filter { verdicts[$0] == nil }
    if !fresh.isEmpty { add(fresh.count, fresh[0]) }
    switch goal.failure {
    case .crash where isPossible == nil:
      let requests = try fresh.map { try request($0, states: .none, locates: true) }
      for (trial, outcome) in zip(fresh, program.run(requests, withBacktrace: false)) {
        verdicts[trial] = try verdict(on: trial, outcome.get())
      }
    case .crash, .wrongState:
      let requests = try fresh.map { try request($0, states: .all, locates: true) }
      let replays = program.runInParallel(requests) { [program] in
        try ReplayedSession.run($0, by: program)
      }
      for (trial, replayed) in zip(fresh, replays) {
        let replayed = try replayed.get()
        let found = try verdict(on: trial, replayed)
        verdicts[trial] =
          try found != .fails || isPossible(trial, replayed)
          ? found : .unresolved("No session of the app would have it.")
      }
    }
    return trials.map { verdicts[$0] ?? .unresolved("It was not tried.") }
  }

  /// Classifies the replay of a trial by its end.
  private func verdict(
    on trial: Trial,
    _ outcome: ReplayProgram.Outcome
  ) throws -> FailureVerdict {
    guard let last = trial.steps.last else { return .unresolved("It has no action.") }
    let result = outcome.trial(of: last)
    switch goal.failure {
    case .crash(let signature):
      return try cache.identify(result, for: signature) { try look(at: trial) }
        .verdict(on: signature)
    case .wrongState:
      guard case .died(let death) = result else { return .unresolved("It has no state.") }
      return .failsOtherwise(death.plain)
    }
  }

  /// Classifies the replay of a trial by its end, or by its last two states.
  func verdict(on trial: Trial, _ replayed: ReplayedSession) throws -> FailureVerdict {
    guard case .wrongState(let wrong) = goal.failure,
      let steps = try lastSteps(of: trial, replayed)
    else { return try verdict(on: trial, replayed.outcome) }
    // A property of the action alone may hold for an action that crashes here and did not in the session.
    guard steps.last.state(.after) != nil || timeline.end == .crashed(action: goal.fatal) else {
      return .unresolved("The app dies in it.")
    }
    let verdict = try wrong.judge(steps.last)
    guard verdict == .fails, case .fatal = goal.role else { return verdict }
    return try wrong.judge(steps.before) == .fails ? .passes : .fails
  }

  /// Returns the last step of a trial and the one before, numbered as in a session of its own; nil where
  /// the replay did not reach it.
  private func lastSteps(
    of trial: Trial,
    _ replayed: ReplayedSession
  ) throws -> (before: GivenStep, last: GivenStep)? {
    let count = trial.steps.count
    let rerun = replayed.steps.count - count
    guard rerun >= 0, replayed.steps.last?.index == trial.steps.last?.index else { return nil }
    let own = replayed.steps.suffix(count).map(\.state)
    let states = try [start(of: trial, replayed, rerun: rerun)] + own
    func step(_ number: Int) -> GivenStep {
      GivenStep(
        index: rerun + number,
        action: number > 0 ? trial.steps[number - 1].action : nil,
        before: number > 0 ? states[number - 1] : nil,
        after: states[number]
      )
    }
    return (step(count - 1), step(count))
  }

  /// True if an app could have had a session with the actions of a trial, as far as that is asked for.
  private func isPossible(_ trial: Trial, _ replayed: ReplayedSession) throws -> Bool {
    guard let isPossible else { return true }
    let rerun = replayed.steps.count - trial.steps.count
    guard rerun >= 0 else { return false }
    let own = replayed.steps.suffix(trial.steps.count).map(\.state)
    return isPossible(
      Minimization.PossibleTrial(
        skipped: trial.position,
        steps: trial.steps,
        statesBefore: try [start(of: trial, replayed, rerun: rerun)] + own.dropLast()
      )
    )
  }

  /// Returns the state that a trial's first action is dispatched on.
  private func start(
    of trial: Trial,
    _ replayed: ReplayedSession,
    rerun: Int
  ) throws -> JSONValue? {
    // The response does not have a state that was given to the replay between two actions.
    if try goal.states.isExternal(trial.position) {
      return try goal.states.state(at: trial.position)
    }
    return rerun > 0 ? replayed.steps[rerun - 1].state : replayed.start.state
  }

  /// Returns the request for a trial; its position is a recorded state, or is reached by running the actions
  /// again where recorded states are not enough.
  func request(
    _ trial: Trial,
    states: ReplayRequest.States,
    locates: Bool = false
  ) throws -> ReplayRequest {
    var request = ReplayRequest(timeline, states: states, locates: locates)
    if trial.position == 0, case .app = start {
      try request.begin(start, timeline)
    } else {
      let stateSource = goal.rerunsActions ? StateSource.rerunning : .decoding
      try request.begin(at: trial.position, of: goal.states, by: stateSource, timeline)
    }
    for step in trial.steps { request.add(step) }
    return request
  }

  private func add(_ number: Int, _ trial: Trial) {
    count += number
    onProbe(count, trial.steps.count)
  }

  /// Runs a trial again to look up the place of its crash; nil where it does not crash again.
  private func look(at trial: Trial) throws -> CrashIdentity? {
    add(1, trial)
    let outcome = try program.run(request(trial, states: .none), withBacktrace: true)
    return trial.steps.last.flatMap(outcome.crash)
  }
}
