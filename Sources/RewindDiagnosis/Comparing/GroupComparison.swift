package import RewindJSON
import RewindTimeline

/// The traits that separate many good sessions from many bad ones, the best first, and which of them matters.
///
/// Each bad session is compared with the good ones that are most like it; every difference has a trait that all
/// sessions can be asked for. A trait that holds for the bad ones and not for the good ones separates them. The
/// first few are proved as for two sessions: a good session with that one change replays red.
package struct GroupComparison {
  /// A trait, and the difference between two of the sessions that shows it.
  package struct Candidate {
    package let trait: SessionTrait
    package let separation: TraitSeparation
    /// The pair that shows it best, or that proved it.
    package fileprivate(set) var pair: SessionPair
    package fileprivate(set) var difference: SessionDifference
    package fileprivate(set) var proof = Proof.untried
    fileprivate let examples: [Example]
    /// The position at which it shows, as a share of the bad session.
    fileprivate let position: Double
  }

  package enum Proof: Sendable {
    case untried
    /// A good session with the change is red; the verdict on the bad one without it.
    case red(undone: FailureVerdict)
    /// The good session with the change is not red.
    case green(FailureVerdict)
    /// No pair of sessions could be tried, for this reason.
    case impossible(String)
  }

  fileprivate struct Example {
    let pair: SessionPair
    let difference: SessionDifference
    /// The difference of which that one may be a part.
    let whole: SessionDifference
    let number: Int
  }

  package let good: Int
  package let bad: Int
  /// Those that separate at all; proved ones first, then the best.
  package private(set) var candidates: [Candidate]
  package private(set) var replays = 0

  /// The good sessions that each bad one is compared with.
  private static let neighbours = 2
  /// The pairs of sessions that are tried for one candidate.
  private static let tries = 3
  /// The candidates that are proved.
  package static let proved = 3
  /// The share of the bad sessions, without that of the good ones, from which on a value at the end counts.
  private static let endScore = 0.5

  /// Compares two groups of sessions.
  package static func run(
    good: [ComparedSession],
    bad: [ComparedSession],
    by program: ReplayProgram?,
    never: [WrongState] = [],
    at pointer: Pointer = .root,
    progress: (_ done: Int) -> Void = { _ in }
  ) throws -> GroupComparison {
    let pairs = bad.flatMap { bad in
      bad.nearest(of: good, neighbours).map { SessionPair($0, bad) }
    }
    var comparison = GroupComparison(
      good: good.count,
      bad: bad.count,
      candidates: candidates(in: pairs, good, bad)
    )
    guard let program else { return comparison }
    let ends = endValues(in: pairs, good, bad, at: pointer)
    for number in comparison.candidates.indices.prefix(proved) {
      progress(number)
      comparison.replays += try comparison.candidates[number].prove(
        by: program,
        never: never,
        ends: ends,
        tries: tries
      )
    }
    comparison.candidates =
      comparison.candidates.filter(\.proof.isRed)
      + comparison.candidates.filter { !$0.proof.isRed }
    return comparison
  }

  /// Returns the traits of all differences that separate the sessions, the best first.
  private static func candidates(
    in pairs: [SessionPair],
    _ good: [ComparedSession],
    _ bad: [ComparedSession]
  ) -> [Candidate] {
    var examples: [SessionTrait: [Example]] = [:]
    for pair in pairs {
      for whole in pair.differences {
        for (number, found) in SessionTrait.of(whole, pair.good, pair.bad).enumerated() {
          examples[found.trait, default: []].append(
            Example(pair: pair, difference: found.difference, whole: whole, number: number)
          )
        }
      }
    }
    let all = examples.compactMap { trait, examples -> Candidate? in
      let separation = TraitSeparation.best(
        good: good.map(trait.value),
        bad: bad.map(trait.value),
        named: trait.name
      )
      guard separation.score > 0 else { return nil }
      let fitting = examples.filter {
        !separation.rule.holds(of: trait.value(in: $0.pair.good))
          && separation.rule.holds(of: trait.value(in: $0.pair.bad))
      }.sorted { $0.pair.differences.count < $1.pair.differences.count }
      guard let first = fitting.first else { return nil }
      return Candidate(
        trait: trait,
        separation: separation,
        pair: first.pair,
        difference: first.difference,
        examples: fitting,
        position: fitting.map(\.position).reduce(0, +) / Double(fitting.count)
      )
    }
    let ranked = all.sorted { one, other in
      if one.separation.score != other.separation.score {
        return one.separation.score > other.separation.score
      }
      if one.position != other.position { return one.position < other.position }
      let (a, b) = (one.examples[0].number, other.examples[0].number)
      return a == b ? "\(one.trait)" < "\(other.trait)" : a < b
    }
    // One action that moved passed many others, and an action that came twice has a row and a number.
    var subjects: Set<Subject> = []
    return ranked.filter { subjects.insert($0.subject).inserted }
  }

  /// Returns the values of the last states that separate the sessions best.
  private static func endValues(
    in pairs: [SessionPair],
    _ good: [ComparedSession],
    _ bad: [ComparedSession],
    at pointer: Pointer
  ) -> [RedCondition.EndValue] {
    let pointers = Set(
      pairs.flatMap { pair in
        Change(.root, old: pair.good.last ?? .null, new: pair.bad.last ?? .null).details
          .filter { !SessionPair.isRedacted($0, pair.good, pair.bad) }
          .map(\.pointer).filter { $0.isInside(pointer) }
      }
    )
    let found = pointers.map { pointer in
      let trait = SessionTrait.end(pointer)
      let separation = TraitSeparation.best(
        good: good.map(trait.value),
        bad: bad.map(trait.value),
        named: trait.name
      )
      return (pointer: pointer, separation: separation)
    }
    guard let best = found.map(\.separation.score).max(), best >= endScore else { return [] }
    return found.filter { $0.separation.score == best }
      .map { RedCondition.EndValue(pointer: $0.pointer, rule: $0.separation.rule) }
  }
}

