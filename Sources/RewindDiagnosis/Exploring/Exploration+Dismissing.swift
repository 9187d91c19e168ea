import RewindJSON

/// Failures that are left out, as a user cannot cause them.
extension Exploration {
  /// The states on which an action must fail to be taken for one that no user can do there.
  private static let statesNeeded = 3
  private static let statesTried = 8
  /// The states that are looked through for some that are alike: reading one takes time.
  private static let statesRead = 400

  /// Returns the obstacle that keeps a user from doing the action that a session dies of; nil if there is none.
  ///
  /// What the recordings never have on such a state may be impossible there, or what nobody has met yet. A failure
  /// that takes several things at once is one of the latter. But if the app dies of the action on nearly every such
  /// state, it is made for the others: there is no button.
  func obstacle(
    to planned: PlannedStep,
    on state: JSONValue?,
    _ death: CrashIdentityCache.Death,
    _ model: ExplorationModel,
    _ corpus: ExplorationCorpus
  ) throws -> UnseenState? {
    guard !model.judge.hasRule, planned.role == .user, let state else { return nil }
    let type = planned.step.kindName
    let doubts = model.judge.seen.doubts(about: planned.step, on: state)
      .filter { $0.chance < UnseenState.hardlyChance }
    guard !doubts.isEmpty else { return nil }
    var runs = doubts.map { _ in [PlannedRun]() }
    let planner = RunPlanner(model: model)
    var random = ExplorationRandom(seed: options.seed, run: progress.runs)
    let habits = RunHabits.none
    for _ in 0..<min(Self.statesRead, corpus.nodes.count)
    where runs.contains(where: { $0.count < Self.statesTried }) {
      var draft = RunDraft(random.below(corpus.nodes.count), of: corpus, model.effects)
      // An action that comes once more may be met by the app in another way.
      guard corpus.nodes[draft.node].steps.last?.step.kindName != type, let state = draft.state
      else { continue }
      let found = model.judge.seen.doubts(about: planned.step, on: state)
      let alike = doubts.indices.filter { number in
        runs[number].count < Self.statesTried
          && !runs[number].contains { $0.node == draft.node }
          && found.contains { $0.isSame(as: doubts[number]) }
      }
      guard !alike.isEmpty else { continue }
      if model.judge.seen.hasCase(planned.step) {
        planner.addUser(planned.step, planned.origin, .user, to: &draft)
      } else if !planner.addUser(ofType: type, habits, &random, to: &draft) {
        continue
      }
      for number in alike { runs[number].append(PlannedRun(draft, corpus, number: 0)) }
    }
    for (doubt, runs) in zip(doubts, runs) where runs.count >= Self.statesNeeded {
      let ends = try make(runs, model, corpus).map(\.end)
      let died = ends.count { end in
        guard case .died(let other) = end else { return false }
        return other.plain.matches(death.plain)
      }
      // A few may be spared, as by a second tap that does nothing.
      if died >= Self.statesNeeded, died * 4 >= ends.count * 3 { return doubt }
    }
    return nil
  }

  /// Returns the empty lists that the app always dies of when an action names a row of them.
  ///
  /// No run does that, as a user cannot tap a row that is not there; but a tap may come just before the screen shows
  /// that it is gone, so that it is told.
  func emptyLists(
    _ model: ExplorationModel,
    _ corpus: ExplorationCorpus
  ) throws -> [UnseenState] {
    guard !model.judge.hasRule, !isTimeUp() else { return [] }
    let planner = RunPlanner(model: model)
    var random = ExplorationRandom(seed: options.seed, run: progress.runs)
    var runs: [(number: Int, run: PlannedRun)] = []
    var lists: [UnseenState] = []
    let nodes = (0..<min(Self.statesRead, corpus.nodes.count)).map { _ in
      random.below(corpus.nodes.count)
    }
    let states = Set(nodes).sorted().map { ($0, corpus.state(of: $0)) }
    for type in model.userTypes {
      guard let sample = model.samples[type]?.first else { continue }
      let pointers = model.judge.references.parts(of: type).flatMap(\.reference.arrays)
      for pointer in pointers {
        let empty = states.filter { pointer.first(in: $0.1)?.array?.isEmpty ?? false }
          .prefix(Self.statesTried)
        guard empty.count >= Self.statesNeeded,
          let unseen = model.judge.seen.doubts(about: model.step(sample), on: empty[0].1)
            .first(where: { $0.pointer == pointer.description })
        else { continue }
        lists.append(unseen)
        for (node, _) in empty {
          var draft = RunDraft(node, of: corpus, model.effects)
          planner.addUser(model.step(sample), sample, .again, to: &draft)
          runs.append((lists.count - 1, PlannedRun(draft, corpus, number: runs.count)))
        }
      }
    }
    guard !runs.isEmpty else { return [] }
    var survived: Set<Int> = []
    for result in try make(runs.map(\.run), model, corpus) {
      if case .died(let death) = result.end, !isKnown(death) { continue }
      survived.insert(runs[result.run.number].number)
    }
    return lists.indices.filter { !survived.contains($0) }.map { lists[$0] }
  }
}

extension UnseenState {
  fileprivate func isSame(as other: UnseenState) -> Bool {
    pointer == other.pointer && content == other.content
  }
}
