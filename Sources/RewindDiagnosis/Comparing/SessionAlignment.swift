import RewindJSON

/// The actions of two sessions that belong together.
///
/// ```
/// good  a  b  c  d     e
/// bad   a     c' d  x  e  b        pairs a–a, c–c', d–d, e–e; b moved; x only in bad
/// ```
///
/// First the longest common run of equal actions, without identifiers and times; what is left over on both sides
/// and equal has moved; of the rest, actions of one type between two pairs differ in their payload.
package struct SessionAlignment {
  /// Steps at corresponding positions, in order in both.
  let pairs: [(good: Int, bad: Int)]
  /// Equal steps at different positions.
  let moved: [(good: Int, bad: Int)]
  let onlyGood: [Int]
  let onlyBad: [Int]

  /// Aligns the actions of two sessions.
  init(_ good: ComparedSession, _ bad: ComparedSession) {
    let (a, b) = (good.keys, bad.keys)
    var effort = SequenceAlignment.usualEffort
    let equal = Self.pairs(a, b, &effort)
    var (goodRest, badRest) = (Set(a.indices), Set(b.indices))
    for pair in equal {
      goodRest.remove(pair.a)
      badRest.remove(pair.b)
    }
    var positions = Dictionary(grouping: goodRest.sorted()) { a[$0] }
    var moved: [(good: Int, bad: Int)] = []
    for position in badRest.sorted() {
      guard let found = positions[b[position]]?.first else { continue }
      positions[b[position]]?.removeFirst()
      moved.append((found, position))
      goodRest.remove(found)
      badRest.remove(position)
    }
    var pairs: [(good: Int, bad: Int)] = []
    var (i, j) = (0, 0)
    for pair in equal + [(a.count, b.count)] {
      let lefts = (i..<pair.a).filter(goodRest.contains)
      let rights = (j..<pair.b).filter(badRest.contains)
      let forms = (lefts.map { good.steps[$0].form }, rights.map { bad.steps[$0].form })
      for match in Self.pairs(forms.0, forms.1, &effort) {
        pairs.append((lefts[match.a], rights[match.b]))
        goodRest.remove(lefts[match.a])
        badRest.remove(rights[match.b])
      }
      if pair.a < a.count { pairs.append((pair.a, pair.b)) }
      (i, j) = (pair.a + 1, pair.b + 1)
    }
    self.init(pairs, moved, goodRest.sorted(), badRest.sorted())
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
