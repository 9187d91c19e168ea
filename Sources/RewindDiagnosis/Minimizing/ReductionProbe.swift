import Foundation
import RewindJSON
import RewindQuery
import RewindSession
import RewindTimeline

/// Tries a few actions on a recorded state: whether the last of them fails as the session did.
final class ReductionProbe {
  /// A few actions, the last of which is the fatal one, on the state at a place.
  struct Trial: Hashable {
    var position: Int
    var steps: [SessionStep]
  }

  /// Replays that were run.
  private(set) var count = 0

  private let timeline: Timeline
  private let program: ReplayProgram
  private let goal: ReductionGoal
  /// Where the session begins.
  private let start: ReplayRequest.Start
  private let onProbe: (_ probes: Int, _ steps: Int) -> Void
  private var verdicts: [Trial: FailureVerdict] = [:]
  private var sightings = DeathSightings()

  /// How many replays run side by side.
  static let width = max(1, ProcessInfo.processInfo.activeProcessorCount)

  init(
    _ timeline: Timeline,
    _ program: ReplayProgram,
    _ goal: ReductionGoal,
    from start: ReplayRequest.Start,
    onProbe: @escaping (_ probes: Int, _ steps: Int) -> Void
  ) {
    (self.timeline, self.program, self.goal) = (timeline, program, goal)
    (self.start, self.onProbe) = (start, onProbe)
  }

  /// Runs trials side by side, those left out of which the verdict is known.
  ///
  /// The recording is read before, on this thread: a timeline is nobody's but its owner's.
  func run(_ trials: [Trial]) throws -> [FailureVerdict] {
    let fresh = trials.filter { verdicts[$0] == nil }
    if !fresh.isEmpty { add(fresh.count, fresh[0]) }
    switch goal.failure {
    case .crash:
      let requests = try fresh.map { try request($0, states: .none, locates: true) }
      for (trial, outcome) in zip(fresh, program.run(requests, withBacktrace: false)) {
        verdicts[trial] = try verdict(on: trial, outcome.get())
      }
    case .wrongState:
      let requests = try fresh.map { try request($0, states: .all) }
      for (trial, replayed) in zip(fresh, program.replay(requests)) {
        verdicts[trial] = try verdict(on: trial, replayed.get())
      }
    }
    return trials.map { verdicts[$0] ?? .unresolved("It was not tried.") }
  }

  /// Judges the replay of a trial.
  private func verdict(
    on trial: Trial,
    _ outcome: ReplayProgram.Outcome
  ) throws -> FailureVerdict {
    try goal.failure.judge(run(trial, outcome))
  }

  /// Judges the replay of a trial by its end, or by its last two states.
  func verdict(on trial: Trial, _ replayed: ReplayedSession) throws -> FailureVerdict {
    guard case .wrongState = goal.failure, let steps = try lastSteps(of: trial, replayed) else {
      return try verdict(on: trial, replayed.outcome)
    }
    // What only the action tells may hold in an action that the app dies of, and survived in the session.
    guard steps.last.state(.after) != nil || timeline.end == .crashed(action: goal.fatal) else {
      return .unresolved("The app dies in it.")
    }
    let verdict = try goal.failure.judge(.reached(steps.last))
    guard verdict == .fails, case .fatal = goal.role else { return verdict }
    return try goal.failure.judge(.reached(steps.before)) == .fails ? .passes : .fails
  }

  /// The last step of a trial and the one before, under the numbers that they have where the trial is a session
  /// of its own; nil where the replay did not come to it.
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

  /// The state that a trial's first action is dispatched on.
  private func start(
    of trial: Trial,
    _ replayed: ReplayedSession,
    rerun: Int
  ) throws -> JSONValue? {
    // What the replay was given between two actions, its answer does not have.
    if try goal.states.isOutside(trial.position) {
      return try goal.states.state(at: trial.position)
    }
    return rerun > 0 ? replayed.steps[rerun - 1].state : replayed.start.state
  }

  /// The request for a trial; a place is a recorded state, or is reached by running the actions again where
  /// recorded states do not do.
  func request(
    _ trial: Trial,
    states: ReplayRequest.States,
    locates: Bool = false
  ) throws -> ReplayRequest {
    var request = ReplayRequest(timeline, states: states, locates: locates)
    if trial.position == 0, case .app = start {
      try request.begin(start, timeline)
    } else {
      let means = goal.rerunsActions ? StateMeans.rerunning : .decoding
      try request.begin(at: trial.position, of: goal.states, by: means, timeline)
    }
    for step in trial.steps { request.add(step) }
    return request
  }

  private func add(_ number: Int, _ trial: Trial) {
    count += number
    onProbe(count, trial.steps.count)
  }

  private func run(_ trial: Trial, _ outcome: ReplayProgram.Outcome) throws -> ActionRun {
    switch outcome.ending {
    case .closed: return .survived
    case .undecodable(let session): return .untried(session.description)
    case .unresolved(let input, _): return .untried("Nobody has a value for \"\(input)\".")
    case .died(let crash):
      guard let last = trial.steps.last, outcome.lastAction == last.index else {
        return .untried("The program died before it came to the action.")
      }
      let death = DeathSightings.Death(
        crash: crash,
        type: last.type,
        words: outcome.errorText,
        addresses: outcome.addresses
      )
      return try sightings.identify(death, for: goal.failure) { try look(at: trial) }
    }
  }

  /// The death of a trial with a look at where it happens; nil where it does not happen again.
  private func look(at trial: Trial) throws -> CrashSignature? {
    add(1, trial)
    let outcome = try program.run(request(trial, states: .none), withBacktrace: true)
    guard case .died(let crash) = outcome.ending, let last = trial.steps.last,
      outcome.lastAction == last.index
    else { return nil }
    return CrashSignature(crash, in: last.type, outcome)
  }
}
