import RewindJSON

/// Conditions that users only happened to keep while they were recorded.
///
/// Some apps ignore what no user can do; others die of it, in a check. Each condition that was learned is broken alone,
/// on some states, before any run is made. That tells which kind of app this is.
extension Exploration {
  private static let statesTried = 3
  private static let statesRead = 2_000
  /// An app that dies of less than one in so many broken conditions is one that ignores what no user can do.
  private static let deathsOfCareless = 8
  private static let conditionsNeeded = 8
  /// The broken conditions, of a hundred, that such an app ignores.
  private static let ignoredOfGuarded = 70

  /// Drops conditions that need not hold: those that users only happened to keep.
  ///
  /// In an app that ignores nearly all broken conditions, one that it does not ignore need not hold: the state changes,
  /// or the app dies. Where it ignores only what there is nothing to act on for, that says nothing of the others: few
  /// reducers look whether a dialog covers the button. An app that dies of most has a check where actions of many types
  /// die at one line.
  func dropHabits(_ model: inout ExplorationModel, _ corpus: ExplorationCorpus) throws {
    guard !model.judge.hasRule else { return }
    let planner = RunPlanner(model: model)
    var random = ExplorationRandom(seed: options.seed, run: 0)
    var broken: [[ShownConditions.Broken]] = []
    var numbers: [[ShownConditions.Broken]: Int] = [:]
    var runs: [[PlannedRun]] = []
    for node in corpus.someNodes(Self.statesRead, &random) {
      let state = corpus.state(of: node)
      for type in model.userTypes {
        guard let origin = random.pick(model.samples[type] ?? []) else { continue }
        let step = model.step(origin)
        let unmet = model.judge.shown.allUnmet(for: step, in: state)
        // A type and its case may need the same.
        guard let first = unmet.first, unmet.allSatisfy({ $0.isSame(as: first) }),
          model.judge.references.hold(for: step, in: state)
        else { continue }
        let number = numbers[unmet] ?? runs.count
        if number == runs.count {
          numbers[unmet] = number
          broken.append(unmet)
          runs.append([])
        }
        guard runs[number].count < Self.statesTried else { continue }
        var draft = RunDraft(node, of: corpus, model.effects)
        planner.addUser(step, origin, .again, to: &draft)
        runs[number].append(PlannedRun(draft, corpus, number: number))
      }
    }
    // Each death takes a child's start: one says as much as three.
    var ends = broken.map { _ in [RunBatch.Result]() }
    for some in [runs.map { $0.prefix(1) }, runs.map { $0.dropFirst() }] {
      let open = runs.indices.filter { !ends[$0].contains(where: \.hasDied) }
      for result in try make(open.flatMap { some[$0] }, model, corpus) {
        ends[result.run.number].append(result)
      }
    }
    let died = ends.count { $0.contains(where: \.hasDied) }
    let ignored = ends.count { $0.contains(where: \.isIgnored) && $0.allSatisfy(\.isIgnored) }
    model.judge.ignoresImpossible =
      ignored >= Self.conditionsNeeded && ignored * 100 > ends.count * Self.ignoredOfGuarded
      && died * Self.deathsOfCareless < ends.count
    // Without a selection, many actions of any app may die in the function that looks for it: that is no check.
    if died * 2 > ends.count { model.judge.checks = Self.checks(in: ends.joined().map { $0 }) }
    guard model.judge.ignoresImpossible else { return }
    for (habit, ends) in zip(broken, ends)
    where ends.contains(where: { $0.hasDied || $0.hasChanged }) {
      for broken in habit { model.judge.shown.drop(broken) }
    }
  }
}

extension Exploration {
  /// A line at which actions of so many types die is a check.
  private static let typesOfCheck = 5

  /// Returns the lines at which actions of many types die.
  private static func checks(in results: [RunBatch.Result]) -> Set<String> {
    var types: [String: Set<String>] = [:]
    for result in results {
      guard case .died(let death) = result.end, let site = death.plain.site else { continue }
      types[site, default: []].insert(death.plain.type)
    }
    return Set(types.filter { $0.value.count >= typesOfCheck }.keys)
  }
}

extension RunBatch.Result {
  fileprivate var hasDied: Bool { if case .died = end { true } else { false } }

  fileprivate var hasChanged: Bool { reached.first?.isChanged ?? false }

  /// True if the app has taken the action, and nothing came of it.
  fileprivate var isIgnored: Bool { reached.first.map { !$0.isChanged } ?? false }
}
