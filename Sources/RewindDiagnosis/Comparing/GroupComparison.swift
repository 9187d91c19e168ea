package import RewindJSON
import RewindTimeline

/// The traits that separate many good sessions from many bad ones, the best first, and which of them matters.
///
/// A trait that holds for the bad sessions and not for the good ones separates them. They are proved as for two
/// sessions: a good session that is changed so that the trait holds of it replays red. They are tried until one is
/// proved, within a budget of replays; where it holds of good sessions as well, or none is proved, two at once.
package struct GroupComparison {
  /// A trait, and the values of it that are as in the bad sessions.
  package struct Part: Hashable, Sendable {
    package let trait: SessionTrait
    package let rule: TraitRule

    func holds(of session: ComparedSession) -> Bool {
      trait.value(in: session).map(rule.holds) ?? false
    }
  }

  /// A trait, or two together, and the differences between two of the sessions that show it.
  package struct Candidate {
    package fileprivate(set) var parts: [Part]
    /// The number of good and of bad sessions of which it holds.
    package fileprivate(set) var good: Int
    package fileprivate(set) var bad: Int
    /// The share of the bad sessions of which it holds without that of the good ones; 1 if it is perfect.
    fileprivate(set) var score: Double
    /// The pair that shows it best, or that proved it.
    package fileprivate(set) var pair: SessionPair
    package fileprivate(set) var differences: [SessionDifference]
    package fileprivate(set) var proof = Proof.untried
    fileprivate let examples: [Example]
    /// The position at which it shows, as a share of the bad session.
    let position: Double

    func holds(of session: ComparedSession) -> Bool { parts.allSatisfy { $0.holds(of: session) } }
  }

  package enum Proof: Sendable {
    case untried
    /// A good session with the change is red; the verdict on the bad one without it.
    case red(undone: UndoneVerdict, RedCondition)
    /// The good session with the change is not red.
    case green(FailureVerdict)
    /// No pair of sessions could be tried, for this reason.
    case impossible(String)
  }

  /// Differences between two sessions that show a trait.
  struct Example {
    let pair: SessionPair
    var differences: [SessionDifference]
    /// The difference of which the first one may be a part.
    let whole: SessionDifference
  }

  package let good: Int
  package let bad: Int
  /// The stores of which there are logs.
  package let stores: [String]
  /// Those that separate at all; proved ones first, then the best.
  package private(set) var candidates: [Candidate] = []
  package private(set) var replays = 0

  /// Compares two groups of sessions; the logs of one session count as one.
  package static func run(
    good: [ComparedSession],
    bad: [ComparedSession],
    by program: ReplayProgram?,
    never: [WrongState] = [],
    at pointer: Pointer = .root,
    progress: (_ done: Int) -> Void = { _ in }
  ) throws -> GroupComparison {
    let counts = (good: good.sessionCount, bad: bad.sessionCount)
    let stores = Set((good + bad).map(\.store)).sorted()
    var comparison = GroupComparison(good: counts.good, bad: counts.bad, stores: stores)
    for store in stores {
      let group = LogGroup(
        good: good.filter { $0.store == store },
        bad: bad.filter { $0.store == store },
        of: counts
      )
      var found = group.candidates()
      if let program {
        var prover = GroupProver(program: program, never: never, group: group, at: pointer)
        try prover.prove(&found, progress)
        comparison.replays += prover.replays
      }
      comparison.candidates += found
    }
    // Two that hold of as many stay as they are.
    comparison.candidates = comparison.candidates.enumerated().sorted { one, other in
      (-one.element.rank, -one.element.score, one.offset)
        < (-other.element.rank, -other.element.score, other.offset)
    }.map(\.element)
    return comparison
  }
}

extension GroupComparison.Candidate {
  init(
    _ part: GroupComparison.Part,
    _ separation: TraitSeparation,
    _ first: GroupComparison.Example,
    _ examples: [GroupComparison.Example]
  ) {
    self.init(
      parts: [part],
      good: separation.good,
      bad: separation.bad,
      score: separation.score,
      pair: first.pair,
      differences: first.differences,
      examples: examples,
      position: examples.map(\.position).reduce(0, +) / Double(examples.count)
    )
  }

