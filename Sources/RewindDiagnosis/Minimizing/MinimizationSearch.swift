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
  /// The deaths in one look at many states beyond which fewer states are looked at.
  private static let manyDeaths = 6
  private static let fewTrials = 2

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
    repeat {
      found.isMinimal = try removeSingles(&found.trial)
    } while try removePair(&found.trial)
    return found
  }

  /// Returns the same with smaller payloads: these may make more actions unnecessary, and fewer actions payloads.
  func smaller(_ reduction: Reduction, limit: Int) throws -> Reduction {
    var found = reduction
    while !isCancelled() {
      let isSmaller = try shrinkPayloads(&found.trial, limit: limit)
      let isShorter = try shortenLists(&found.trial, limit: limit)
      guard isSmaller || isShorter else { break }
      found = try fewest(found, fromStart: false)
    }
    return found
  }

  // MARK: - Keeping the failure

  private func keeps(_ trial: Trial) throws -> Bool { try firstKeeping([trial]) != nil }

  /// Returns the first of some trials that keeps the failure and the culprit's role; nil if none does.
  func firstKeeping(_ trials: [Trial]) throws -> Int? {
    var rest = trials.indices.filter { hasCulprit(trials[$0]) }[...]
    while let found = try probe.firstFailing(of: rest.map { trials[$0] }) {
      rest = rest.dropFirst(found)
      guard let number = rest.popFirst() else { return nil }
      guard case .action(let culprit) = goal.role else { return number }
      if try probe.verdict(on: trials[number].before(culprit)).isPass == true { return number }
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
    var width = try trialsAtOnce(from: trial.position)
    while trial.position > 0, !isCancelled() {
      // It fails from `failing`, and not from the position before `first`.
      var (first, failing) = (0, trial.position)
      while first < failing, !isCancelled() {
        let positions = Self.spread(first..<failing, count: width)
        let trials = positions.map { Trial(position: $0, steps: trial.steps) }
        let found = try firstKeeping(trials)
        let survivors = positions[..<(found ?? positions.count)]
        // Where many trials die in other ways, each costs a start: halving the range takes fewer.
        let deaths = probe.deathCount(among: trials[..<survivors.count])
        if deaths > Self.manyDeaths { width = Self.fewTrials }
        if let last = survivors.last { first = last + 1 }
        if let found { failing = positions[found] }
      }
      trial.position = failing
      guard trial.position > 0 else { return }
      guard !isCancelled(), try !states.isExternal(trial.position) else { return }
      // An action and a cause whose effect it undoes can be skipped only together.
      let index = try states.index(of: trial.position)
      if let root = try causes(of: index).last, let position = try states.position(before: root),
        position > 0,
        try keeps(Trial(position: position, steps: trial.steps))
      {
        trial.position = position
        continue
      }
      // With the action at the position itself, nothing has changed: its state is the recorded one.
      trial.steps.insert(try timeline.step(index), at: 0)
      trial.position -= 1
    }
  }

  /// Returns how many states are looked at at once, the same number on every machine: many only if they are small.
  private func trialsAtOnce(from position: Int) throws -> Int {
    guard !goal.rerunsActions else { return Self.fewTrials }
    let size = try states.state(at: position).text.utf8.count
    let room = TrialChild.byteLimit / max(size, 1)
    return max(Self.fewTrials, min(MinimizationProbe.trialsOfChild, room))
  }

  /// Returns some positions of a range, the first of them, and the others at the same distance.
  private static func spread(_ range: Range<Int>, count: Int) -> [Int] {
    let step = (range.count + count - 1) / count
    return Array(stride(from: range.lowerBound, to: range.upperBound, by: max(step, 1)))
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
    var roots = trial.steps.dropLast().map(\.index)[...]
    while !isCancelled() {
      var fewer: [(root: Int, trial: Trial)] = []
      for root in roots {
        var rest = trial
        rest.steps = try trial.steps.filter { step in
          try step.index != root && !causes(of: step.index).contains(root)
        }
        let isWhole =
          rest.steps.last?.index == goal.fatal && rest.steps.count < trial.steps.count - 1
        if isWhole { fewer.append((root, rest)) }
      }
      guard let found = try firstKeeping(fewer.map(\.trial)) else { return }
      trial = fewer[found].trial
      roots = roots.drop { $0 <= fewer[found].root }
    }
  }

  /// Leaves out single actions until none can be; returns true if that is proven.
  private func removeSingles(_ trial: inout Trial) throws -> Bool {
    var next = 0
    // Every remaining action is tried after the last removal; the fatal one stays.
    while trial.steps.count > 1 {
      guard !isCancelled() else { return false }
      let count = trial.steps.count - 1
      let numbers = (0..<count).map { (next + $0) % count }
      let fewer = numbers.map { number in
        var fewer = trial
        fewer.steps.remove(at: number)
        return fewer
      }
      guard let found = try firstKeeping(fewer) else { return true }
      (trial, next) = (fewer[found], numbers[found])
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
      trial.steps[index].payload = try shrinker.shrink(payload) { payloads in
        guard !isCancelled(), probe.count < end else { return nil }
        return try firstKeeping(
          payloads.map { payload in
            var candidate = current
            candidate.steps[index].payload = payload
            return candidate
          }
        )
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
