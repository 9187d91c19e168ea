/// The fate of each element of an array when it becomes another array.
///
/// Both begin with the same `head` elements and end with the same ones; between them lie the
/// middles. If the elements of both middles are objects with unique `id`s, elements match by `id`;
/// otherwise by equality.
package struct ArrayAlignment {
  /// The fate of an element of the first array's middle.
  enum Fate {
    case removed
    case moved
    /// Stays in order with the others that stay, and is equal.
    case same
    /// Stays in order, perhaps changed.
    case changed

    var stays: Bool { self == .same || self == .changed }
  }

  /// The number of equal elements at the beginning.
  let head: Int
  /// The number of equal elements at the end, behind the others.
  let tail: Int
  private(set) var fates: [Fate]
  /// The element of the first middle that each element of the second comes from; nil if it is new.
  private(set) var origins: [Int?]

  private let before: ArraySlice<JSONValue>
  private let after: ArraySlice<JSONValue>

  /// The cost limit of a search for a change, in steps: some ten milliseconds.
  package static var usualEffort: Int { 4_000_000 }

  /// Determines the fate of each element.
  ///
  /// `effort` is the cost limit of the search, in steps; the steps used are subtracted.
  package init(_ before: [JSONValue], _ after: [JSONValue], effort: inout Int) {
    let shorter = min(before.count, after.count)
    var head = 0
    while head < shorter, before[head] == after[head] { head += 1 }
    var tail = 0
    while tail < shorter - head,
      before[before.count - 1 - tail] == after[after.count - 1 - tail]
    {
      tail += 1
    }
    (self.head, self.tail) = (head, tail)
    self.before = before[head..<before.count - tail]
    self.after = after[head..<after.count - tail]
    fates = Array(repeating: .removed, count: self.before.count)
    origins = Array(repeating: nil, count: self.after.count)
    if fates.count == 1, origins.count == 1 {
      keep(0, 0, as: .changed)
    } else if !fates.isEmpty, !origins.isEmpty {
      align(&effort)
    }
  }

  private mutating func align(_ effort: inout Int) {
    if !keepInPlace() { keepFew(&effort) }
    if !alignByIDs() { alignByValues(&effort) }
    pairNeighbors(&effort)
    moveEqual(minimumSize: 0)
  }

  var hasMoves: Bool { fates.contains { $0 == .moved } }

  private mutating func keep(_ i: Int, _ j: Int, as fate: Fate) {
    fates[i] = fate
    origins[j] = i
  }
}

extension ArrayAlignment {
  /// The places of the elements whose fate is not known yet.
  private var rest: (removed: [Int], added: [Int]) {
    (
      fates.indices.filter { fates[$0] == .removed },
      origins.indices.filter { origins[$0] == nil }
    )
  }

  /// Aligns elements by `id`; returns false if not all have a unique one.
  private mutating func alignByIDs() -> Bool {
    let (removed, added) = rest
    guard let ids = Self.ids(before, removed), let newIDs = Self.ids(after, added) else {
      return false
    }
    for (id, j) in newIDs {
      if let i = ids[id] { keep(i, j, as: .changed) }
    }
    // Elements that do not stay in order move; as few as possible.
    let order = origins.compactMap(\.self)
    guard zip(order, order.dropFirst()).contains(where: >) else { return true }
    for index in Set(order.indices).subtracting(order.longestIncreasingSubsequence) {
      fates[order[index]] = .moved
    }
    return true
  }

  private static func ids(
    _ elements: ArraySlice<JSONValue>,
    _ places: [Int]
  ) -> [JSONValue: Int]? {
    var ids: [JSONValue: Int] = [:]
    ids.reserveCapacity(places.count)
    for place in places {
      guard let id = elements[elements.startIndex + place]["id"],
        id.kind == .string || id.kind == .number, ids.updateValue(place, forKey: id) == nil
      else { return nil }
    }
    return ids
  }
}

extension ArrayAlignment {
  /// Aligns equal elements: first those that keep their order, then those that moved.
  private mutating func alignByValues(_ effort: inout Int) {
    for gap in gaps() where gap.removed.count > 1 || gap.added.count > 1 {
      keepInOrder(gap.removed, gap.added, &effort)
    }
    // A `replace` of a value up to this size is not longer than a `move`, and describes the change
    // of a board's cell or a setting better.
    moveEqual(minimumSize: 16)
  }

  /// Keeps equal elements at equal places, if these are half of all.
  private mutating func keepInPlace() -> Bool {
    guard fates.count == origins.count else { return false }
    let same = zip(before, after).map { $0 == $1 }
    guard same.count(where: \.self) * 2 >= same.count else { return false }
    for (i, isSame) in same.enumerated() where isSame { keep(i, i, as: .same) }
    return true
  }

