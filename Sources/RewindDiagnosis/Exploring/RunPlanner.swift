import RewindJSON

/// Makes runs out of what was recorded and reached.
struct RunPlanner {
  let model: ExplorationModel

  // MARK: - Actions

  /// Adds an action of a recording, with what it dispatched; an answer only if its request is on the way.
  func addRecorded(_ origin: PlannedStep.Origin, to draft: inout RunDraft) {
    let (recording, position) = (origin.recording, origin.position)
    let step = model.step(origin)
    if model.answers.links[recording][position] != nil || model.answers.isAnswer(step.kindName) {
      guard let number = draft.pending.firstIndex(where: { $0.origin == origin }) else { return }
      draft.deliver(number)
      return
    }
    let isNested = model.answers.nested[recording].contains { $0.value.contains(position) }
    if !isNested { addUser(step, origin, .user, to: &draft) }
  }

  /// Adds a user's action, what it dispatches, and the answer to expect.
  func addUser(
    _ step: SessionStep,
    _ origin: PlannedStep.Origin?,
    _ role: PlannedStep.Role,
    to draft: inout RunDraft
  ) {
    let position = draft.position
    draft.add(model.withInputs(step), origin, role)
    expectAnswer(to: step, origin, at: position, &draft)
    guard let origin else { return }
    for nested in model.answers.nested[origin.recording][origin.position] ?? [] {
      let inner = PlannedStep.Origin(recording: origin.recording, position: nested)
      draft.add(model.withInputs(model.step(inner)), inner, .answer(position))
    }
  }

  private func expectAnswer(
    to step: SessionStep,
    _ origin: PlannedStep.Origin?,
    at position: Int,
    _ draft: inout RunDraft
  ) {
    guard let types = model.answers.answers[step.kindName] else { return }
    if let origin,
      let recorded = model.answers.answer(to: origin.position, in: origin.recording)
    {
      let came = PlannedStep.Origin(recording: origin.recording, position: recorded)
      let answer = model.step(came)
      draft.expect(
        .init(
          request: position,
          type: answer.kindName,
          step: model.withInputs(answer),
          origin: came
        )
      )
      return
    }
    // The choice among several depends on what was asked, so that the same question has the same answer.
    let seed = StateShape.hash(step.payload?.text ?? "") % 997
    guard let type = types.first, let samples = model.samples[type] else { return }
    let sample = model.step(samples[Int(seed) % samples.count])
    draft.expect(
      .init(
        request: position,
        type: type,
        step: answering(step, with: sample),
        origin: nil
      )
    )
  }

  /// Returns a recorded answer as the answer to another request: what it repeats of the request is changed.
  func answering(_ request: SessionStep, with sample: SessionStep) -> SessionStep {
    var answer = model.withInputs(sample)
    for echo in model.answers.rules[sample.kindName]?.echoes ?? [] {
      guard let value = request.payload?.value(at: echo.request),
        let payload = answer.payload
      else { continue }
      answer.payload = payload.setting(echo.answer[...], to: value)
    }
    return answer
  }

  /// Adds an action of a type as a user could do it on a state; returns false if none could.
  func addUser(
    ofType type: String,
    on state: JSONValue,
    _ random: inout ExplorationRandom,
    to draft: inout RunDraft
  ) -> Bool {
    guard let origin = random.pick(model.samples[type] ?? []),
      let payload = fitted(model.step(origin), on: state, &random)
    else { return false }
    var step = model.step(origin)
    step.payload = payload.value
    addUser(step, payload.isRecorded ? origin : nil, .user, to: &draft)
    return true
  }

  /// Returns an action's payload with references to what a state has; nil if that has nothing to refer to.
  private func fitted(
    _ step: SessionStep,
    on state: JSONValue,
    _ random: inout ExplorationRandom
  ) -> (value: JSONValue?, isRecorded: Bool)? {
    guard model.judge.shown.hold(for: step.kindName, in: state) else { return nil }
    guard var payload = step.payload else { return (nil, true) }
    let parts = model.judge.references.parts(of: step.kindName)
    for part in parts {
      guard let value = payload.value(at: part.path) else { continue }
      switch part.reference {
      case .identifier(let pointers):
        let isThere = pointers.contains { $0.contains(value, in: state) }
        if isThere, random.chance(50) { continue }
        let choice = pointers.flatMap { $0.values(in: state) }.filter { $0.kind == value.kind }
        guard let other = random.pick(choice) else { return nil }
        payload = payload.setting(part.path[...], to: other)
      case .index(let arrays):
        let counts = arrays.compactMap { $0.first(in: state)?.array?.count }
        guard let count = counts.min() else { continue }
        guard count > 0 else { return nil }
        if let index = value.int, index < count, random.chance(50) { continue }
        // The ends of a list are where reducers go wrong.
        let index = random.chance(40) ? (random.chance(50) ? count - 1 : 0) : random.below(count)
        payload = payload.setting(part.path[...], to: JSONValue(index))
      }
    }
    if random.chance(12) {
      payload = varied(payload, of: step.kindName, besides: parts.map(\.path), &random)
    }
    return (payload, payload == step.payload)
  }

