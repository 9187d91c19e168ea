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
    package var parts: [Part]
    package var separation: TraitSeparation
    /// The pair that shows it best, or that proved it.
    package fileprivate(set) var pair: SessionPair
    package fileprivate(set) var differences: [SessionDifference]
    package fileprivate(set) var proof = Proof.untried
    var examples: [SessionPair] = []

    /// The position in the bad session at which it shows.
    var position: Int { differences[0].position }

    func holds(of session: ComparedSession) -> Bool { parts.allSatisfy { $0.holds(of: session) } }
  }

  package enum Proof: Sendable {
    case untried
    /// A good session with the change is red; the verdict on the bad one without it.
    case red(undone: UndoneVerdict, RedCondition)
    /// The good session with the change is not red.
    case green(FailureVerdict)
    /// No pair of sessions could be tried, for this reason.
    case impossible(ComparisonObstacle)
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
        let ends = group.endValues(at: pointer)
        var prover = GroupProver(program: program, never: never, group: group, ends: ends)
        try prover.prove(&found, progress)
        comparison.replays += prover.replays
      }
      comparison.candidates += found
    }
    comparison.candidates.sort {
      ($0.rank, $0.separation.score) > ($1.rank, $1.separation.score)
    }
    return comparison
  }
}

extension GroupComparison.Candidate {
  /// The rank among those of other scores: one that alone decides comes first.
  fileprivate var rank: Int {
    guard case .red(let undone, _) = proof else { return 0 }
    return undone.verdict == .passes ? 2 : 1
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
  let ends: [RedCondition.EndValue]
  var trials: [[String]: DifferenceTrial] = [:]

  /// The replays after which no more candidates are tried, and no more pairs of them.
  private static let budget = (singles: 120, pairs: 80)
  /// The pairs of sessions that are tried for one candidate.
  private static let tries = 3
  /// The candidates of which two are tried together.
  private static let partners = 60

  var replays: Int { trials.values.reduce(0) { $0 + $1.replays } }

  /// Proves one of some candidates; where it takes two, those come first.
  mutating func prove(
    _ candidates: inout [GroupComparison.Candidate],
    _ progress: (Int) -> Void
  ) throws {
    for number in candidates.indices where replays < Self.budget.singles {
      progress(number)
      for pair in candidates[number].examples.prefix(Self.tries) {
        try prove(&candidates[number], by: pair)
        if candidates[number].proof.isRed { break }
      }
      if candidates[number].rank == 2 { break }
    }
    if candidates.contains(where: { $0.rank == 2 && $0.separation.good == 0 }) { return }
    let limit = replays + Self.budget.pairs
    for both in group.together(Array(candidates.prefix(Self.partners))) where replays < limit {
      for pair in group.pairs(for: both, Self.tries) {
        var both = both
        try prove(&both, by: pair)
        if both.proof.isRed { return candidates.insert(both, at: 0) }
      }
    }
  }

  /// Proves a candidate by a pair of sessions, and names it after what was done; two parts only if neither is enough.
  private mutating func prove(
    _ candidate: inout GroupComparison.Candidate,
    by pair: SessionPair
  ) throws {
    var trial = trial(of: pair)
    defer { trials[key(pair)] = trial }
    do {
      let condition = try trial.condition(never: never) { [ends] _, _ in ends }
      let parts = candidate.parts.compactMap { exact($0, pair) }
      var made = parts.flatMap { $0 }
      guard parts.count == candidate.parts.count, candidate.holds(of: pair.changed(making: made))
      else { throw ComparisonObstacle.inexact }
      let alone = parts.count > 1 ? parts : []
      let verdicts = try trial.verdicts(making: [made] + alone, condition)
      if verdicts.dropFirst().contains(.fails) { return }
      var (undone, isRed) = (made, verdicts[0] == .fails)
      if parts.count == 1, let whole = pair.differences.first(where: { $0.isWhole(of: made[0]) }) {
        // A move may have to go further, or need not go so far.
        let start = isRed ? made[0] : whole
        undone = [whole]
        isRed = try isRed || (try trial.isRed(making: [whole], condition))
        if isRed {
          made = [try trial.narrowed(start, condition)]
          let named = SessionTrait.orders(of: made[0], in: pair).map { ($0, group.separation($0)) }
          if let best = named.max(by: { $0.1.score < $1.1.score }) {
            candidate.parts = [GroupComparison.Part(trait: best.0, rule: best.1.rule)]
            candidate.separation = best.1
          }
        }
      }
      if !isRed, case .green = candidate.proof { return }
      (candidate.pair, candidate.differences) = (pair, made)
      candidate.proof =
        isRed
        ? .red(undone: try trial.undoing(undone, condition), condition) : .green(verdicts[0])
    } catch let obstacle as ComparisonObstacle {
      if case .untried = candidate.proof { candidate.proof = .impossible(obstacle) }
    }
  }

  /// Returns the differences that make a part true of the good session: one of them, or else all.
  private func exact(_ part: GroupComparison.Part, _ pair: SessionPair) -> [SessionDifference]? {
    let own = pair.traits(before: group.fatal).filter { $0.trait == part.trait }.map(\.difference)
    return (own.map { [$0] } + [own]).first { part.holds(of: pair.changed(making: $0)) }
  }

  private func key(_ pair: SessionPair) -> [String] {
    [pair.good, pair.bad].flatMap { [$0.timeline.log.path, $0.timeline.log.header.session] }
  }

  private func trial(of pair: SessionPair) -> DifferenceTrial {
    trials[key(pair)] ?? DifferenceTrial(pair, by: program)
  }
}

extension SessionPair {
  /// Returns the traits of all differences, each with what is needed for it alone.
  func traits(before fatal: String?) -> [(trait: SessionTrait, difference: SessionDifference)] {
    differences.flatMap { SessionTrait.all(of: $0, in: self, before: fatal) }
  }

  /// Returns the good session with some differences made in it.
  fileprivate func changed(making differences: [SessionDifference]) -> ComparedSession {
    ChangedSession(good, towards: bad, alignment, making: differences).compared
  }
}
