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

  /// The number of trials so far, the same on every machine: one that only ran because there was a processor left
  /// counts once it is asked for.
  var count: Int { asked.count }

  private let timeline: Timeline
  private let program: ReplayProgram
  private let goal: MinimizationGoal
  /// The start of the session.
  private let start: ReplayRequest.Start
  private let isPossible: ((Minimization.PossibleTrial) -> Bool)?
  private let onProbe: (_ probes: Int, _ steps: Int) -> Void
  private var verdicts: [Trial: FailureVerdict] = [:]
  private var asked: Set<Trial> = []
  /// The trials after which the program had to be started anew.
  private var deaths: Set<Trial> = []
  private let cache = CrashIdentityCache()

  /// The trials that a child makes at most: more of them are seldom needed until one fails.
  static let trialsOfChild = 64

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

  /// Makes trials until one fails as the session did; returns its number, or nil if none does.
  ///
  /// A child makes one trial after the other until the program dies, and as many children as there are processors run
  /// at a time: starting a program takes longer than a few actions do.
  func firstFailing(of trials: [Trial]) throws -> Int? {
    var limit = goal.rerunsActions ? 1 : Self.trialsOfChild
    for trial in trials where try verdicts[trial] == nil && !isConceivable(trial) {
      verdicts[trial] = Self.impossible
    }
    while true {
      let known = trials.map { verdicts[$0] }
      let found = known.firstIndex(of: .fails)
      let open = known[..<(found ?? trials.count)].indices.filter { known[$0] == nil }
        .map { trials[$0] }
      guard !open.isEmpty else {
        ask(for: trials[..<(found.map { $0 + 1 } ?? trials.count)])
        return found
      }
      let size = min(limit, (open.count + CrashProbe.width - 1) / CrashProbe.width)
      let firsts = stride(from: 0, to: min(open.count, size * CrashProbe.width), by: size)
      let children = try firsts.map { try child(Array(open[$0..<min($0 + size, open.count)])) }
      let answers = ParallelWork.map(children) { [program] child in try child.run(by: program) }
      for (child, answer) in zip(children, answers) {
        guard let answer else { continue }
        let replays: [ReplayedSession]
        do {
          replays = try answer.get()
        } catch let error as ReplayProgramError
          where error.isAboutOneSession && child.trials.count > 1
        {
          replays = []
        }
        // Which of the trials it is about cannot be known: each gets a child of its own.
        if replays.isEmpty { limit = 1 }
        for (trial, replayed) in zip(child.trials, replays) where verdicts[trial] == nil {
          if case .closed = replayed.outcome.ending {} else { deaths.insert(trial) }
          verdicts[trial] = try possibleVerdict(on: trial, replayed)
        }
      }
    }
  }

  /// Returns the verdict on one trial.
  func verdict(on trial: Trial) throws -> FailureVerdict {
    _ = try firstFailing(of: [trial])
    return verdicts[trial] ?? .unresolved("It was not tried.")
  }

  private func possibleVerdict(
    on trial: Trial,
    _ replayed: ReplayedSession
  ) throws -> FailureVerdict {
    let found = try verdict(on: trial, replayed)
    guard found == .fails else { return found }
    guard try isPossible(trial, replayed) else { return Self.impossible }
    return try hasSameNeeds(trial, replayed) ? found : Self.otherFailure
  }

  private static let otherFailure = FailureVerdict.unresolved("It needs something else.")

  /// True if a failing trial needs the values that the session's failure does, as far as they are known.
  private func hasSameNeeds(_ trial: Trial, _ replayed: ReplayedSession) throws -> Bool {
    if let part = goal.needs?.part, case .action(let culprit) = goal.role {
      guard let number = trial.steps.firstIndex(where: { $0.index == culprit.index }) else {
        return true
      }
      let rerun = max(0, replayed.steps.count - trial.steps.count)
      let own = replayed.steps.dropFirst(rerun).map(\.state)
      let states = try [start(of: trial, replayed, rerun: rerun)] + own
      guard states.indices.contains(number + 1), let before = states[number],
        let after = states[number + 1]
      else { return true }
      let changed = StateDifference(from: before, to: after).changes.map(\.pointer.general)
      guard
        part.changes.allSatisfy({ needed in
          changed.contains { $0.isRelated(to: needed.pointer.general) }
        })
      else { return false }
    }
    guard let read = goal.needs?.read else { return true }
    var other = trial
    guard let number = other.steps.firstIndex(where: { $0.index == read.action }),
      let input = other.steps[number].inputs.firstIndex(where: {
        $0.name == read.name && $0.value == read.value
      })
    else { return false }
    other.steps[number].inputs[input] = .init(name: read.name, value: read.other)
    guard let again = try child([other]).run(by: program).first else { return false }
    return try verdict(on: other, again) == .passes
  }

  private static let impossible = FailureVerdict.unresolved("No session of the app would have it.")

  /// True if an app could have had a session with the actions of a trial, as far as is known before it is made.
  private func isConceivable(_ trial: Trial) throws -> Bool {
    guard let isPossible else { return true }
    return isPossible(
      Minimization.PossibleTrial(
        skipped: trial.position,
        steps: trial.steps,
        statesBefore: [try goal.states.state(at: trial.position)]
          + trial.steps.dropFirst().map { _ in nil },
        allowed: trial.steps.map { _ in nil }
      )
    )
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
    let own = replayed.steps.suffix(trial.steps.count)
    return isPossible(
      Minimization.PossibleTrial(
        skipped: trial.position,
        steps: trial.steps,
        statesBefore: try [start(of: trial, replayed, rerun: rerun)] + own.dropLast().map(\.state),
        allowed: own.map(\.isAllowed)
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

  /// Returns the request for a trial.
  func request(_ trial: Trial, states: ReplayRequest.States) throws -> ReplayRequest {
    var request = try beginning(at: trial.position, states)
    for step in trial.steps { request.add(step) }
    return request
  }

  /// Returns a request that leads to a position: to a recorded state, or by running the actions again where recorded
  /// states are not enough.
  private func beginning(
    at position: Int,
    _ states: ReplayRequest.States,
    locates: Bool = false
  ) throws -> ReplayRequest {
    var request = ReplayRequest(
      timeline,
      states: states,
      locates: locates,
      asksAllowed: isPossible != nil
    )
    if position == 0, case .app = start {
      try request.begin(start, timeline)
    } else {
      let stateSource = goal.rerunsActions ? StateSource.rerunning : .decoding
      try request.begin(at: position, of: goal.states, by: stateSource, timeline)
    }
    return request
  }

  private func child(_ trials: [Trial]) throws -> TrialChild {
    var states = ReplayRequest.States.all
    if case .crash = goal.failure, isPossible == nil, goal.needs?.part == nil { states = .none }
    let position = trials[0].position
    return try TrialChild(
      trials,
      beginning: beginning(at: position, states, locates: true),
      after: goal.states.index(of: position)
    ) { try goal.states.state(at: $0) }
  }

  private func ask(for trials: ArraySlice<Trial>) {
    guard let first = trials.first else { return }
    asked.formUnion(trials)
    onProbe(count, first.steps.count)
  }

  /// Returns how many trials ended the program.
  func deathCount(among trials: some Sequence<Trial>) -> Int {
    trials.count { deaths.contains($0) }
  }

  /// Runs a trial again to look up where it crashes; nil where it does not crash again.
  private func look(at trial: Trial) throws -> CrashIdentity? {
    let outcome = try program.run(request(trial, states: .none), withBacktrace: true)
    return trial.steps.last.flatMap(outcome.crash)
  }
}

extension Pointer {
  /// The pointer with `*` for every index, since other actions may put an element elsewhere.
  fileprivate var general: Pointer {
    Pointer(tokens: tokens.map { Pointer.arrayIndex($0) == nil ? $0 : "*" })
  }
}
