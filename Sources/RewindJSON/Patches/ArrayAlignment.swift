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

  private let arrays: any AlignedArrays
  /// The numbers of the elements whose fate was not known when they were needed first, and -1 for others.
  private var numbers: (old: [Int32], new: [Int32], count: Int)?

  /// Determines the fate of each element of an array of JSON values.
  ///
  /// `effort` is the cost limit of the search, in steps; the steps used are subtracted.
  package init(_ before: [JSONValue], _ after: [JSONValue], effort: inout Int) {
    self.init(JSONArrays(old: before, new: after), effort: &effort)
  }

  /// Determines the fate of each element.
  ///
  /// `effort` is the cost limit of the search, in steps; the steps used are subtracted. Once more than
  /// `editLimit` elements are known not to stay as they are, the search ends, and elements that moved count as
  /// removed: reading each costs more than writing the whole array.
  package init(_ arrays: any AlignedArrays, editLimit: Int = .max, effort: inout Int) {
    self.arrays = arrays
    let (oldCount, newCount) = (arrays.oldCount, arrays.newCount)
    let shorter = min(oldCount, newCount)
    let head = arrays.commonRun(0, 0, shorter)
    var tail = 0
    while tail < shorter - head, arrays.isSame(oldCount - 1 - tail, newCount - 1 - tail) {
      tail += 1
    }
    (self.head, self.tail) = (head, tail)
    fates = Array(repeating: .removed, count: oldCount - head - tail)
    origins = Array(repeating: nil, count: newCount - head - tail)
    if fates.count == 1, origins.count == 1 {
      keep(0, 0, as: .changed)
    } else if !fates.isEmpty, !origins.isEmpty {
      align(editLimit, &effort)
    }
  }

  private mutating func align(_ editLimit: Int, _ effort: inout Int) {
    if !keepInPlace() { keepFew(&effort) }
    if !(arrays.mayHaveIDs && isReadable && alignByIDs()) {
      keepInOrder(&effort)
      guard editCount <= editLimit else { return }
      // A `replace` of a value up to this size is not longer than a `move`, and describes the change
      // of a board's cell or a setting better.
      moveEqual(minimumSize: 16)
    }
    pairNeighbors(&effort)
    moveEqual(minimumSize: 0)
  }

  var hasMoves: Bool { fates.contains { $0 == .moved } }

  /// The number of elements of the first array that were removed, moved or perhaps changed.
  package var editCount: Int { fates.count { $0 != .same } }

  private mutating func keep(_ i: Int, _ j: Int, as fate: Fate) {
    fates[i] = fate
    origins[j] = i
  }
}

extension ArrayAlignment {
  /// The indexes of the elements whose fate is not known yet.
  private var rest: (removed: [Int], added: [Int]) {
    (
      fates.indices.filter { fates[$0] == .removed },
      origins.indices.filter { origins[$0] == nil }
    )
  }

  /// True if no more elements are left than are worth reading as JSON.
  private var isReadable: Bool {
    let (removed, added) = rest
    return removed.count + added.count <= arrays.readableCount
  }

  private func oldValue(_ i: Int) -> JSONValue { arrays.oldValue(head + i) }
  private func newValue(_ j: Int) -> JSONValue { arrays.newValue(head + j) }

  /// Aligns elements by `id`; returns false if not all have a unique one.
  private mutating func alignByIDs() -> Bool {
    let (removed, added) = rest
    guard let ids = Self.ids(removed, oldValue), let newIDs = Self.ids(added, newValue) else {
      return false
    }
    for (id, j) in newIDs {
      if let i = ids[id] { keep(i, j, as: .changed) }
    }
    // Elements that do not stay in order move; as few as possible.
    let order = origins.compactMap(\.self)
    guard zip(order, order.dropFirst()).contains(where: >) else { return true }
    let numbers = Numbers(order.map { Int32(truncatingIfNeeded: $0) })
    for index in Set(order.indices).subtracting(numbers.longestIncreasingSubsequence) {
      fates[order[index]] = .moved
    }
    return true
  }