  /// Joins two that hold of so many sessions together.
  init(together one: Self, _ other: Self, good: Int, bad: Int, of counts: (good: Int, bad: Int)) {
    self.init(
      parts: one.parts + other.parts,
      good: good,
      bad: bad,
      score: Double(bad) / Double(max(counts.bad, 1)) - Double(good) / Double(max(counts.good, 1)),
      pair: one.pair,
      differences: one.differences + other.differences,
      examples: [],
      position: min(one.position, other.position)
    )
  }

  /// The rank among those of other scores: one that alone decides comes first.
  fileprivate var rank: Int {
    guard case .red(let undone, _) = proof else { return 0 }
    return undone.verdict == .passes ? 2 : 1
  }
}

extension GroupComparison.Example {
  fileprivate var position: Double {
    Double(whole.position + 1) / Double(max(pair.bad.steps.count, 1))
  }
}

extension GroupComparison.Proof {
  package var isRed: Bool { if case .red = self { true } else { false } }
}

extension [ComparedSession] {
  /// The number of sessions of which these are the logs: one session has a log of each store.
  fileprivate var sessionCount: Int {
    Dictionary(grouping: self, by: \.timeline.log.header.session).values.reduce(0) { sum, logs in
      sum + (Dictionary(grouping: logs, by: \.store).values.map(\.count).max() ?? 0)
    }
  }
}

/// Replays that prove candidates.
private struct GroupProver {
  let program: ReplayProgram
  let never: [WrongState]
  let group: LogGroup
  private let ends: [RedCondition.EndValue]
  private var trials: [[String]: DifferenceTrial] = [:]
  private var conditions: [[String]: Result<RedCondition, DifferenceTrial.Obstacle>] = [:]

  /// The replays after which no more candidates are tried, and no more pairs of them.
  private static let budget = (singles: 120, pairs: 80)
  /// The pairs of sessions that are tried for one candidate.
  private static let tries = 3
  /// The candidates of which two are tried together.
  private static let partners = 60

  init(program: ReplayProgram, never: [WrongState], group: LogGroup, at pointer: Pointer) {
    (self.program, self.never, self.group) = (program, never, group)
    ends = group.endValues(at: pointer)
  }

  var replays: Int { trials.values.reduce(0) { $0 + $1.replays } }

  /// Proves one of some candidates; where it takes two, those come first.
  mutating func prove(
    _ candidates: inout [GroupComparison.Candidate],
    _ progress: (Int) -> Void
  ) throws {
    for number in candidates.indices where replays < Self.budget.singles {
      progress(number)
      for example in candidates[number].examples.prefix(Self.tries) {
        try prove(&candidates[number], by: example)
        if candidates[number].proof.isRed { break }
      }
      if candidates[number].rank == 2 { break }
    }
    if candidates.contains(where: { $0.rank == 2 && $0.good == 0 }) { return }
    let limit = replays + Self.budget.pairs
    for both in group.together(Array(candidates.prefix(Self.partners))) where replays < limit {
      for pair in group.pairs(for: both, Self.tries) {
        guard let proved = try proved(both, by: pair) else { continue }
        return candidates.insert(proved, at: 0)
      }
    }
  }

