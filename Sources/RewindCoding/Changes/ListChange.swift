import RewindJSON

/// The difference between two lists whose elements are values.
///
/// ```
///   old  ═══════head═══════╗ ╔══tail══       equal memory
///                          ║?║
///   new  ═══════head═══════╝ ╚══tail══
/// ```
///
/// The middle is mostly one changed element, or a few inserted or removed ones (``ListEdits``). In
/// other short lists elements are paired (``ArrayAlignment``), and only those in one list alone are
/// written and parsed; a long list that was sorted or reloaded is replaced.
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

  /// The number of elements used to estimate the length of a list's text.
  private static let sampleCount = 32
  /// The largest number of elements among which pairs are searched.
  private static let alignedCount = 64

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

  /// Returns the number of equal elements, starting at a place in each list.
  func commonHead(_ oldPlace: Int, _ newPlace: Int, _ count: Int) -> Int {
    guard let a = old.base, let b = new.base else { return 0 }
    let comparison = shape.pointee.comparison
    var head = 0
    while head < count {
      let (first, second) = ((oldPlace + head) * stride, (newPlace + head) * stride)
      head += comparison.commonHead(a + first, b + second, count - head)
      guard head < count, isSame(oldPlace + head, newPlace + head) else { break }
      head += 1
    }
    return head
  }

  /// Returns true if two elements are equal, wherever their contents lie.
  func isSame(_ oldPlace: Int, _ newPlace: Int) -> Bool {
    guard let a = old.base, let b = new.base else { return false }
    let (first, second) = (a + oldPlace * stride, b + newPlace * stride)
    return shape.pointee.comparison.isEqual(first, second)
      || walk.hasSameContent(first, second, shape)
  }

  private var oldMiddle: Int { old.count - head - tail }
  private var newMiddle: Int { new.count - head - tail }

  /// Writes the operations that lead from one list to the other.
  func write() {
    let mark = walk.patch.mark
    if oldMiddle == 0 {
      for place in head..<head + newMiddle { add(place, at: place) }
    } else if newMiddle == 0 {
      for _ in 0..<oldMiddle { remove(at: head) }
    } else if let places = changedPlaces {
      for place in places { change(place, place, at: place) }
    } else if row == nil, max(oldMiddle, newMiddle) <= Self.alignedCount {
      align()
    } else if let edits = ListEdits(self, head..<old.count - tail, head..<new.count - tail) {
      write(edits)
    } else {
      return walk.patch.replace { writeAll(to: $0, givingUp: true) }
    }
    walk.patch.replaceIfShorter(since: mark, minimumSize: 2 * width * new.count + 1) { output in
      writeAll(to: output)
    }
  }

  private func write(_ edits: ListEdits) {
    for edit in edits.edits {
      switch edit {
      case .remove(let index): remove(at: index)
      case .add(let place): add(place, at: place)
      case .change(let place, let index): change(place, index, at: index)
      case .move(let from, let to): move(from, to)
      }
    }
  }

  /// The places of the elements that differ, if the lists have the same length and no more than
  /// half of the elements between head and tail differ.
  private var changedPlaces: [Int]? {
    guard oldMiddle == newMiddle else { return nil }
    if oldMiddle == 1 { return [head] }
    var places: [Int] = []
    var place = head
    let end = head + oldMiddle
    while place < end {
      place += commonHead(place, place, end - place)
      if place < end { places.append(place) }
      if places.count * 2 > oldMiddle { return nil }
      place += 1
    }
    return places
  }

  private func add(_ place: Int, at index: Int) {
    guard let base = new.base else { return }
    forEachPart(base + place * stride) { column, value, shape in
      walk.patch.add(PatchText.token(index * width + column)) { walk.write(value, shape, to: $0) }
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

  /// Writes the list; may give up the patch once its length can be estimated.
  private func writeAll(to output: JSONWriter, givingUp: Bool = false) {
    output.put(UInt8(ascii: "["))
    let start = output.count
    for place in 0..<new.count {
      if output.isBeyondLimit { return }
      if givingUp, place == Self.sampleCount {
        let size = (output.count - start) / Self.sampleCount * new.count
        if walk.wouldGiveUp(size - (output.count - start)) { return walk.giveUp() }
      }
      guard let base = new.base else { break }
      forEachPart(base + place * stride) { column, value, shape in
        if place + column > 0 { output.put(UInt8(ascii: ",")) }
        walk.write(value, shape, to: output)
      }
    }
    output.put(UInt8(ascii: "]"))
  }

  /// Passes the elements of a row to `body`.
  private func forEachPart(
    _ place: UnsafeRawPointer,
    _ body: (_ column: Int, UnsafeRawPointer, UnsafePointer<ValueShape>) -> Void
  ) {
    guard let row else { return body(0, place, shape) }
    for (number, column) in row.columns.enumerated() {
      body(number, place + column.offset, column.shape)
    }
  }
}

// MARK: - Alignment

extension ListChange {
  private func align() {
    guard let a = old.base, let b = new.base else { return }
    let (before, after) = parsed(a, b)
    for step in ArrayAlignment(before, after, effort: &walk.patch.effort).steps {
      switch step {
      case .remove(let index):
        walk.patch.remove(PatchText.token(head + index))
      case .add(let place, let index):
        add(head + place, at: head + index)
      case .move(let from, let to):
        walk.patch.move(PatchText.token(head + from), to: PatchText.token(head + to))
      case .compare(let old, let new, let index):
        change(head + old, head + new, at: head + index)
      }
    }
  }

  /// Returns the elements between head and tail as JSON.
  ///
  /// For an element in both lists only its identity matters, so a symbol replaces its JSON. Symbols
  /// are strings; they are used only if all others are objects, so that none can be mistaken for an
  /// element.
  private func parsed(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer
  ) -> ([JSONValue], [JSONValue]) {
    let (oldKeys, newKeys) = (keys(a, oldMiddle), keys(b, newMiddle))
    var values: [ElementKey: JSONValue] = [:]
    if !shape.pointee.isScalar {
      for (number, key) in Set(oldKeys).intersection(newKeys).enumerated() {
        values[key] = .string("an element of both lists: \(number)")
      }
    }
    let isSymbolic = (oldKeys + newKeys).allSatisfy { key in
      if values[key] != nil { return true }
      let value = walk.json(key.place, shape)
      values[key] = value
      return value.kind == .object
    }
    guard isSymbolic else {
      return (
        oldKeys.map { walk.json($0.place, shape) }, newKeys.map { walk.json($0.place, shape) }
      )
    }
    return (oldKeys.compactMap { values[$0] }, newKeys.compactMap { values[$0] })
  }

  private func keys(_ base: UnsafeRawPointer, _ count: Int) -> [ElementKey] {
    (head..<head + count).map { place in
      ElementKey(place: base + place * stride, comparison: shape.pointee.comparison)
    }
  }
}

/// An element, identified by its memory.
private struct ElementKey: Hashable {
  let place: UnsafeRawPointer
  let comparison: MemoryComparison

  static func == (a: ElementKey, b: ElementKey) -> Bool {
    a.comparison.isEqual(a.place, b.place)
  }

  func hash(into hasher: inout Hasher) {
    comparison.hash(place, into: &hasher)
  }
}
