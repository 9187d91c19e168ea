import RewindJSON

/// The difference between two lists whose elements are values.
///
/// ```
///   old  ═══════head═══════╗ ╔══tail══       equal memory
///                          ║?║
///   new  ═══════head═══════╝ ╚══tail══
/// ```
///
/// The middle is mostly one changed element. Otherwise both middles are aligned (``ArrayAlignment``), by
/// memory or contents; only elements in one list alone are written and parsed, if there are not many. A
/// long list that was sorted or reloaded is replaced.
struct ListChange {
  private let old: ListElements
  private let new: ListElements
  private let shape: UnsafePointer<ValueShape>
  /// The columns of a row; nil for rows that are elements.
  private let row: RowShape?
  private let width: Int
  private let walk: StateDiffer
  private let stride: Int
  private var head = 0
  private var tail = 0

  private static var sampleCount: Int { JSONWriter.sampleCount }
  /// The number of elements up to which any list is aligned.
  private static let shortCount = 64
  /// The most elements of a longer list that are removed, moved or changed: applying each shifts others.
  private static let editLimit = 256

  init(
    _ old: ListElements,
    _ new: ListElements,
    _ shape: UnsafePointer<ValueShape>,
    _ walk: StateDiffer
  ) {
    self.init(old, new, shape, nil, walk)
  }

  /// Compares two lists whose rows may be keys and values.
  init(_ old: ListElements, _ new: ListElements, _ row: RowShape, _ walk: StateDiffer) {
    self.init(old, new, row.whole, row.width == 1 ? nil : row, walk)
  }

  private init(
    _ old: ListElements,
    _ new: ListElements,
    _ shape: UnsafePointer<ValueShape>,
    _ row: RowShape?,
    _ walk: StateDiffer
  ) {
    self.old = old
    self.new = new
    self.shape = shape
    self.row = row
    self.walk = walk
    width = row?.width ?? 1
    stride = shape.pointee.stride
    guard let a = old.base, let b = new.base else { return }
    let shorter = min(old.count, new.count)
    head = commonHead(0, 0, shorter)
    let comparison = shape.pointee.comparison
    while tail < shorter - head {
      let (oldEnd, newEnd) = ((old.count - tail) * stride, (new.count - tail) * stride)
      tail += comparison.commonTail(a + oldEnd, b + newEnd, shorter - head - tail)
      guard tail < shorter - head, isSame(old.count - tail - 1, new.count - tail - 1) else { break }
      tail += 1
    }
  }

  /// Returns the number of equal elements, starting at an index of each list.
  private func commonHead(_ oldIndex: Int, _ newIndex: Int, _ count: Int) -> Int {
    guard let a = old.base, let b = new.base else { return 0 }
    let comparison = shape.pointee.comparison
    var head = 0
    while head < count {
      let (first, second) = ((oldIndex + head) * stride, (newIndex + head) * stride)
      head += comparison.commonHead(a + first, b + second, count - head)
      guard head < count, isSame(oldIndex + head, newIndex + head) else { break }
      head += 1
    }
    return head
  }

  /// Returns true if two elements are equal, wherever their contents lie.
  private func isSame(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    guard let a = old.base, let b = new.base else { return false }
    let (first, second) = (a + oldIndex * stride, b + newIndex * stride)
    return shape.pointee.comparison.isEqual(first, second)
      || walk.hasSameContent(first, second, shape)
  }

  private var oldMiddle: Int { old.count - head - tail }
  private var newMiddle: Int { new.count - head - tail }

  /// Writes the operations that lead from one list to the other.
  func write() {
    let mark = walk.patch.mark
    if oldMiddle == 0 {
      for index in head..<head + newMiddle { add(index, at: index, since: mark) }
    } else if newMiddle == 0 {
      for _ in 0..<oldMiddle { remove(at: head) }
    } else if let indexes = changedIndexes {
      for index in indexes { change(index, index, at: index) }
    } else if changeInPlace() {
      // Each element has changed a little: a column of a grid, a date in every row.
    } else if let steps {
      write(steps, since: mark)
    } else if new.count > Self.sampleCount, wouldGiveUpAll {
      return walk.giveUp()
    } else {
      return walk.patch.replace { writeAll(to: $0) }
    }
    walk.patch.replaceIfShorter(since: mark, minimumSize: 2 * width * new.count + 1) { output in
      writeAll(to: output)
    }
  }