  /// Proves a candidate by a pair of sessions, and names it after what was done.
  private mutating func prove(
    _ candidate: inout GroupComparison.Candidate,
    by example: GroupComparison.Example
  ) throws {
    let pair = example.pair
    do {
      let condition = try condition(of: pair)
      guard var trial = trials[key(pair)] else { return }
      defer { trials[key(pair)] = trial }
      guard var made = exact(candidate.parts[0], example) else {
        throw DifferenceTrial.Obstacle.unresolved(
          "no difference between two sessions makes that so alone"
        )
      }
      let verdict = try trial.verdicts(making: [made], condition)[0]
      if verdict != .fails {
        // A move may have to go further.
        guard case .order = example.whole.kind,
          try trial.isRed(making: [example.whole], condition)
        else {
          if case .green = candidate.proof { return }
          (candidate.pair, candidate.differences) = (pair, made)
          candidate.proof = .green(verdict)
          return
        }
        made = [example.whole]
      }
      var undone = made
      if case .order = example.whole.kind {
        made = [try trial.narrowed(made[0], condition)]
        undone = [example.whole]
        let named = SessionTrait.orders(of: made[0], in: pair)
          .map { (trait: $0, separation: group.separation($0)) }
          .max { $0.separation.score < $1.separation.score }
        if let named {
          candidate.parts = [GroupComparison.Part(trait: named.trait, rule: .equals(true))]
          (candidate.good, candidate.bad) = (named.separation.good, named.separation.bad)
          candidate.score = named.separation.score
        }
      }
      (candidate.pair, candidate.differences) = (pair, made)
      candidate.proof = .red(undone: try trial.undoing(undone, condition), condition)
    } catch let obstacle as DifferenceTrial.Obstacle {
      if case .untried = candidate.proof { candidate.proof = .impossible(obstacle.words) }
    }
  }

  /// Returns the candidate with its proof, if a good session is red with both parts, and with neither alone.
  private mutating func proved(
    _ both: GroupComparison.Candidate,
    by pair: SessionPair
  ) throws -> GroupComparison.Candidate? {
    let found = pair.differences.flatMap {
      SessionTrait.all(of: $0, in: pair, before: group.fatal)
    }
    let made = both.parts.compactMap { part -> [SessionDifference]? in
      let own = found.filter { $0.trait == part.trait }.map(\.difference)
      return own.first.flatMap {
        exact(part, GroupComparison.Example(pair: pair, differences: own, whole: $0))
      }
    }
    guard made.count == both.parts.count, both.holds(of: pair.changed(making: made.flatMap { $0 }))
    else { return nil }
    do {
      let condition = try condition(of: pair)
      guard var trial = trials[key(pair)] else { return nil }
      defer { trials[key(pair)] = trial }
      let all = made.flatMap { $0 }
      let verdicts = try trial.verdicts(making: [all] + made, condition)
      guard verdicts.map({ $0 == .fails }) == [true, false, false] else { return nil }
      var proved = both
      (proved.pair, proved.differences) = (pair, all)
      proved.proof = .red(undone: try trial.undoing(all, condition), condition)
      return proved
    } catch is DifferenceTrial.Obstacle {
      return nil
    }
  }

  /// Returns the differences that make a part true of the good session: one of them, or else all.
  private func exact(
    _ part: GroupComparison.Part,
    _ example: GroupComparison.Example
  ) -> [SessionDifference]? {
    (example.differences.map { [$0] } + [example.differences])
      .first { part.holds(of: example.pair.changed(making: $0)) }
  }

  private func key(_ pair: SessionPair) -> [String] {
    [pair.good, pair.bad].flatMap { [$0.timeline.log.path, $0.timeline.log.header.session] }
  }

  /// Returns the condition by which a pair is judged, which is found once.
  private mutating func condition(of pair: SessionPair) throws -> RedCondition {
    let key = key(pair)
    if let known = conditions[key] { return try known.get() }
    var trial = DifferenceTrial(pair, by: program)
    defer { trials[key] = trial }
    do {
      let condition = try trial.condition(never: never) { [ends] _, _ in ends }
      conditions[key] = .success(condition)
      return condition
    } catch let obstacle as DifferenceTrial.Obstacle {
      conditions[key] = .failure(obstacle)
      throw obstacle
    }
  }
}

extension SessionPair {
  /// Returns the good session with some differences made in it.
  fileprivate func changed(making differences: [SessionDifference]) -> ComparedSession {
    ChangedSession(good, towards: bad, alignment, making: differences).compared
  }
}

extension DifferenceTrial.Obstacle {
  fileprivate var words: String {
    switch self {
    case .gap(let path, let index):
      "in \(path) the state changed without an action, or actions are missing, after action \(index)"
    case .badIsGreen: "the bad session does not replay red"
    case .goodIsRed: "the good session replays red too"
    case .alike: "the sessions do not end differently"
    case .unresolved(let why): why
    }
  }
}
