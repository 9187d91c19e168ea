import RewindJSON
import RewindLog
import RewindQuery
import RewindSession
import RewindTimeline

/// Makes a finding of a run that failed: reproduces it from the start, in processes of its own, and minimizes it.
struct FailureExplanation {
  enum Failure {
    case died(CrashIdentityCache.Death)
    case wrong(Invariant)

    var words: String {
      switch self {
      case .died(let death): death.plain.description
      case .wrong(let condition): condition.title
      }
    }
  }

  let program: ReplayProgram
  let model: ExplorationModel
  /// All actions from the start of a recording; it fails in the last.
  let path: [PlannedStep]
  let recording: Int
  let run: Int
  /// True if only a session is wanted of which nothing is doubtful.
  let isSureWanted: Bool
  /// True if a user may not be able to do an action of the whole path.
  private var isDoubtful = true

  init(
    program: ReplayProgram,
    model: ExplorationModel,
    path: [PlannedStep],
    recording: Int,
    run: Int,
    isSureWanted: Bool
  ) {
    (self.program, self.model) = (program, model)
    (self.path, self.recording, self.run) = (path, recording, run)
    self.isSureWanted = isSureWanted
  }

  enum Result {
    case found(ExploredFailure)
    /// It fails in a way that is known.
    case known
    /// The app could not have had the session, or does not fail in it by itself; another session may show more.
    case unlikely
  }

  private var rule: SessionRule { SessionRule(answers: model.answers, judge: model.judge) }

  /// Looks into a failure.
  mutating func find(_ failure: Failure, besides known: [CrashSignature]) throws -> Result {
    let request = try request(of: path)
    let replays = try ParallelWork.map(Array(0..<ExploredFailure.replays)) { [program] number in
      // One of them shows where it crashes.
      try ReplayedSession.run(request, by: program, withBacktrace: number == 0)
    }.compactMap { try $0?.get() }
    let failing = replays.filter { fails($0, failure) }
    guard let first = failing.first else { return .unlikely }
    let states = [first.start.state] + first.steps.map(\.state)
    let all = path.indices.map { position in
      SessionRule.KeptAction(
        position: position,
        before: position < states.count ? states[position] : nil,
        isAllowed: position < first.steps.count ? first.steps[position].isAllowed : nil
      )
    }
    guard rule.allows(all, of: path) else { return .unlikely }
    isDoubtful = doubt(about: path, path.indices.map { all[$0].before }) != nil
    guard !isSureWanted || !isDoubtful else { return .known }
    let kind: ExploredFailure.Kind
    switch failure {
    case .wrong(let condition):
      kind = .wrong(condition)
    case .died(let death):
      let seen = replays[0].outcome.crash(in: steps[steps.count - 1])
      let signature = fails(replays[0], failure) ? seen?.signature ?? death.plain : death.plain
      guard !known.contains(where: { $0.matches(signature) }) else { return .known }
      kind = .crash(signature)
    }
    let whole = SessionSerializer(
      model.recordings[recording].timeline,
      first,
      steps: steps,
      from: start
    )
    if failing.count == ExploredFailure.replays,
      let small = try minimize(whole, kind, failing.count)
    {
      return .found(small)
    }
    return .found(try finding(kind, path, whole, failing.count, isMinimal: false))
  }

  private func finding(
    _ kind: ExploredFailure.Kind,
    _ steps: [PlannedStep],
    _ session: SessionSerializer,
    _ reproduced: Int,
    isMinimal: Bool
  ) throws -> ExploredFailure {
    let comparison = OriginComparison(model: model, steps: steps)
    let timeline = try Timeline.open(SessionLog.open(bytes: session.bytes, name: Self.name))
    let states = try steps.indices.map { number -> JSONValue? in
      let index = start + number + 1
      return try timeline.isStateKnown(before: index) ? timeline.state(before: index) : nil
    }
    return ExploredFailure(
      kind: kind,
      origin: comparison.origin(),
      actions: steps.count,
      run: run,
      reproduced: reproduced,
      doubt: doubt(about: steps, states),
      isMinimal: isMinimal,
      session: session,
      fatal: steps.last.map { ($0, states.last ?? nil) }
    )
  }

  /// Returns the action of a user that is least usual where it happens; a second tap included, as the screen may show
  /// by then what the first one did.
  private func doubt(
    about planned: [PlannedStep],
    _ states: [JSONValue?],
    after earlier: PlannedStep? = nil
  ) -> UnseenState? {
    let doubts = planned.indices.compactMap { number in
      states[number].flatMap { state in
        let last = number > 0 ? planned[number - 1] : earlier
        return model.judge.doubt(about: planned[number], after: last, on: state)
      }
    }
    return doubts.min { $0.chance < $1.chance }
  }

