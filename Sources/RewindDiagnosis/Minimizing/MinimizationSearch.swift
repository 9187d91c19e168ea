import RewindJSON
import RewindSession
import RewindTimeline

/// The ways to make a session smaller, each of which keeps its failure and the culprit's role.
struct MinimizationSearch {
  let timeline: Timeline
  let goal: MinimizationGoal
  let probe: MinimizationProbe
  let isCancelled: () -> Bool
  private var states: StateSequence { goal.states }

  typealias Trial = MinimizationProbe.Trial

  /// The number of actions up to which pairs are left out too: all pairs take a second or two.
  private static let pairLimit = 14

  /// A few actions that fail alike on the state at a position.
  struct Reduction {
    var trial: MinimizationProbe.Trial
    /// True if it is proven that no action can be left out.
    var isMinimal = false
  }

  /// Returns the fatal action with the culprit, on the state before them; nil where these alone do not
  /// lead to the failure.
  func beginning() throws -> Reduction? {
    let fatal = try timeline.step(goal.fatal)
    let trial: Trial
    switch goal.role {
    case .none:
      // The goal was made from its failure there.
      return Reduction(trial: Trial(position: states.last, steps: [fatal]))
    case .fatal:
      trial = Trial(position: states.last, steps: [fatal])
    case .externalChange(let position):
      trial = Trial(position: position, steps: [fatal])
    case .action(let culprit):
      let steps = try (culprit.survivor + 1...culprit.index).map(timeline.step)
      trial = Trial(position: culprit.position, steps: steps + [fatal])
    }
    return try keeps(trial) ? Reduction(trial: trial) : nil
  }

  /// Returns as few actions as possible that lead to the failure, from the session's start or from its position.
  func fewest(_ beginning: Reduction, fromStart: Bool) throws -> Reduction {
    var found = beginning
    if fromStart { try reachStart(&found.trial) }
    try removeCauses(&found.trial)
    repeat { found.isMinimal = try removeSingles(&found.trial) } while try removePair(&found.trial)
    return found
  }

  /// Returns the same with smaller payloads, which may make more actions unnecessary.
  func smaller(_ reduction: Reduction, limit: Int) throws -> Reduction {
    var found = reduction
    var isSmaller = try shrinkPayloads(&found.trial, limit: limit)
    isSmaller = try shortenLists(&found.trial, limit: limit) || isSmaller
    if isSmaller { found.isMinimal = try removeSingles(&found.trial) }
    return found
  }

  // MARK: - Keeping the failure

  private func keeps(_ trial: Trial) throws -> Bool { try firstKeeping([trial]) != nil }

  /// Returns the first of some trials that keeps the failure and the culprit's role; nil if none does.
  ///
  /// As many trials run in parallel as there are processors, so a few more may be tried than needed.
  func firstKeeping(_ trials: [Trial]) throws -> Int? {
    for first in stride(from: 0, to: trials.count, by: CrashProbe.width) {
      let batch = (first..<min(first + CrashProbe.width, trials.count))
        .filter { hasCulprit(trials[$0]) }
      let verdicts = try probe.run(batch.map { trials[$0] })
      let failing = zip(batch, verdicts).filter { $1 == .fails }.map(\.0)
      guard case .action(let culprit) = goal.role else {
        if let found = failing.first { return found }
        continue
      }
      let before = try probe.run(failing.map { trials[$0].before(culprit) })
      if let found = zip(failing, before).first(where: { $1.isPass == true }) { return found.0 }
    }
    return nil
  }

  private func hasCulprit(_ trial: Trial) -> Bool {
    guard case .action(let culprit) = goal.role else { return true }
    return trial.steps.contains { $0.index == culprit.index }
  }

  // MARK: - Actions

