package import RewindJSON
import RewindSession
package import RewindTimeline

/// A good session and a bad one of the same scenario, and all that is different between them.
package struct SessionPair {
  /// The reason why two sessions cannot be compared.
  package struct TooDifferent: Error, Hashable, CustomStringConvertible {
    let good: String
    let bad: String

    package var description: String {
      "\(good) and \(bad) have more than a thousand actions that the other one does not have: "
        + "compare two sessions of the same steps."
    }
  }

  package let good: ComparedSession
  package let bad: ComparedSession
  package let alignment: SessionAlignment
  /// In the order in which they show; what differs in every run comes last.
  package let differences: [SessionDifference]

  /// - Throws: ``TooDifferent``
  package static func of(
    _ good: ComparedSession,
    _ bad: ComparedSession
  ) throws(TooDifferent) -> SessionPair {
    guard let alignment = SessionAlignment(good, bad) else {
      throw TooDifferent(good: good.timeline.log.path, bad: bad.timeline.log.path)
    }
    return SessionPair(
      good: good,
      bad: bad,
      alignment: alignment,
      differences: SessionDifference.all(good, bad, alignment)
    )
  }

  /// The changes that the states show first from a difference on, as they were recorded: with the good session's
  /// value as the old one.
  ///
  /// Identifiers and times do not count.
  package func consequence(
    of difference: SessionDifference
  ) throws(SessionLogError) -> (bad: Int, changes: [Change])? {
    var (good, bad) = (0, max(difference.position, 0))
    switch difference.kind {
    case .order(let order):
      good = max(order.good.upperBound, (order.passed.map(\.good).max() ?? -1) + 1)
      bad = max(order.bad.upperBound, (order.passed.map(\.bad).max() ?? -1) + 1)
    case .payload(let position, let other, _), .input(let position, let other, _, _, _):
      (good, bad) = (position, other)
    case .missing(let position): good = position + 1
    case .extra(let position): bad = position + 1
    case .start: break
    }
    for pair in alignment.pairs where pair.good >= good && pair.bad >= bad {
      guard let old = try state(after: pair.good, in: self.good),
        let new = try state(after: pair.bad, in: self.bad)
      else { continue }
      let changes = Change(.root, old: old, new: new).details
        .filter { $0.old != $0.new && $0.volatile == nil }
      if !changes.isEmpty { return (self.bad.index(pair.bad), changes) }
    }
    return nil
  }

  private func state(
    after position: Int,
    in session: ComparedSession
  ) throws(SessionLogError) -> JSONValue? {
    try session.timeline.stateLine(after: session.index(position))
      .map { line throws(SessionLogError) in try session.timeline.state(at: line) }
  }
}