  /// The steps that lead from one list to the other, by indexes between head and tail; nil if there are so
  /// many that the list is replaced.
  private var steps: [ArrayAlignment.Step]? {
    guard let a = old.base, let b = new.base, !isRewritten else { return nil }
    let middles = ListMiddles(
      old: a + head * stride,
      new: b + head * stride,
      oldCount: oldMiddle,
      newCount: newMiddle,
      shape: shape,
      walk: walk
    )
    let isShort = max(oldMiddle, newMiddle) <= Self.shortCount
    let alignment = ArrayAlignment(
      middles,
      editLimit: isShort ? .max : Self.editLimit,
      effort: &walk.patch.effort
    )
    let edits = alignment.editCount
    let kept = oldMiddle - edits
    guard isShort || edits <= min(Self.editLimit, Self.editLimit / 8 + kept) else { return nil }
    return alignment.steps
  }

  /// True if nothing of a long list of unchanged length has been shifted by as many places as elements may be removed:
  /// then no alignment need be sought, for which each element would be hashed.
  private var isRewritten: Bool {
    guard oldMiddle == newMiddle, oldMiddle > 4 * Self.editLimit else { return false }
    return !(0..<Self.probes).contains { probe in
      let index = head + (2 * probe + 1) * newMiddle / (2 * Self.probes)
      return (1...Self.editLimit).contains { distance in
        commonHead(index - distance, index, 4) == 4 || commonHead(index + distance, index, 4) == 4
      }
    }
  }

  /// The places at which a shift is sought: where a list is shifted, most of it is.
  private static let probes = 8

  private func write(_ steps: [ArrayAlignment.Step], since mark: PatchText.Mark) {
    for step in steps {
      switch step {
      case .remove(let index): remove(at: head + index)
      case .add(let source, let index): add(head + source, at: head + index, since: mark)
      case .move(let from, let to): move(head + from, head + to)
      case .compare(let old, let new, let index):
        walk.sources.withoutCopies { change(head + old, head + new, at: head + index) }
      }
    }
  }

  /// The indexes of the elements that differ, if the lists have the same length and no more than
  /// half of the elements between head and tail differ.
  private var changedIndexes: [Int]? {
    guard oldMiddle == newMiddle else { return nil }
    if oldMiddle == 1 { return [head] }
    if oldMiddle > 4 * Self.editLimit, areMostChanged { return nil }
    var indexes: [Int] = []
    var index = head
    let end = head + oldMiddle
    while index < end {
      index += commonHead(index, index, end - index)
      if index < end { indexes.append(index) }
      if indexes.count * 2 > oldMiddle { return nil }
      index += 1
    }
    return indexes
  }

  /// True if three quarters of some elements differ, in no regular distance from each other.
  private var areMostChanged: Bool {
    let probes = 8 * Self.probes
    let part = oldMiddle / probes
    let changed = (0..<probes).count { probe in
      let index = head + probe * part + probe * probe % part
      return commonHead(index, index, 1) == 0
    }
    return 4 * changed > 3 * probes
  }

  /// Compares element by element in long lists whose first ones differ in a part; returns false, with nothing
  /// written, for others.
  private func changeInPlace() -> Bool {
    guard oldMiddle == newMiddle, oldMiddle > Self.shortCount, !shape.pointee.isScalar else {
      return false
    }
    let mark = walk.patch.mark
    for index in head..<head + oldMiddle {
      if index == head + Self.sampleCount {
        let size = walk.patch.size(since: mark)
        let first = head..<head + Self.sampleCount
        if 2 * size > sampleSize(first, limit: 2 * size) || walk.isGivenUp {
          walk.patch.goBack(to: mark)
          return false
        }
        if walk.wouldGiveUp(size / Self.sampleCount * (oldMiddle - Self.sampleCount)) {
          walk.giveUp()
          return true
        }
      }
      change(index, index, at: index)
    }
    return true
  }