  /// Moves the position from which the kept actions fail back to the first one, and keeps each action that
  /// cannot be skipped on the way.
  ///
  /// An external change that cannot be skipped ends the way: no action leads to the state after it.
  private func reachStart(_ trial: inout Trial) throws {
    if case .externalChange = goal.role { return }
    func keeps(from position: Int) throws -> Bool {
      try self.keeps(Trial(position: position, steps: trial.steps))
    }
    while trial.position > 0, !isCancelled() {
      if try keeps(from: 0) {
        trial.position = 0
        return
      }
      // It fails with `low` states skipped and does not with `high`.
      var (low, high) = (0, trial.position)
      while low + 1 < high {
        guard !isCancelled() else { break }
        let middle = (low + high) / 2
        if try keeps(from: trial.position - middle) { low = middle } else { high = middle }
      }
      trial.position -= low
      guard !isCancelled(), try !states.isExternal(trial.position) else { return }
      // An action and a cause whose effect it undoes can be skipped only together.
      let index = try states.index(of: trial.position)
      if let root = try causes(of: index).last, let position = try states.position(before: root),
        position > 0, try keeps(from: position)
      {
        trial.position = position
        continue
      }
      // With the action at the position itself, nothing has changed: its state is the recorded one.
      trial.steps.insert(try timeline.step(index), at: 0)
      trial.position -= 1
    }
  }

  /// Returns the actions because of which one was dispatched, the latest first.
  private func causes(of index: Int) throws -> [Int] {
    var causes: [Int] = []
    // A cause comes before its consequence, whatever a log may say.
    while let cause = try timeline.action(causes.last ?? index).cause,
      cause < causes.last ?? index, cause > 0
    {
      causes.append(cause)
    }
    return causes
  }

  /// Leaves out actions together with everything that was dispatched because of them.
  ///
  /// An action whose effect its consequence undoes can be left out only together with it.
  private func removeCauses(_ trial: inout Trial) throws {
    for root in trial.steps.dropLast().map(\.index) {
      guard !isCancelled() else { return }
      var rest = trial
      rest.steps = try trial.steps.filter { step in
        try step.index != root && !causes(of: step.index).contains(root)
      }
      let isWhole =
        rest.steps.last?.index == goal.fatal && rest.steps.count < trial.steps.count - 1
      if isWhole, try keeps(rest) { trial = rest }
    }
  }

  /// Leaves out single actions until none can be; returns true if that is proven.
  private func removeSingles(_ trial: inout Trial) throws -> Bool {
    var next = 0
    var needed = 0
    // Every remaining action is tried after the last removal; the fatal one stays.
    while trial.steps.count > 1, needed < trial.steps.count - 1 {
      guard !isCancelled() else { return false }
      let count = trial.steps.count - 1
      let indexes = (0..<min(CrashProbe.width, count - needed)).map { (next + $0) % count }
      let fewer = indexes.map { index in
        var fewer = trial
        fewer.steps.remove(at: index)
        return fewer
      }
      if let found = try firstKeeping(fewer) {
        trial = fewer[found]
        next = indexes[found]
        needed = 0
      } else {
        next += indexes.count
        needed += indexes.count
      }
    }
    return true
  }

  /// Leaves out two actions of which neither can go alone, such as one that adds something and one that
  /// removes it; returns true if there were two.
  private func removePair(_ trial: inout Trial) throws -> Bool {
    let indexes = trial.steps.indices.dropLast()
    guard indexes.count <= Self.pairLimit, !isCancelled() else { return false }
    let fewer = indexes.flatMap { first in
      indexes[(first + 1)...].map { second in
        var fewer = trial
        fewer.steps.remove(at: second)
        fewer.steps.remove(at: first)
        return fewer
      }
    }
    guard let found = try firstKeeping(fewer) else { return false }
    trial = fewer[found]
    return true
  }

  // MARK: - Payloads

  /// Makes payloads smaller, the fatal action's first; returns true if any became smaller.
  private func shrinkPayloads(_ trial: inout Trial, limit: Int) throws -> Bool {
    let end = probe.count + limit
    let before = trial
    let types = Set(trial.steps.map(\.type))
    let values = try PayloadValues.read(timeline, of: types, through: goal.fatal)
    for index in trial.steps.indices.reversed() {
      guard let payload = trial.steps[index].payload else { continue }
      let current = trial
      let shrinker = PayloadShrinker(values: values, type: trial.steps[index].type)
      trial.steps[index].payload = try shrinker.shrink(payload) { smaller in
        guard !isCancelled(), probe.count < end else { return false }
        var candidate = current
        candidate.steps[index].payload = smaller
        return try keeps(candidate)
      }
    }
    return trial != before
  }
}

extension MinimizationProbe.Trial {
  /// Returns the fatal action on the state before the culprit.
  fileprivate func before(_ culprit: CulpritAction) -> Self {
    var trial = self
    trial.steps = steps.dropLast().filter { $0.index <= culprit.survivor } + steps.suffix(1)
    return trial
  }
}
