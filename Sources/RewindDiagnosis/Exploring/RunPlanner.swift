import RewindJSON

/// Makes runs out of recorded and reached states.
struct RunPlanner {
  let model: ExplorationModel

  // MARK: - Actions

  /// Adds an action of a recording, with the actions that it dispatched; an answer only if its request is on the way.
  func addRecorded(_ origin: PlannedStep.Origin, to draft: inout RunDraft) {
    let (recording, position) = (origin.recording, origin.position)
    let step = model.step(origin)
    if model.answers.links[recording][position] != nil || model.answers.isAnswer(step.kindName) {
      guard let number = draft.pending.firstIndex(where: { $0.origin == origin }) else { return }
      return deliver(number, to: &draft)
    }
    let isNested = model.answers.nested[recording].contains { $0.value.contains(position) }
    if !isNested { addUser(step, origin, .user, to: &draft) }
  }

  /// Adds a user's action, what it dispatches, and the answer to expect.
  func addUser(
    _ step: SessionStep,
    _ origin: PlannedStep.Origin?,
    _ role: PlannedStep.Role,
    like sample: PlannedStep.Origin? = nil,
    to draft: inout RunDraft
  ) {
    let position = draft.position
    draft.add(model.withInputs(step), origin, role, like: sample)
    addConsequences(of: step, origin, at: position, isRecorded: sample == nil, to: &draft)
  }

  /// Lets an answer come, with what it dispatches, and the answer to expect if it asks for more.
  func deliver(_ number: Int, to draft: inout RunDraft) {
    let position = draft.position
    let answer = draft.deliver(number)
    addConsequences(of: answer.step, answer.origin, at: position, to: &draft)
  }

  private func addConsequences(
    of step: SessionStep,
    _ origin: PlannedStep.Origin?,
    at position: Int,
    isRecorded: Bool = false,
    to draft: inout RunDraft
  ) {
    expectAnswer(to: step, origin, at: position, isRecorded: isRecorded, &draft)
    guard let origin else { return }
    for nested in model.answers.nested[origin.recording][origin.position] ?? [] {
      let inner = PlannedStep.Origin(recording: origin.recording, position: nested)
      let innerPosition = draft.position
      draft.add(model.withInputs(model.step(inner)), inner, .answer(position))
      expectAnswer(to: model.step(inner), inner, at: innerPosition, isRecorded: true, &draft)
    }
  }

  private func expectAnswer(
    to step: SessionStep,
    _ origin: PlannedStep.Origin?,
    at position: Int,
    isRecorded: Bool,
    _ draft: inout RunDraft
  ) {
    func expect(
      _ type: String,
      _ answer: SessionStep,
      _ origin: PlannedStep.Origin?,
      _ sample: PlannedStep.Origin
    ) {
      draft.expect(
        PendingAnswer(request: position, type: type, step: answer, origin: origin, sample: sample)
      )
    }
    let came = origin.map { model.answers.answers(to: $0.position, in: $0.recording) } ?? []
    if let origin, !came.isEmpty {
      for recorded in came {
        let answer = PlannedStep.Origin(recording: origin.recording, position: recorded)
        let step = model.withInputs(model.step(answer))
        expect(step.kindName, step, answer, answer)
      }
      return
    }
    // As it was recorded, it asked for nothing.
    if isRecorded { return }
    let samples = (model.answers.answers[step.kindName] ?? []).filter { type in
      // What an answer would repeat and this has not, it did not ask for.
      (model.answers.rule(for: type, to: step.kindName)?.echoes ?? [])
        .allSatisfy { step.payload?.value(at: $0.request) != nil }
    }.flatMap { model.answers(of: $0, to: step.kindName) }
    guard !samples.isEmpty else { return }
    // The choice among several depends on what was asked, so that the same question has the same answer: rather one
    // that was recorded for it.
    let seed = Int(StateShape.hash(step.payload?.text ?? "\(draft.node) \(position)") % 997)
    let asked = draft.before.flatMap { before in
      draft.state.map { StateEchoes.AskedState(before: before, after: $0) }
    }
    let tried = (0..<Self.samplesTried).map { number in
      let sample = samples[(seed + number * 31) % samples.count]
      let answer = answering(step, with: model.step(sample))
      return (answer: asked.map { model.judge.echoes.fitted(answer, $0) } ?? answer, sample: sample)
    }
    let chosen = tried.first { $0.answer.payload == model.step($0.sample).payload } ?? tried[0]
    expect(chosen.answer.kindName, chosen.answer, nil, chosen.sample)
  }

