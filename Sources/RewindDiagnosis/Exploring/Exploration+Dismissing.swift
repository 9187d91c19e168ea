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
    guard !model.judge.hasRule, !model.judge.ignoresImpossible, planned.role == .user, let state
    else { return nil }
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
        // Where there is no such row, it dies of that.
        guard model.judge.references.hold(for: planned.step, in: state) else { continue }
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
      guard died >= Self.statesNeeded, died * 4 >= ends.count * 3 else { continue }
      var obstacle = doubt
      obstacle.failure = death.plain.description
      return obstacle
    }
    return nil
  }

  /// Returns the empty texts and lists that the app always dies of when a user does what they need: confirms a draft
  /// without a text, names a row that is not there.
  ///
  /// No run does that, as there may be no such button; but there may be one, or a tap comes just before the screen shows
  /// that it is gone, so that it is told.
  func emptyValues(
    _ model: ExplorationModel,
    _ corpus: ExplorationCorpus
  ) throws -> [UnseenState] {
    guard !model.judge.hasRule, !isTimeUp() else { return [] }
    let planner = RunPlanner(model: model)
    var random = ExplorationRandom(seed: options.seed, run: progress.runs)
    var runs: [(number: Int, run: PlannedRun)] = []
    var values: [UnseenState] = []
    let nodes = (0..<min(Self.statesRead, corpus.nodes.count)).map { _ in
      random.below(corpus.nodes.count)
    }
    let states = Set(nodes).sorted().map { ($0, corpus.state(of: $0)) }
    let judge = model.judge
    for type in model.userTypes {
      let samples = model.samples[type] ?? []
      let lists = judge.references.parts(of: type).flatMap(\.reference.arrays)
      for pointer in Set(lists + judge.shown.filled(for: type)).sorted() {
        let isList = lists.contains(pointer)
        let empty = states.lazy.filter { _, state in
          let value = pointer.first(in: state)
          return (value?.array?.isEmpty ?? false || !isList && value == "")
            && (isList || judge.shown.hold(for: type, besides: pointer, in: state))
        }
        .compactMap { node, state -> (node: Int, state: JSONValue, sample: PlannedStep.Origin)? in
          let sample =
            isList
            ? samples.first
            : samples.first { judge.references.hold(for: model.step($0), in: state) }
          return sample.map { (node, state, $0) }
        }
        .prefix(Self.statesTried)
        let tried = Array(empty)
        guard tried.count >= Self.statesNeeded,
          let unseen = judge.seen.doubts(about: model.step(tried[0].sample), on: tried[0].state)
            .first(where: { $0.pointer == pointer.description })
        else { continue }
        values.append(unseen)
        for (node, _, sample) in tried {
          var draft = RunDraft(node, of: corpus, model.effects)
          planner.addUser(model.step(sample), sample, .again, to: &draft)
          runs.append((values.count - 1, PlannedRun(draft, corpus, number: runs.count)))
        }
      }
    }
    guard !runs.isEmpty else { return [] }
    var survived: Set<Int> = []
    for result in try make(runs.map(\.run), model, corpus) {
      let number = runs[result.run.number].number
      guard case .died(let death) = result.end, !isKnown(death) else {
        survived.insert(number)
        continue
      }
      values[number].failure = death.plain.description
    }
    return values.indices.filter { !survived.contains($0) }.map { values[$0] }
  }
}

extension UnseenState {
  fileprivate func isSame(as other: UnseenState) -> Bool {
    pointer == other.pointer && content == other.content
  }
}