  // MARK: - Reproducing

  /// The action that the first one follows.
  private var start: Int { model.recordings[recording].startIndex }

  private var steps: [SessionStep] { steps(of: path) }

  private func steps(of path: [PlannedStep]) -> [SessionStep] {
    path.enumerated().map { number, planned in
      var step = planned.step
      (step.index, step.time) = (start + number + 1, nil)
      return step
    }
  }

  private func request(of path: [PlannedStep]) throws -> ReplayRequest {
    let timeline = model.recordings[recording].timeline
    var request = ReplayRequest(timeline, states: .all, asksAllowed: true)
    try request.begin(timeline.usualStart(), timeline)
    for step in steps(of: path) { request.add(step) }
    return request
  }

  private func fails(_ replayed: ReplayedSession, _ failure: Failure) -> Bool {
    switch failure {
    case .died(let death):
      guard case .died(let crash) = replayed.outcome.ending,
        replayed.outcome.lastAction == start + path.count
      else { return false }
      return crash == death.plain.crash
    case .wrong(let condition):
      guard replayed.steps.count == path.count, let after = replayed.steps.last?.state,
        let before = replayed.steps.count > 1
          ? replayed.steps[replayed.steps.count - 2].state : replayed.start.state
      else { return false }
      let judge = StepJudge(
        shape: model.judge.shape,
        references: model.judge.references,
        shown: model.judge.shown,
        seen: model.judge.seen,
        echoes: model.judge.echoes,
        never: [condition],
        hasRule: model.judge.hasRule
      )
      return judge.broken(by: steps[steps.count - 1], before: before, after: after) != nil
    }
  }

  // MARK: - Minimizing

  private static let name = "explored"

  private func minimize(
    _ whole: SessionSerializer,
    _ kind: ExploredFailure.Kind,
    _ reproduced: Int
  ) throws -> ExploredFailure? {
    let timeline = try Timeline.open(SessionLog.open(bytes: whole.bytes, name: Self.name))
    var options = Minimization.Options()
    // The payloads are recorded ones; others would be one more difference.
    options.shrinksPayloads = false
    options.isPossible = { isPossible($0) }
    do {
      let minimal: Minimization
      switch kind {
      case .crash(let signature):
        let goal = try MinimizationGoal.crashing(signature, atEndOf: timeline)
        // Nobody waits ten seconds for each of many sessions that hang.
        let program =
          signature.crash == .timeOut ? program.limited(to: RunBatch.usualLimit) : program
        minimal = try Minimization.run(goal, of: timeline, by: program, options: options)
      case .wrong(let condition):
        guard
          case .found(let found) = try Minimization.run(
            timeline,
            by: program,
            leadingTo: .condition(condition),
            options: options
          )
        else { return nil }
        minimal = found
      }
      guard minimal.beginsAtStart else { return nil }
      let kept = minimal.steps.map { path[$0.index - start - 1] }
      guard try isPatientlyConfirmed(kept, kind) else { return nil }
      return try finding(kind, kept, minimal.text, reproduced, isMinimal: minimal.isMinimal)
    } catch is MinimizationError {
      return nil
    } catch is UnresolvedInput {
      return nil
    }
  }

  /// True unless the app only seemed to hang, as a limit of time is lower while sessions are made shorter.
  private func isPatientlyConfirmed(
    _ kept: [PlannedStep],
    _ kind: ExploredFailure.Kind
  ) throws -> Bool {
    guard case .crash(let signature) = kind, signature.crash == .timeOut else { return true }
    let outcome = try ReplayedSession.run(request(of: kept), by: program).outcome
    guard case .died(.timeOut) = outcome.ending else { return false }
    return outcome.lastAction == start + kept.count
  }

  /// True if an app could have a session with only some of the actions.
  private func isPossible(_ trial: Minimization.PossibleTrial) -> Bool {
    let kept = trial.steps.indices.map { number in
      SessionRule.KeptAction(
        position: trial.steps[number].index - start - 1,
        before: trial.statesBefore[number],
        isAllowed: number < trial.allowed.count ? trial.allowed[number] : nil
      )
    }
    guard rule.allows(kept, of: path, after: trial.skipped) else { return false }
    // A shorter session that a user may not be able to have is worth less than one that is sure.
    let earlier = trial.skipped > 0 ? path[trial.skipped - 1] : nil
    return isDoubtful
      || doubt(about: kept.map { path[$0.position] }, trial.statesBefore, after: earlier) == nil
  }
}
