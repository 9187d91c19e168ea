package import RewindJSON
import RewindTimeline

/// The first difference between a good and a bad session that matters, found by intervention.
///
/// The good session is replayed with one difference made in it: where it turns red, that one is enough. The
/// first few are tried one by one. If none of them is enough, all together are tried, and the fewest of them
/// are searched: the differences up to one are made, and the one at which that turns red is needed; then the same
/// with those that are known to be needed, until they are enough. For k needed of n differences that is
/// k log₂ n replays.
package struct PairComparison {
  package struct Cause {
    /// The differences that are enough together.
    package let differences: [SessionDifference]
    /// The verdict on the bad session without them.
    package let undone: UndoneVerdict
  }

  package enum Outcome {
    /// No app was there to prove anything.
    case unproved
    case found(Cause)
    /// All differences together do not turn the good session red.
    case notFound
    case obstacle(ComparisonObstacle)
  }

  package let pair: SessionPair
  package let outcome: Outcome
  /// The condition by which the bad session is red; nil where it is not known.
  package let condition: RedCondition?
  /// The differences that were tried alone, with their verdicts.
  package let tried: [(difference: SessionDifference, verdict: FailureVerdict)]
  package let replays: Int

  /// The differences that are tried one by one.
  private static let singles = 16
  /// The differences that may be needed together.
  private static let togetherLimit = 6

  /// Compares two sessions.
  ///
  /// - Parameters:
  ///   - pair: The sessions.
  ///   - program: The app that proves which difference matters; nil to list them only.
  ///   - never: Wrong states that make a session red.
  ///   - pointer: The part of the last state that counts where neither a crash nor a wrong state does.
  /// - Returns: The comparison.
  /// - Throws: ``ReplayProgramError``; `SessionLogError` where a log cannot be read.
  package static func run(
    _ pair: SessionPair,
    by program: ReplayProgram?,
    never: [WrongState] = [],
    at pointer: Pointer = .root
  ) throws -> PairComparison {
    guard let program else {
      return PairComparison(pair: pair, outcome: .unproved, condition: nil, tried: [], replays: 0)
    }
    var search = Search(trial: DifferenceTrial(pair, by: program))
    do {
      let condition = try search.trial.condition(never: never) { good, bad in
        Change(.root, old: good ?? .null, new: bad ?? .null).details
          .filter { $0.old != $0.new && $0.volatile == nil && $0.pointer.isInside(pointer) }
          .filter { !SessionPair.isRedacted($0, pair.good, pair.bad) }
          .map { RedCondition.EndValue(pointer: $0.pointer, rule: .equals($0.new)) }
      }
      search.condition = condition
      let outcome = try search.cause(condition).map { Outcome.found($0) } ?? .notFound
      return search.result(outcome)
    } catch let obstacle as ComparisonObstacle {
      return search.result(.obstacle(obstacle))
    }
  }

  private struct Search {
    var trial: DifferenceTrial
    var condition: RedCondition?
    var tried: [(difference: SessionDifference, verdict: FailureVerdict)] = []

    var pair: SessionPair { trial.pair }

    func result(_ outcome: Outcome) -> PairComparison {
      PairComparison(
        pair: pair,
        outcome: outcome,
        condition: condition,
        tried: tried,
        replays: trial.replays
      )
    }

    mutating func cause(_ condition: RedCondition) throws -> Cause? {
      let first = Array(pair.differences.prefix(singles))
      // A few at a time, so that little is replayed once the first red one is found.
      for start in stride(from: 0, to: first.count, by: 4) {
        let some = Array(first[start..<min(start + 4, first.count)])
        let verdicts = try trial.verdicts(making: some.map { [$0] }, condition)
        tried += zip(some, verdicts).map { ($0, $1) }
        if let red = verdicts.firstIndex(of: .fails) { return try cause([some[red]], condition) }
      }
      guard let needed = try together(condition) else { return nil }
      return try cause(needed, condition)
    }

    /// Returns the fewest differences that are enough together; nil if all are not.
    private mutating func together(_ condition: RedCondition) throws -> [SessionDifference]? {
      let all = pair.differences
      guard !all.isEmpty, try trial.isRed(making: all, condition) else { return nil }
      var needed: [SessionDifference] = []
      while needed.count < togetherLimit {
        if !needed.isEmpty, try trial.isRed(making: needed, condition) { return needed }
        var (green, red) = (0, all.count)
        while red - green > 1 {
          let middle = (green + red) / 2
          let some = all[..<middle] + needed.filter { !all[..<middle].contains($0) }
          if try trial.isRed(making: Array(some), condition) {
            red = middle
          } else {
            green = middle
          }
        }
        guard !needed.contains(all[red - 1]) else { break }
        needed.append(all[red - 1])
      }
      return try trial.isRed(making: needed, condition) ? needed : all
    }

    private mutating func cause(
      _ differences: [SessionDifference],
      _ condition: RedCondition
    ) throws -> Cause {
      let undone = try trial.undoing(differences, condition)
      let needed =
        differences.count == 1
        ? [try trial.narrowed(differences[0], condition)] : differences
      return Cause(differences: needed, undone: undone)
    }
  }
}

extension Pointer {
  /// True if it is the other one or a part of it.
  func isInside(_ other: Pointer) -> Bool { tokens.starts(with: other.tokens) }
}