  private static let samplesTried = 12
  /// The chance, in a hundred, that an action is tried although a user can hardly do it.
  private static let doubtful = 25

  /// Returns a recorded answer as the answer to another request: what it repeats of the request is changed.
  func answering(_ request: SessionStep, with sample: SessionStep) -> SessionStep {
    var answer = model.withInputs(sample)
    for echo in model.answers.rule(for: sample.kindName, to: request.kindName)?.echoes ?? [] {
      guard let value = request.payload?.value(at: echo.request),
        let payload = answer.payload
      else { continue }
      answer.payload = payload.setting(echo.answer[...], to: value)
    }
    return answer
  }

  /// Adds an action of a type as a user could do it then; returns false if none could.
  func addUser(
    ofType type: String,
    like sample: PlannedStep.Origin? = nil,
    _ habits: RunHabits,
    as variant: ActionVariant? = nil,
    _ random: inout ExplorationRandom,
    to draft: inout RunDraft
  ) -> Bool {
    guard let origin = sample ?? random.pick(model.samples(of: type, as: variant)),
      let state = draft.state,
      case .some(let payload) = fitted(model.step(origin), on: state, habits, &random)
    else { return false }
    var step = model.step(origin)
    var value = payload
    if let part = variant?.part { value = value?.setting(part.path[...], to: part.value) }
    let isRecorded = value == step.payload
    step.payload = value
    guard model.judge.hasRule || model.judge.shown.hold(for: step, in: state) else { return false }
    // What a user can hardly do is tried seldom.
    let doubt = model.judge.doubt(about: step, on: state, isSecondTap: false)
    if let doubt, doubt.chance < UnseenState.hardlyChance, !random.chance(Self.doubtful) {
      return false
    }
    addUser(step, isRecorded ? origin : nil, .user, like: origin, to: &draft)
    return true
  }

  /// Adds an action of a type behind those that make it possible: the tap on its tab, the sign in with its answer.
  ///
  /// - Returns: False if it is not possible then, either.
  func addEnabled(
    _ type: String,
    like sample: PlannedStep.Origin? = nil,
    _ habits: RunHabits,
    as variant: ActionVariant? = nil,
    depth: Int = 5,
    _ random: inout ExplorationRandom,
    to draft: inout RunDraft
  ) -> Bool {
    for _ in 0..<Self.conditionsMet {
      guard !model.judge.hasRule, let state = draft.state,
        let unmet = model.judge.shown.unmet(for: type, in: state)
      else { break }
      let waiting = draft.pending.count
      guard depth > 0, let way = random.pick(model.enabling.ways(to: unmet)),
        addEnabled(
          model.step(way.origin).kindName,
          like: way.origin,
          .none,
          depth: depth - 1,
          &random,
          to: &draft
        )
      else { return false }
      for _ in 0..<way.answers where draft.pending.count > waiting {
        deliver(draft.pending.count - 1, to: &draft)
      }
    }
    return addUser(ofType: type, like: sample, habits, as: variant, &random, to: &draft)
  }

  /// The conditions of an action that are made to hold, one after the other: few have more.
  private static let conditionsMet = 4

  /// Returns an action's payload with references to what a state has; nil if that has nothing to refer to.
  private func fitted(
    _ step: SessionStep,
    on state: JSONValue,
    _ habits: RunHabits,
    _ random: inout ExplorationRandom
  ) -> JSONValue?? {
    guard model.judge.hasRule || model.judge.shown.hold(for: step.kindName, in: state) else {
      return nil
    }
    guard var payload = step.payload else { return .some(nil) }
    let parts = model.judge.references.parts(of: step.kindName)
    for part in parts {
      guard let value = payload.value(at: part.path) else { continue }
      switch part.reference {
      case .identifier:
        let choice = part.choices(payload, in: state).filter { $0.kind == value.kind }
        if choice.contains(value), random.chance(50) { continue }
        guard let other = random.pick(choice) else { return nil }
        payload = payload.setting(part.path[...], to: other)
      case .index(let arrays, let first):
        let counts = arrays.compactMap { $0.first(in: state)?.array?.count }
        guard let count = counts.min() else { continue }
        guard count > 0 else { return nil }
        if let index = value.int, index < count + first, random.chance(50) { continue }
        // The ends of a list are where reducers go wrong.
        let index = random.chance(40) ? (random.chance(50) ? count - 1 : 0) : random.below(count)
        payload = payload.setting(part.path[...], to: JSONValue(index + first))
      }
    }
    if random.chance(habits.varying) {
      payload = varied(payload, of: step.kindName, besides: parts.map(\.path), &random)
    }
    return .some(payload)
  }