extension GroupComparison.Example {
  fileprivate var position: Double {
    Double(whole.position + 1) / Double(max(pair.bad.steps.count, 1))
  }
}

/// The subject of a trait: of candidates with the same one, only the best is of interest.
private enum Subject: Hashable {
  case moved(ComparedSession.Key, Int)
  case number(ComparedSession.Key)
  case other(SessionTrait)
}

extension GroupComparison.Candidate {
  fileprivate var subject: Subject {
    switch trait {
    case .before:
      guard case .order(let order) = difference.kind else { return .other(trait) }
      let position = order.bad.lowerBound
      return .moved(pair.bad.keys[position], pair.bad.occurrence(ofKey: position))
    case .count(let key), .row(let key): return .number(key)
    case .payload, .input, .start, .end: return .other(trait)
    }
  }

  /// Proves it by the first pair of sessions that can be tried; returns the number of replays.
  fileprivate mutating func prove(
    by program: ReplayProgram,
    never: [WrongState],
    ends: [RedCondition.EndValue],
    tries: Int
  ) throws -> Int {
    var replays = 0
    for example in examples.prefix(tries) where !proof.isRed {
      var trial = DifferenceTrial(example.pair, by: program)
      defer { replays += trial.replays }
      do {
        let condition = try trial.condition(never: never) { _, _ in ends }
        // A part of a move may do less than all of it.
        let ways =
          example.difference == example.whole
          ? [example.whole] : [example.difference, example.whole]
        let verdicts = try trial.verdicts(making: ways.map { [$0] }, condition)
        guard let red = verdicts.firstIndex(of: .fails) else {
          if case .green = proof { continue }
          proof = .green(verdicts[0])
          continue
        }
        (pair, difference) = (example.pair, ways[red])
        proof = .red(undone: try trial.verdict(undoing: [example.whole], condition))
      } catch let obstacle as DifferenceTrial.Obstacle {
        if case .untried = proof { proof = .impossible(obstacle.words) }
      }
    }
    return replays
  }
}

extension GroupComparison.Proof {
  package var isRed: Bool { if case .red = self { true } else { false } }
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

extension ComparedSession {
  /// Returns the sessions that have most actions in common with this one.
  fileprivate func nearest(of others: [ComparedSession], _ count: Int) -> [ComparedSession] {
    others.map { other in (other, distance(to: other)) }
      .sorted { $0.1 < $1.1 }.prefix(count).map(\.0)
  }

  private func distance(to other: ComparedSession) -> Int {
    let keys = Set(positionsOfKey.keys).union(other.positionsOfKey.keys)
    return keys.reduce(0) {
      $0 + abs((positionsOfKey[$1]?.count ?? 0) - (other.positionsOfKey[$1]?.count ?? 0))
    }
  }
}
