package import RewindJSON
import RewindSession
package import RewindTimeline

/// A good session and a bad one of the same scenario, and all that is different between them.
package struct SessionPair {
  package let good: ComparedSession
  package let bad: ComparedSession
  package let alignment: SessionAlignment
  /// In the order in which they show; values that differ in every run come last.
  package let differences: [SessionDifference]

  package init(_ good: ComparedSession, _ bad: ComparedSession) {
    (self.good, self.bad) = (good, bad)
    alignment = SessionAlignment(good, bad)
    differences = SessionDifference.all(good, bad, alignment)
  }

  /// The changes that the states show first from a difference on, as they were recorded: with the good session's
  /// value as the old one.
  ///
  /// Identifiers and times do not count, nor does what was different before.
  package func consequence(
    of difference: SessionDifference
  ) throws(SessionLogError) -> (bad: Int, changes: [Change])? {
    var (good, bad) = (0, max(difference.position, 0))
    switch difference.kind {
    case .order(let order): (good, bad) = (order.good.lowerBound, order.bad.lowerBound)
    case .payload(let position, let other, _), .input(let position, let other, _, _, _):
      (good, bad) = (position, other)
    case .missing(let position): good = position + 1
    case .extra(let position): bad = position + 1
    case .start: break
    }
    return try changes(after: (good, bad))
  }

  /// The changes that the states of the sessions show first.
  package func changes() throws(SessionLogError) -> (bad: Int, changes: [Change])? {
    try changes(after: (0, 0))
  }

  /// The changes that the states show first from two positions on, without those that were there before.
  private func changes(
    after end: (good: Int, bad: Int)
  ) throws(SessionLogError) -> (bad: Int, changes: [Change])? {
    let before = alignment.pairs.last { $0.good < end.good && $0.bad < end.bad }
    let known = Set(
      try before.map { pair throws(SessionLogError) in try changes(of: pair) }
        ?? Change(.root, old: self.good.start, new: self.bad.start).details
    )
    for pair in alignment.pairs where pair.good >= end.good && pair.bad >= end.bad {
      let found = try changes(of: pair).filter { !known.contains($0) }
      if !found.isEmpty { return (self.bad.index(pair.bad), found) }
    }
    return nil
  }

  /// The changes between the states after two actions that belong together.
  private func changes(of pair: (good: Int, bad: Int)) throws(SessionLogError) -> [Change] {
    guard let old = try state(after: pair.good, in: good),
      let new = try state(after: pair.bad, in: bad)
    else { return [] }
    return Change(.root, old: old, new: new).details
      .filter { $0.old != $0.new && $0.volatile == nil }
  }

  /// Returns the request whose answer the bad session lacks, if it changed nothing there, and the action that came
  /// before it there only; both by their positions in the bad session.
  package func unanswered(
    _ missing: Int
  ) throws(SessionLogError) -> (request: Int, first: Int?)? {
    guard let origin = try good.timeline.action(good.index(missing)).origin,
      origin.store == nil, origin.kind == .answer,
      let asked = good.steps.firstIndex(where: { $0.index == origin.index })
    else { return nil }
    guard let request = (alignment.pairs + alignment.moved).first(where: { $0.good == asked })?.bad
    else { return try asked < missing ? unanswered(asked) : nil }
    guard try bad.timeline.patch(of: bad.index(request)).operations.isEmpty,
      try !good.timeline.patch(of: good.index(asked)).operations.isEmpty
    else { return nil }
    let first = differences.lazy.compactMap { difference -> Int? in
      guard case .order(let order) = difference.kind else { return nil }
      if order.isEarlier {
        return order.passed.contains { $0.bad == request } ? order.bad.lowerBound : nil
      }
      return order.bad.contains(request) ? order.passed.last?.bad : nil
    }.first
    return (request, first)
  }

  private func state(
    after position: Int,
    in session: ComparedSession
  ) throws(SessionLogError) -> JSONValue? {
    try session.timeline.stateLine(after: session.index(position))
      .map { line throws(SessionLogError) in try session.timeline.state(at: line) }
  }
}