  /// Returns a payload with another recorded value in one part, or with 0 or an empty text where the recorded
  /// values are counts or texts.
  private func varied(
    _ payload: JSONValue,
    of type: String,
    besides fixed: [[String]],
    _ random: inout ExplorationRandom
  ) -> JSONValue {
    let leaves = PayloadLeaf.all(of: payload).filter { !fixed.contains($0.path) }
    guard let leaf = random.pick(leaves) else { return payload }
    let recorded = (model.values[type]?[leaf.path] ?? []).filter { $0.kind == leaf.value.kind }
    var choice = recorded.filter { $0 != leaf.value }
    if random.chance(30), let least = Self.least(leaf, recorded) { choice = [least] }
    guard let value = random.pick(choice) else { return payload }
    return payload.setting(leaf.path[...], to: value)
  }

  /// Returns 0 for a count, an empty text for what somebody types; nil for cases, identifiers and others.
  private static func least(_ leaf: PayloadLeaf, _ recorded: [JSONValue]) -> JSONValue? {
    let isIdentifier = leaf.name.lowercased().hasSuffix("id") || leaf.name.contains("ndex")
    guard !isIdentifier else { return nil }
    let distinct = Set(recorded)
    switch leaf.value {
    case .number:
      let counts = distinct.compactMap(\.int)
      guard counts.count == distinct.count, counts.count > 2, counts.allSatisfy({ $0 >= 0 }) else {
        return nil
      }
      return 0
    case .string:
      let isTyped = distinct.count > 4 && distinct.count * 2 > recorded.count
      let hasBlank = distinct.contains { $0.string?.contains(" ") ?? false }
      return isTyped || hasBlank ? "" : nil
    default:
      return nil
    }
  }

  /// Adds whatever may come next.
  func addAny(
    on state: JSONValue,
    after last: String?,
    _ random: inout ExplorationRandom,
    to draft: inout RunDraft
  ) {
    if !draft.pending.isEmpty, random.chance(30) {
      let count = draft.pending.count
      let number = random.chance(50) ? count - 1 : random.below(count)
      if random.chance(15) { vary(number, &draft, &random) } else { draft.deliver(number) }
      return
    }
    if let step = draft.steps.last, step.role == .user, random.chance(8) {
      addUser(step.step, step.origin, .again, to: &draft)
      return
    }
    for _ in 0..<6 {
      let usual = last.flatMap { model.following[$0] } ?? []
      let type = random.chance(45) ? random.pick(usual) : random.pick(model.userTypes)
      guard let type = type ?? random.pick(model.userTypes) else { return }
      if addUser(ofType: type, on: state, &random, to: &draft) { return }
    }
  }

  /// Lets another answer come than the one that was recorded: one of another type, or for another request.
  private func vary(_ number: Int, _ draft: inout RunDraft, _ random: inout ExplorationRandom) {
    let pending = draft.pending[number]
    guard let rule = model.answers.rules[pending.type],
      let type = random.pick(model.answers.answers[rule.request] ?? []),
      let origin = random.pick(model.samples[type] ?? [])
    else { return draft.deliver(number) }
    var answer = model.withInputs(model.step(origin))
    let old = model.answers.rules[pending.type]?.echoes ?? []
    for echo in model.answers.rules[type]?.echoes ?? [] {
      guard let same = old.first(where: { $0.request == echo.request }),
        let value = pending.step.payload?.value(at: same.answer),
        let payload = answer.payload
      else { continue }
      answer.payload = payload.setting(echo.answer[...], to: value)
    }
    draft.lose(number)
    draft.add(
      answer,
      answer.payload == model.step(origin).payload ? origin : nil,
      .answer(pending.request)
    )
  }
}
