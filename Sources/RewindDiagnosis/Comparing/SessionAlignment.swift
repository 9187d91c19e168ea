import RewindJSON

/// The actions of two sessions that belong together.
///
/// ```
/// good  a  b  c  d     e
/// bad   a     c' d  x  e  b        pairs a–a, c–c', d–d, e–e; b moved; x only in bad
/// ```
///
/// First the actions that both have once; between them, the longest common run of equal actions, without
/// identifiers and times; what is left over on both sides and equal has moved; of the rest, actions of one type
/// between two pairs differ in their payload.
package struct SessionAlignment {
  /// Steps at corresponding positions, in order in both.
  let pairs: [(good: Int, bad: Int)]
  /// Equal steps at different positions.
  let moved: [(good: Int, bad: Int)]
  let onlyGood: [Int]
  let onlyBad: [Int]

  /// Aligns the actions of two sessions.
  init(_ good: ComparedSession, _ bad: ComparedSession) {
    var effort = SequenceAlignment.usualEffort
    var pairs: [(good: Int, bad: Int)] = []
    func refine<Element: Hashable>(_ a: [Element?], _ b: [Element?]) {
      var (all, i, j) = ([(good: Int, bad: Int)](), 0, 0)
      for pair in pairs + [(a.count, b.count)] {
        let lefts = (i..<pair.good).filter { a[$0] != nil }
        let rights = (j..<pair.bad).filter { b[$0] != nil }
        all += Self.pairs(lefts.map { a[$0] }, rights.map { b[$0] }, &effort)
          .map { (lefts[$0.a], rights[$0.b]) }
        if pair.good < a.count { all.append(pair) }
        (i, j) = (pair.good + 1, pair.bad + 1)
      }
      pairs = all
    }
    // One that occurs once is itself, whatever it carries.
    let once = good.singleForms.intersection(bad.singleForms)
    func identities(_ session: ComparedSession) -> [ComparedSession.Key] {
      session.keys.map {
        once.contains($0.form) ? ComparedSession.Key(form: $0.form, carried: "") : $0
      }
    }
    let (goods, bads) = (identities(good), identities(bad))
    let singles = goods.singles.intersection(bads.singles)
    refine(
      goods.map { singles.contains($0) ? $0 : nil },
      bads.map { singles.contains($0) ? $0 : nil }
    )
    refine(goods, bads)
    var goodRest = Set(good.steps.indices).subtracting(pairs.map(\.good))
    var badRest = Set(bad.steps.indices).subtracting(pairs.map(\.bad))
    var positions = Dictionary(grouping: goodRest.sorted()) { goods[$0] }
    var moved: [(good: Int, bad: Int)] = []
    for position in badRest.sorted() {
      guard let found = positions[bads[position]]?.first else { continue }
      positions[bads[position]]?.removeFirst()
      moved.append((found, position))
      goodRest.remove(found)
      badRest.remove(position)
    }
    refine(
      good.steps.indices.map { goodRest.contains($0) ? good.steps[$0].succeeded : nil },
      bad.steps.indices.map { badRest.contains($0) ? bad.steps[$0].succeeded : nil }
    )
    self.init(
      pairs,
      moved,
      goodRest.subtracting(pairs.map(\.good)).sorted(),
      badRest.subtracting(pairs.map(\.bad)).sorted()
    )
  }

  /// Returns the indexes of the elements that two sequences have in common.
  private static func pairs<Element: Hashable>(
    _ a: [Element],
    _ b: [Element],
    _ effort: inout Int
  ) -> [(a: Int, b: Int)] {
    let numbers = ElementNumbers(old: a, new: b)
    var alignment = SequenceAlignment(count: numbers.count)
    return alignment.runs(numbers.old, numbers.new, &effort).flatMap { run in
      (0..<run.count).map { (run.old + $0, run.new + $0) }
    }
  }

  private init(
    _ pairs: [(good: Int, bad: Int)],
    _ moved: [(good: Int, bad: Int)],
    _ onlyGood: [Int],
    _ onlyBad: [Int]
  ) {
    (self.pairs, self.moved) = (pairs, moved)
    (self.onlyGood, self.onlyBad) = (onlyGood, onlyBad)
  }

  /// The same alignment with the two sessions exchanged.
  package var exchanged: SessionAlignment {
    SessionAlignment(
      pairs.map { ($0.bad, $0.good) },
      moved.map { ($0.bad, $0.good) },
      onlyBad,
      onlyGood
    )
  }

  /// The number of actions with which both begin.
  package var commonStart: Int {
    var count = 0
    while count < pairs.count, pairs[count] == (count, count) { count += 1 }
    return count
  }

  /// Returns the position in the good session after which something belongs that is at a position of the bad one;
  /// -1 for before all actions.
  func anchor(ofBad position: Int) -> Int {
    pairs.last { $0.bad < position }?.good ?? -1
  }
}