  /// Keeps all but a few elements, if that suffices, without hashing them all.
  private mutating func keepFew(_ effort: inout Int) {
    let (before, after) = (before, after)
    let found = Myers.matches(before.count, after.count, distanceLimit: 8, effort: &effort) {
      before[before.startIndex + $0] == after[after.startIndex + $1]
    }
    for match in found ?? [] { keep(match.a, match.b, as: .same) }
  }

  private mutating func keepInOrder(_ removed: [Int], _ added: [Int], _ effort: inout Int) {
    var symbols: [JSONValue: Int] = [:]
    func symbol(_ value: JSONValue) -> Int {
      if let symbol = symbols[value] { return symbol }
      symbols[value] = symbols.count
      return symbols.count - 1
    }
    let a = removed.map { symbol(before[before.startIndex + $0]) }
    let b = added.map { symbol(after[after.startIndex + $0]) }
    for match in SequenceMatcher.matches(a, b, effort: &effort) {
      keep(removed[match.a], added[match.b], as: .same)
    }
  }

  /// Moves removed elements of at least `minimumSize` bytes to places where equal ones are added.
  private mutating func moveEqual(minimumSize: Int) {
    let added = origins.indices.filter { origins[$0] == nil }
    guard !added.isEmpty, fates.contains(.removed) else { return }
    var removed: [JSONValue: [Int]] = [:]
    for i in fates.indices.reversed() where fates[i] == .removed {
      let value = before[before.startIndex + i]
      if value.textCount(upTo: minimumSize) >= minimumSize { removed[value, default: []].append(i) }
    }
    guard !removed.isEmpty else { return }
    for j in added {
      guard let i = removed[after[after.startIndex + j]]?.popLast() else { continue }
      fates[i] = .moved
      origins[j] = i
    }
  }
}

extension ArrayAlignment {
  /// The elements removed and added between two elements that stay.
  private struct Gap {
    var removed: [Int] = []
    var added: [Int] = []
  }

  private func gaps() -> [Gap] {
    var gaps: [Gap] = []
    var gap = Gap()
    var i = 0
    func passRemoved(until end: Int) {
      while i < end {
        if fates[i] == .removed { gap.removed.append(i) }
        i += 1
      }
    }
    for (j, origin) in origins.enumerated() {
      if let origin, fates[origin].stays {
        passRemoved(until: origin)
        i = origin + 1
        if !gap.removed.isEmpty, !gap.added.isEmpty { gaps.append(gap) }
        gap = Gap()
      } else if origin == nil {
        gap.added.append(j)
      }
    }
    passRemoved(until: fates.count)
    if !gap.removed.isEmpty, !gap.added.isEmpty { gaps.append(gap) }
    return gaps
  }

  /// Treats elements removed and added at the same place as changed.
  private mutating func pairNeighbors(_ effort: inout Int) {
    for gap in gaps() {
      for (i, j) in pairs(gap, &effort) { keep(i, j, as: .changed) }
    }
  }

  /// Returns the pairs, in order, that have the most in common.
  private func pairs(_ gap: Gap, _ effort: inout Int) -> [(Int, Int)] {
    let (rows, columns) = (gap.removed.count, gap.added.count)
    // Comparing the parts of two elements costs as much as this many steps elsewhere.
    let cost = rows * columns * 8
    guard rows > 1 || columns > 1, cost < effort else {
      return Array(zip(gap.removed, gap.added))
    }
    effort -= cost
    let olds = gap.removed.map { Similarity(before[before.startIndex + $0]) }
    let news = gap.added.map { Similarity(after[after.startIndex + $0]) }
    // best[at(r, c)]: the most that the removed elements from r on and the added ones from c on can
    // have in common.
    func at(_ r: Int, _ c: Int) -> Int { r * (columns + 1) + c }
    var best = [Int32](repeating: 0, count: (rows + 1) * (columns + 1))
    for r in (0..<rows).reversed() {
      for c in (0..<columns).reversed() {
        let paired = best[at(r + 1, c + 1)] + olds[r].common(with: news[c])
        best[at(r, c)] = max(paired, best[at(r + 1, c)], best[at(r, c + 1)])
      }
    }
    var pairs: [(Int, Int)] = []
    var (r, c) = (0, 0)
    while r < rows, c < columns {
      if best[at(r, c)] == best[at(r + 1, c + 1)] + olds[r].common(with: news[c]) {
        pairs.append((gap.removed[r], gap.added[c]))
        (r, c) = (r + 1, c + 1)
      } else if best[at(r, c)] == best[at(r + 1, c)] {
        r += 1
      } else {
        c += 1
      }
    }
    return pairs
  }
}
