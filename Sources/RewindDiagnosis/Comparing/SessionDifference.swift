package import RewindJSON

/// One difference between a good session and a bad one; it can be made in the good one and undone in the bad.
///
/// Steps are named by their positions among the actions of their sessions, from 0.
package struct SessionDifference: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A value of the first state.
    case start(Change)
    /// Actions that come earlier or later in the bad session, past others.
    case order(Order)
    /// An action that only the good session has.
    case missing(good: Int)
    /// An action that only the bad session has.
    case extra(bad: Int)
    /// A value in the payload of an action.
    case payload(good: Int, bad: Int, Change)
    /// A value that the reducer of an action read: the input of this number, from 0.
    case input(good: Int, bad: Int, number: Int, name: String, Change)
  }

  /// A run of actions that has moved.
  package struct Order: Hashable, Sendable {
    package let good: Range<Int>
    package let bad: Range<Int>
    /// The pairs that it passed, the nearest first.
    package let passed: [Passed]
    package let isEarlier: Bool
    /// True if it goes only part of its way.
    var isPartial = false

    package struct Passed: Hashable, Sendable {
      package let good: Int
      package let bad: Int
    }
  }

  package var kind: Kind
  /// The position in the bad session at which it shows; -1 for the first state.
  package let position: Int
  /// True if it is nothing but another identifier or another time.
  let isVolatile: Bool
}

extension SessionDifference {
  /// Returns all differences between two sessions in the order in which they show; values that differ in every
  /// run come last.
  static func all(
    _ good: ComparedSession,
    _ bad: ComparedSession,
    _ alignment: SessionAlignment
  ) -> [SessionDifference] {
    var found: [SessionDifference] = []
    func add(_ kind: Kind, at position: Int, isVolatile: Bool = false) {
      found.append(SessionDifference(kind: kind, position: position, isVolatile: isVolatile))
    }
    if let old = good.start, let new = bad.start, old != new {
      for change in Change(.root, old: old, new: new).details
      where !SessionPair.isRedacted(change, good, bad) {
        add(.start(change), at: -1, isVolatile: change.volatile != nil)
      }
    }
    for order in orders(alignment) { add(.order(order), at: order.firstPosition) }
    let exchanged = alignment.exchanged
    for position in alignment.onlyGood {
      let before = exchanged.anchor(ofBad: position)
      // After the fatal action nothing could come.
      if before != bad.fatal { add(.missing(good: position), at: before + 1) }
    }
    for position in alignment.onlyBad { add(.extra(bad: position), at: position) }
    for (a, b) in alignment.pairs + alignment.moved {
      let (old, new) = (good.steps[a], bad.steps[b])
      if old.form.hasFailed != new.form.hasFailed {
        add(.payload(good: a, bad: b, Change(.root, old: old.carried, new: new.carried)), at: b)
      } else if old.carried != new.carried {
        for change in Change(.root, old: old.carried, new: new.carried).details
        where !SessionPair.isRedacted(change, good, bad) {
          add(.payload(good: a, bad: b, change), at: b, isVolatile: change.volatile != nil)
        }
      }
      // If the reducer took another way, it read other values; they follow from something else.
      guard old.inputs.map(\.name) == new.inputs.map(\.name) else { continue }
      for (number, inputs) in zip(old.inputs, new.inputs).enumerated()
      where inputs.0.value != inputs.1.value {
        let change = Change(.root, old: inputs.0.value, new: inputs.1.value)
        if SessionPair.isRedacted(change, good, bad) { continue }
        add(
          .input(good: a, bad: b, number: number, name: inputs.0.name, change),
          at: b,
          isVolatile: change.volatile != nil || inputs.0.name == "uuid"
        )
      }
    }
    return found.enumerated()
      .sorted {
        ($0.element.isVolatile ? 1 : 0, $0.element.position, $0.offset)
          < ($1.element.isVolatile ? 1 : 0, $1.element.position, $1.offset)
      }
      .map(\.element)
  }

  /// Returns the runs of actions that moved, each of which is one difference.
  private static func orders(_ alignment: SessionAlignment) -> [Order] {
    var runs: [(good: Range<Int>, bad: Range<Int>)] = []
    for (good, bad) in alignment.moved.sorted(by: { $0.bad < $1.bad }) {
      if let last = runs.last, last.good.upperBound == good, last.bad.upperBound == bad {
        runs[runs.count - 1] = (last.good.lowerBound..<good + 1, last.bad.lowerBound..<bad + 1)
      } else {
        runs.append((good..<good + 1, bad..<bad + 1))
      }
    }
    return runs.map { good, bad in
      // Those on whose other side it is in the bad session.
      let later = alignment.pairs.filter { $0.good >= good.upperBound && $0.bad < bad.lowerBound }
      let earlier = alignment.pairs.filter { $0.good < good.lowerBound && $0.bad >= bad.upperBound }
      let passed = earlier.isEmpty ? later : earlier.reversed()
      return Order(
        good: good,
        bad: bad,
        passed: passed.map { Order.Passed(good: $0.good, bad: $0.bad) },
        isEarlier: !earlier.isEmpty
      )
    }
  }

  /// The same difference with the two sessions exchanged.
  package var exchanged: SessionDifference {
    var other = self
    switch kind {
    case .start(let change): other.kind = .start(change.exchanged)
    case .order(let order): other.kind = .order(order.exchanged)
    case .missing(let good): other.kind = .extra(bad: good)
    case .extra(let bad): other.kind = .missing(good: bad)
    case .payload(let good, let bad, let change):
      other.kind = .payload(good: bad, bad: good, change.exchanged)
    case .input(let good, let bad, let number, let name, let change):
      other.kind = .input(good: bad, bad: good, number: number, name: name, change.exchanged)
    }
    return other
  }

  /// True for the move of which another one may be a part.
  func isWhole(of other: SessionDifference) -> Bool {
    guard case .order(let one) = kind, case .order(let other) = other.kind else { return false }
    return one.good == other.good && one.bad == other.bad
  }

  /// Returns the difference with the actions moved past the nearest few others only; nil if it is no move past
  /// so many.
  func passing(_ count: Int) -> SessionDifference? {
    guard case .order(let order) = kind, count > 0, count <= order.passed.count else { return nil }
    var other = self
    other.kind = .order(
      Order(
        good: order.good,
        bad: order.bad,
        passed: Array(order.passed.prefix(count)),
        isEarlier: order.isEarlier,
        isPartial: order.isPartial || count < order.passed.count
      )
    )
    return other
  }
}

extension SessionDifference.Order {
  /// The position in the bad session from which on the order differs.
  fileprivate var firstPosition: Int {
    isEarlier ? bad.lowerBound : passed.map(\.bad).min() ?? bad.lowerBound
  }

  fileprivate var exchanged: SessionDifference.Order {
    SessionDifference.Order(
      good: bad,
      bad: good,
      // The way back begins at its other end.
      passed: passed.reversed().map { Passed(good: $0.bad, bad: $0.good) },
      isEarlier: !isEarlier,
      isPartial: isPartial
    )
  }
}

extension Change {
  fileprivate var exchanged: Change { Change(pointer, old: new, new: old) }
}
