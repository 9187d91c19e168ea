/// The difference between two lists whose elements are values.
///
/// ```
///   old  ═══════head═══════╗ ╔══tail══       equal memory
///                          ║?║
///   new  ═══════head═══════╝ ╚══tail══
/// ```
///
/// What lies between is mostly one changed element, or a few that were put in or taken out. Only
/// where it is neither are elements paired (``ArrayAlignment``), and of these only those are written
/// and parsed which are in one list alone.
struct ListChange {
  private let old: ListElements
  private let new: ListElements
  private let shape: UnsafePointer<ValueShape>
  private let stride: Int
  private let head: Int
  private let tail: Int

  init(_ old: ListElements, _ new: ListElements, _ shape: UnsafePointer<ValueShape>) {
    self.old = old
    self.new = new
    self.shape = shape
    stride = shape.pointee.stride
    guard let a = old.base, let b = new.base, old.count > 0, new.count > 0 else {
      (head, tail) = (0, 0)
      return
    }
    let shorter = min(old.count, new.count)
    let comparison = shape.pointee.comparison
    head = comparison.commonHead(a, b, shorter)
    tail = comparison.commonTail(
      a + old.count * stride,
      b + new.count * stride,
      shorter - head
    )
  }

  private var oldMiddle: Int { old.count - head - tail }
  private var newMiddle: Int { new.count - head - tail }

  /// Writes the operations that lead from one list to the other.
  func write(_ walk: ChangeWalk) {
    let mark = walk.patch.mark
    if oldMiddle == 0 {
      for place in head..<head + newMiddle { add(place, at: place, walk) }
    } else if newMiddle == 0 {
      for _ in 0..<oldMiddle { walk.patch.remove(PatchText.token(head)) }
    } else if let places = changedPlaces {
      for place in places { change(place, place, at: place, walk) }
    } else {
      align(walk)
    }
    walk.patch.replaceIfShorter(since: mark, minimumSize: 2 * new.count + 1) { output in
      writeAll(walk, to: output)
    }
  }

  /// The places of the elements that differ, where the lists are of one length and no more than half
  /// of the elements between head and tail do.
  private var changedPlaces: [Int]? {
    guard oldMiddle == newMiddle, let a = old.base, let b = new.base else { return nil }
    if oldMiddle == 1 { return [head] }
    var places: [Int] = []
    var place = head
    let end = head + oldMiddle
    while place < end {
      let offset = place * stride
      place += shape.pointee.comparison.commonHead(a + offset, b + offset, end - place)
      if place < end { places.append(place) }
      if places.count * 2 > oldMiddle { return nil }
      place += 1
    }
    return places
  }

  private func add(_ place: Int, at index: Int, _ walk: ChangeWalk) {
    guard let base = new.base else { return }
    walk.patch.add(PatchText.token(index)) {
      walk.write(base + place * stride, shape, to: $0)
    }
  }

  private func change(_ old: Int, _ new: Int, at index: Int, _ walk: ChangeWalk) {
    guard let a = self.old.base, let b = self.new.base else { return }
    let mark = walk.patch.mark
    walk.patch.enter(index: index)
    walk.compare(a + old * stride, b + new * stride, shape)
    walk.patch.leave(to: mark)
  }

  private func writeAll(_ walk: ChangeWalk, to output: JSONOutput) {
    output.put(UInt8(ascii: "["))
    for place in 0..<new.count {
      if output.isBeyondLimit { return }
      if place > 0 { output.put(UInt8(ascii: ",")) }
      if let base = new.base {
        walk.write(base + place * stride, shape, to: output)
      }
    }
    output.put(UInt8(ascii: "]"))
  }
}

// MARK: - Alignment

extension ListChange {
  private func align(_ walk: ChangeWalk) {
    guard let a = old.base, let b = new.base else { return }
    let (before, after) = parsed(a, b, walk)
    for step in ArrayAlignment(before, after, effort: &walk.patch.effort).steps {
      switch step {
      case .remove(let index):
        walk.patch.remove(PatchText.token(head + index))
      case .add(let place, let index):
        add(head + place, at: head + index, walk)
      case .move(let from, let to):
        walk.patch.move(PatchText.token(head + from), to: PatchText.token(head + to))
      case .compare(let old, let new, let index):
        change(head + old, head + new, at: head + index, walk)
      }
    }
  }

  /// The elements between head and tail as JSON.
  ///
  /// Of an element that is in both lists nothing need be known but which one it is, so a symbol takes
  /// the place of its JSON. Symbols are strings; they are used where all else are objects, so that
  /// none can be taken for an element.
  private func parsed(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ walk: ChangeWalk
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

/// An element, known by its memory.
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