  private static func ids(_ indexes: [Int], _ value: (Int) -> JSONValue) -> [JSONValue: Int]? {
    var ids: [JSONValue: Int] = [:]
    ids.reserveCapacity(indexes.count)
    for index in indexes {
      guard let id = value(index)["id"], id.kind == .string || id.kind == .number,
        ids.updateValue(index, forKey: id) == nil
      else { return nil }
    }
    return ids
  }
}

extension ArrayAlignment {
  /// The most insertions and removals that are searched for by comparing elements: numbering them all costs
  /// as much as some such comparisons of each.
  private static let fewEdits = 8

  /// Keeps equal elements at equal indexes, if these are half of all.
  private mutating func keepInPlace() -> Bool {
    guard fates.count == origins.count else { return false }
    let count = fates.count
    var changed: [Int] = []
    var offset = 0
    while offset < count {
      offset += arrays.commonRun(head + offset, head + offset, count - offset)
      if offset < count { changed.append(offset) }
      if changed.count * 2 > count { return false }
      offset += 1
    }
    var next = changed[...]
    for index in 0..<count {
      if index == next.first { next.removeFirst() } else { keep(index, index, as: .same) }
    }
    return true
  }

  /// Keeps all but a few elements, if that suffices, without numbering them all.
  private mutating func keepFew(_ effort: inout Int) {
    let found = SequenceAlignment.runs(
      fates.count,
      origins.count,
      distanceLimit: Self.fewEdits,
      &effort
    ) {
      arrays.commonRun(head + $0, head + $1, $2)
    }
    for run in found ?? [] {
      for index in 0..<run.count { keep(run.old + index, run.new + index, as: .same) }
    }
  }

  /// Aligns equal elements that keep their order.
  private mutating func keepInOrder(_ effort: inout Int) {
    let gaps = gaps().filter { $0.removed.count > 1 || $0.added.count > 1 }
    guard !gaps.isEmpty else { return }
    let numbers = numbered()
    var alignment = SequenceAlignment(count: numbers.count)
    for gap in gaps {
      let (a, b) = (gap.removed.map { numbers.old[$0] }, gap.added.map { numbers.new[$0] })
      for run in alignment.runs(a, b, &effort) {
        for index in 0..<run.count {
          keep(gap.removed[run.old + index], gap.added[run.new + index], as: .same)
        }
      }
    }
  }

  /// Returns the numbers of the elements whose fate is not known.
  private mutating func numbered() -> (old: [Int32], new: [Int32], count: Int) {
    if let numbers { return numbers }
    let (removed, added) = rest
    let found = arrays.numbers(old: removed.map { head + $0 }, new: added.map { head + $0 })
    var all = (
      old: [Int32](repeating: -1, count: fates.count),
      new: [Int32](repeating: -1, count: origins.count), count: found.count
    )
    for (index, number) in zip(removed, found.old) { all.old[index] = number }
    for (index, number) in zip(added, found.new) { all.new[index] = number }
    numbers = all
    return all
  }

  /// Moves removed elements of at least `minimumSize` bytes to where equal ones are added.
  private mutating func moveEqual(minimumSize: Int) {
    let added = origins.indices.filter { origins[$0] == nil }
    guard !added.isEmpty, fates.contains(.removed) else { return }
    let numbers = numbered()
    var removed: [Int32: [Int]] = [:]
    for i in fates.indices.reversed() where fates[i] == .removed {
      removed[numbers.old[i], default: []].append(i)
    }
    for j in added {
      guard let i = removed[numbers.new[j]]?.last,
        minimumSize == 0 || oldValue(i).textCount(upTo: minimumSize) >= minimumSize
      else { continue }
      removed[numbers.new[j]]?.removeLast()
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

  /// Treats elements removed and added between the same neighbors as changed.
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
    guard rows > 1 || columns > 1, cost < effort, rows + columns <= arrays.readableCount else {
      return Array(zip(gap.removed, gap.added))
    }
    effort -= cost
    let olds = gap.removed.map { Similarity(oldValue($0)) }
    let news = gap.added.map { Similarity(newValue($0)) }
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
