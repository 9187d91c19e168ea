import RewindJSON

/// Runs that go on from states that were reached.
extension Exploration {
  private static let walkLength = 20
  /// In how many of a hundred such runs the action is one that others must make possible.
  private static let far = 40

  /// Plans a run by chance, mostly from where few runs have come by.
  func guided(
    _ planner: RunPlanner,
    _ roots: [[Int]],
    _ corpus: inout ExplorationCorpus,
    _ random: inout ExplorationRandom
  ) -> RunDraft {
    let habits = RunHabits(planner.model.userTypes, &random)
    if random.chance(15), let draft = race(planner, roots, habits, &corpus, &random) {
      return draft
    }
    let node = (random.chance(40) ? corpus.foreign(&random) : nil) ?? corpus.frontier(&random)
    corpus.choose(node)
    var draft = RunDraft(node, of: corpus, planner.model.effects)
    if random.chance(30), addRareOrder(planner, &corpus, &random, to: &draft) { return draft }
    switch random.below(100) {
    case ..<40:
      addUntried(planner, habits, &corpus, &random, to: &draft)
      addAny(1 + random.below(5), planner, habits, corpus, &random, to: &draft)
    case ..<90:
      addAny(2 + random.below(6), planner, habits, corpus, &random, to: &draft)
    default:
      addAny(8 + random.below(Self.walkLength), planner, habits, corpus, &random, to: &draft)
    }
    if random.chance(50) { planner.deliverAll(&random, to: &draft) }
    return draft
  }

  /// Plans a slow network: a request, perhaps made twice, then something else, and only then the answers.
  private func race(
    _ planner: RunPlanner,
    _ roots: [[Int]],
    _ habits: RunHabits,
    _ corpus: inout ExplorationCorpus,
    _ random: inout ExplorationRandom
  ) -> RunDraft? {
    guard let request = random.pick(planner.model.requests) else { return nil }
    let step = planner.model.step(request)
    var draft: RunDraft
    if random.chance(50) {
      guard request.position + 1 < roots[request.recording].count else { return nil }
      let node = roots[request.recording][request.position + 1]
      draft = RunDraft(node, of: corpus, planner.model.effects)
    } else {
      let node = corpus.frontier(&random)
      corpus.choose(node)
      draft = RunDraft(node, of: corpus, planner.model.effects)
      guard planner.addEnabled(step.kindName, habits, &random, to: &draft) else { return nil }
    }
    if random.chance(40) {
      let last = draft.steps.last
      planner.addUser(last?.step ?? step, last.map(\.origin) ?? request, .again, to: &draft)
    }
    for _ in 0..<1 + random.below(2) {
      for _ in 0..<6 {
        guard let type = random.pick(planner.model.userTypes) else { break }
        if planner.addEnabled(type, habits, &random, to: &draft) { break }
      }
    }
    planner.deliverAll(&random, to: &draft)
    addAny(random.below(4), planner, habits, corpus, &random, to: &draft)
    return draft
  }

  /// Adds three user actions in an order that no recording has; returns false if a user could not do them.
  private func addRareOrder(
    _ planner: RunPlanner,
    _ corpus: inout ExplorationCorpus,
    _ random: inout ExplorationRandom,
    to draft: inout RunDraft
  ) -> Bool {
    let orders = planner.model.orders.all
    guard !orders.isEmpty else { return false }
    let rare = corpus.nodes[draft.node].rare
    let choice = (0..<8).map { _ in
      let order = orders[random.below(orders.count)]
      return (order, StateShape.hash(order.joined(separator: " ")))
    }
    let best = choice.max {
      corpus.coverage.newness(of: $0.1, on: rare) < corpus.coverage.newness(of: $1.1, on: rare)
    }
    guard let (order, hash) = best else { return false }
    let answersComeAtOnce = random.chance(60)
    for type in order {
      guard planner.addEnabled(type, .none, &random, to: &draft) else { return false }
      if answersComeAtOnce { planner.deliverAll(&random, to: &draft) }
    }
    planner.deliverAll(&random, to: &draft)
    corpus.coverage.note(hash, on: rare)
    return true
  }

  /// Adds the action that was tried least with what is rare about this state, or an answer.
  private func addUntried(
    _ planner: RunPlanner,
    _ habits: RunHabits,
    _ corpus: inout ExplorationCorpus,
    _ random: inout ExplorationRandom,
    to draft: inout RunDraft
  ) {
    let rare = corpus.nodes[draft.node].rare
    var best: (newness: Int, chance: Int, action: UInt64, variant: ActionVariant?, answer: Int)?
    func consider(_ action: UInt64, _ variant: ActionVariant?, _ answer: Int) {
      let newness = corpus.coverage.newness(of: action, on: rare)
      let chance = random.below(1 << 20)
      if let best, (best.newness, best.chance) >= (newness, chance) { return }
      best = (newness, chance, action, variant, answer)
    }
    for (number, answer) in draft.pending.enumerated() {
      consider(StateShape.hash("\(answer.type) came"), nil, number)
    }
    // What is not on the screen is worth as much, behind what leads there.
    let isFar = random.chance(Self.far)
    for variant in planner.model.variants {
      guard let state = draft.state,
        planner.model.judge.shown.hold(for: variant.type, in: state) != isFar
      else { continue }
      consider(variant.hash, variant, 0)
    }
    guard let best, best.newness > 0 else { return }
    corpus.coverage.note(best.action, on: rare)
    guard let variant = best.variant else { return planner.deliver(best.answer, to: &draft) }
    if isFar {
      _ = planner.addEnabled(variant.type, habits, as: variant, &random, to: &draft)
    } else {
      _ = planner.addUser(ofType: variant.type, habits, as: variant, &random, to: &draft)
    }
  }

  private func addAny(
    _ count: Int,
    _ planner: RunPlanner,
    _ habits: RunHabits,
    _ corpus: ExplorationCorpus,
    _ random: inout ExplorationRandom,
    to draft: inout RunDraft
  ) {
    for _ in 0..<count {
      let last = (draft.steps.last ?? corpus.nodes[draft.node].steps.last)?.step.kindName
      planner.addAny(after: last, habits, &random, to: &draft)
    }
  }
}