  /// True if the patch would be too long with the whole list, to judge by some of its elements.
  private var wouldGiveUpAll: Bool {
    let some = (0..<Self.sampleCount).map { $0 * new.count / Self.sampleCount }
    let size = sampleSize(some, limit: .max) * new.count / Self.sampleCount
    return walk.wouldGiveUp(size + width * new.count)
  }

  /// The bytes of some elements, or of as many of them as exceed `limit`.
  private func sampleSize(_ indexes: some Sequence<Int>, limit: Int) -> Int {
    let start = walk.scratch.count
    defer { walk.scratch.truncate(to: start) }
    for index in indexes {
      guard let base = new.base, walk.scratch.count - start <= limit else { break }
      forEachPart(base + index * stride) { _, value, shape in
        walk.write(value, shape, to: walk.scratch)
      }
    }
    return walk.scratch.count - start
  }

  private func add(_ source: Int, at index: Int, since mark: PatchText.Mark) {
    guard let base = new.base else { return }
    if row == nil, copies(base + source * stride, source, at: index, since: mark) { return }
    forEachPart(base + source * stride) { column, value, shape in
      walk.patch.add(PatchText.token(index * width + column)) { walk.write(value, shape, to: $0) }
    }
  }

  /// Copies an element that a state has elsewhere; returns false if it has to be added.
  ///
  /// A copy comes before all other operations, or after them, and these must still mean the same elements: so it puts
  /// the element at the end of the list, or is the first change of it.
  private func copies(
    _ value: UnsafeRawPointer,
    _ source: Int,
    at index: Int,
    since mark: PatchText.Mark
  ) -> Bool {
    let isFirst = walk.patch.isUnchanged(since: mark)
    let isLast = source == new.count - 1
    guard isFirst || isLast else { return false }
    let list = walk.patch.path
    return walk.copies(value, shape, otherThan: list) { isNew in
      if isNew {
        guard isLast else { return nil }
        return (list + PatchText.token(new.count - 1), touched: list)
      }
      return (list + PatchText.token(isFirst ? index : old.count), touched: list)
    }
  }

  private func remove(at index: Int) {
    for _ in 0..<width { walk.patch.remove(PatchText.token(index * width)) }
  }

  /// Moves a row; its first element moves first or last.
  private func move(_ from: Int, _ to: Int) {
    for _ in 0..<width {
      let last = width - 1
      let (start, end) =
        from < to ? (from * width, to * width + last) : (from * width + last, to * width)
      walk.patch.move(PatchText.token(start), to: PatchText.token(end))
    }
  }

  private func change(_ old: Int, _ new: Int, at index: Int) {
    guard let a = self.old.base, let b = self.new.base else { return }
    let difference = a + old * stride - (b + new * stride)
    forEachPart(b + new * stride) { column, value, shape in
      let mark = walk.patch.mark
      walk.patch.enter(index: index * width + column)
      walk.compare(value + difference, value, shape)
      walk.patch.leave(to: mark)
    }
  }

  private func writeAll(to output: JSONWriter) {
    output.put(UInt8(ascii: "["))
    for index in 0..<new.count {
      guard let base = new.base, !output.isBeyondLimit else { return }
      forEachPart(base + index * stride) { column, value, shape in
        if index + column > 0 { output.put(UInt8(ascii: ",")) }
        walk.write(value, shape, to: output)
      }
    }
    output.put(UInt8(ascii: "]"))
  }

  /// Passes the elements of a row to `body`.
  private func forEachPart(
    _ element: UnsafeRawPointer,
    _ body: (_ column: Int, UnsafeRawPointer, UnsafePointer<ValueShape>) -> Void
  ) {
    guard let row else { return body(0, element, shape) }
    for (number, column) in row.columns.enumerated() {
      body(number, element + column.offset, column.shape)
    }
  }
}
