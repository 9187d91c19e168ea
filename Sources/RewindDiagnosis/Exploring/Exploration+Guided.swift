import RewindJSON

/// Runs that go on from what was reached.
extension Exploration {
  private static let sliceLength = 12
  private static let walkLength = 20

  /// Plans a run by chance, mostly from where few runs have come by.
  func guided(
    _ planner: RunPlanner,
    _ roots: [[Int]],
    _ corpus: inout ExplorationCorpus,
    _ random: inout ExplorationRandom
  ) -> RunDraft {
    let way = random.below(100)
    let node = corpus.frontier(&random)
    corpus.choose(node)
    let state = corpus.state(of: node)
    var draft = RunDraft(
      node: node,
      depth: corpus.nodes[node].depth,
      pending: corpus.nodes[node].pending
    )
    let last = corpus.nodes[node].steps.last?.step.kindName
    switch way {
    case ..<50:
      addUntried(on: state, planner, &corpus, &random, to: &draft)
      addAny(1 + random.below(5), on: state, last, planner, &random, to: &draft)
    case ..<75:
      if random.chance(50) { addAny(1, on: state, last, planner, &random, to: &draft) }
      addSlice(on: state, planner, &random, to: &draft)
    case ..<90:
      addAny(2 + random.below(6), on: state, last, planner, &random, to: &draft)
    default:
      addAny(8 + random.below(Self.walkLength), on: state, last, planner, &random, to: &draft)
    }
    return draft
  }

  /// Adds an action that was not tried on this kind of state yet.
  private func addUntried(
    on state: JSONValue,
    _ planner: RunPlanner,
    _ corpus: inout ExplorationCorpus,
    _ random: inout ExplorationRandom,
    to draft: inout RunDraft
  ) {
    let kind = corpus.nodes[draft.node].kind
    let types = planner.model.userTypes.filter { !corpus.hasTried($0, on: kind) }
    let answers = draft.pending.indices.filter {
      !corpus.hasTried("\(draft.pending[$0].type) came", on: kind)
    }
    if let answer = random.pick(answers), random.chance(50) || types.isEmpty {
      _ = corpus.tryNew("\(draft.pending[answer].type) came", on: kind)
      return draft.deliver(answer)
    }
    guard let type = random.pick(types) else { return }
    _ = corpus.tryNew(type, on: kind)
    _ = planner.addUser(ofType: type, on: state, &random, to: &draft)
  }

  private func addAny(
    _ count: Int,
    on state: JSONValue,
    _ last: String?,
    _ planner: RunPlanner,
    _ random: inout ExplorationRandom,
    to draft: inout RunDraft
  ) {
    for _ in 0..<count {
      let last = draft.steps.last?.step.kindName ?? last
      planner.addAny(on: state, after: last, &random, to: &draft)
    }
  }

  /// Adds a part of a recording, with now and then an action left out, repeated, or put in between.
  private func addSlice(
    on state: JSONValue,
    _ planner: RunPlanner,
    _ random: inout ExplorationRandom,
    to draft: inout RunDraft
  ) {
    let number = random.below(planner.model.recordings.count)
    let steps = planner.model.recordings[number].steps
    guard !steps.isEmpty else { return }
    let first = random.below(steps.count)
    for position in first..<min(first + 3 + random.below(Self.sliceLength), steps.count) {
      let change = random.below(100)
      if change < 8 { continue }
      if change < 14 {
        planner.addAny(on: state, after: steps[position].step.kindName, &random, to: &draft)
      }
      let origin = PlannedStep.Origin(recording: number, position: position)
      let isFitting = planner.model.judge.references.hold(for: steps[position].step, in: state)
      if isFitting || random.chance(50) {
        planner.addRecorded(origin, to: &draft)
      } else if planner.model.userTypes.contains(steps[position].step.kindName) {
        _ = planner.addUser(ofType: steps[position].step.kindName, on: state, &random, to: &draft)
      }
      if change > 95, let last = draft.steps.last, last.role == .user {
        planner.addUser(last.step, last.origin, .again, to: &draft)
      }
    }
  }
}