  /// Returns a payload with another recorded value in one part, which had the same parts beside it, or with 0 or an
  /// empty text where the recorded values are counts or texts.
  private func varied(
    _ payload: JSONValue,
    of type: String,
    besides fixed: [[String]],
    _ random: inout ExplorationRandom
  ) -> JSONValue {
    let leaves = PayloadLeaf.all(of: payload).filter { !fixed.contains($0.path) }
    guard let leaf = random.pick(leaves) else { return payload }
    let recorded = (model.leaves[type]?[leaf.path] ?? [])
      .filter { $0.value.kind == leaf.value.kind && $0.members == leaf.members }.map(\.value)
    var choice = recorded.filter { $0 != leaf.value }
    if random.chance(30), case let unusual = ActionVariant.unusual(type, leaf.path, recorded),
      !unusual.isEmpty
    {
      choice = unusual
    }
    guard let value = random.pick(choice) else { return payload }
    return payload.setting(leaf.path[...], to: value)
  }

  /// Adds whatever may come next.
  func addAny(
    after last: String?,
    _ habits: RunHabits,
    _ random: inout ExplorationRandom,
    to draft: inout RunDraft
  ) {
    if !draft.pending.isEmpty, random.chance(habits.answering) {
      let count = draft.pending.count
      let number = random.chance(50) ? count - 1 : random.below(count)
      if random.chance(15) { vary(number, &draft, &random) } else { deliver(number, to: &draft) }
      return
    }
    if let step = draft.steps.last, step.role == .user, random.chance(habits.repeating) {
      for _ in 0..<(random.chance(25) ? 3 : 1) {
        addUser(step.step, step.origin, .again, to: &draft)
      }
      return
    }
    for _ in 0..<6 {
      let usual = last.flatMap { model.following[$0] } ?? []
      let type = random.chance(45) ? random.pick(usual) : random.pick(model.userTypes)
      guard let type = type ?? random.pick(model.userTypes) else { return }
      guard habits.use(type) else { continue }
      if addEnabled(type, habits, &random, to: &draft) { return }
    }
  }

  /// Returns true if a recorded action may happen next, as far as that can be guessed.
  func isPossible(_ origin: PlannedStep.Origin, in draft: RunDraft) -> Bool {
    guard let state = draft.state else { return true }
    let planned = PlannedStep(step: model.step(origin), origin: origin, role: .user)
    return model.judge.allows(planned, on: state)
  }

  /// Lets the answers come that are still to come, in any order.
  func deliverAll(_ random: inout ExplorationRandom, to draft: inout RunDraft) {
    for _ in 0..<min(draft.pending.count, Self.lateAnswers) {
      deliver(random.below(draft.pending.count), to: &draft)
    }
  }

  /// The answers that come at the end of a run: the others were asked for too long ago to be of interest to it.
  private static let lateAnswers = 4

  /// Lets another answer come than the one that was recorded: one of another type, or for another request.
  private func vary(_ number: Int, _ draft: inout RunDraft, _ random: inout ExplorationRandom) {
    let pending = draft.pending[number]
    guard draft.pending.filter({ $0.request == pending.request }).count == 1,
      let request = model.request(of: pending),
      let type = random.pick(model.answers.answers[request] ?? []),
      let origin = random.pick(model.answers(of: type, to: request))
    else { return deliver(number, to: &draft) }
    var answer = model.withInputs(model.step(origin))
    let old = model.answers.rule(for: pending.type, to: request)?.echoes ?? []
    for echo in model.answers.rule(for: type, to: request)?.echoes ?? [] {
      guard let same = old.first(where: { $0.request == echo.request }),
        let value = pending.step.payload?.value(at: same.answer),
        let payload = answer.payload
      else { continue }
      answer.payload = payload.setting(echo.answer[...], to: value)
    }
    for path in model.judge.echoes.paths(of: type) {
      guard let value = pending.step.payload?.value(at: path) else { continue }
      answer.payload = answer.payload?.setting(path[...], to: value)
    }
    let recorded = answer.payload == model.step(origin).payload ? origin : nil
    let position = draft.position
    draft.lose(number)
    draft.add(answer, recorded, .answer(pending.request), like: origin)
    addConsequences(of: answer, recorded, at: position, to: &draft)
  }
}
