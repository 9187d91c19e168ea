/// The elements that a value encodes one by one, compared with those that it encoded before.
///
/// Library containers are written this way: a list as its elements, an ordered dictionary as keys
/// and values in turn. An element whose memory equals the remembered one's is not copied. All must
/// be values of one type, or of two in turn; any other list is compared by its text. For an ordered
/// dictionary of 1,000 items in a debug build, that would take 31 ms a dispatch instead of 3.4 ms
/// (`scripts/bench --shape ordered`).
final class EncodedElements {
  /// The elements of the last round; nil if there were none.
  private var old: RowBuffer?
  /// The elements of this round, once more differ than are stored one by one.
  private var fresh: RowBuffer?
  /// The elements that differ, and those after the end of the last list.
  private var changed: [(index: Int, value: ValueBox)] = []
  /// The number of elements encoded in this round.
  private var encoded = 0

  /// The maximum number of changed elements that are stored one by one.
  private static let changedLimit = 16

  /// The number of elements in the last round.
  var count: Int { old?.count ?? 0 }

  /// Starts again with the first element.
  func begin() {
    encoded = 0
    fresh = nil
    changed.removeAll(keepingCapacity: true)
  }

  /// Takes the next element; returns false if its type is not the expected one, or is not a value type.
  @inline(__always)
  func take(
    _ type: Any.Type,
    _ value: UnsafeRawPointer,
    _ shape: () -> UnsafePointer<ValueShape>,
    _ walk: StateDiffer
  ) -> Bool {
    let index = encoded
    encoded &+= 1
    guard fresh == nil, let old else { return collect(type, value, shape, walk) }
    let column = old.row.column(of: index)
    guard column.type == type else { return false }
    if index < old.count, column.shape.pointee.comparison.isEqual(old[index], value) { return true }
    note(index, value, column.shape)
    return true
  }

  private func note(_ index: Int, _ value: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>) {
    changed.append((index, ValueBox(value, shape)))
    if changed.count > Self.changedLimit { fresh = assembled(index + 1) }
  }

  /// Appends an element to those of this round.
  private func collect(
    _ type: Any.Type,
    _ value: UnsafeRawPointer,
    _ shape: () -> UnsafePointer<ValueShape>,
    _ walk: StateDiffer
  ) -> Bool {
    guard let fresh else {
      guard walk.areValues(shape()) else { return false }
      let first = RowBuffer(RowShape(type, shape()))
      first.append(value)
      self.fresh = first
      return true
    }
    if fresh.row.column(of: fresh.count).type == type {
      fresh.append(value)
      return true
    }
    guard old == nil, fresh.count == 1, walk.areValues(shape()) else { return false }
    let pairs = RowBuffer(RowShape(fresh.row.columns[0], type, shape()))
    pairs.append(fresh[0])
    pairs.append(value)
    self.fresh = pairs
    return true
  }

  /// Returns the first elements of this round; unchanged ones are taken from the last round.
  private func assembled(_ count: Int) -> RowBuffer? {
    guard let old else { return nil }
    let whole = RowBuffer(old.row, rows: max(old.rowCount, count / old.row.width) + 1)
    var next = 0
    for index in 0..<count {
      if next < changed.count, changed[next].index == index {
        whole.append(changed[next].value.value)
        next += 1
      } else {
        whole.append(old[index])
      }
    }
    return whole
  }
}

// MARK: - Changes

extension EncodedElements {
  /// Remembers the encoded elements; returns false if a row lacks an element.
  func remember() -> Bool {
    guard fresh?.isWhole ?? true else { return false }
    old = fresh
    fresh = nil
    return true
  }

  /// Writes the differences from the last round, and remembers this one; returns false if a row
  /// lacks an element.
  func finish(_ walk: StateDiffer) -> Bool {
    if let fresh { return finish(fresh, walk) }
    guard let old else { return true }
    if encoded == 0 { return finish(RowBuffer(old.row), walk) }
    if encoded == old.count, changed.isEmpty { return true }
    guard encoded % old.row.width == 0 else { return false }
    if encoded == old.count, areFew(old) {
      change(old, walk)
    } else if encoded > old.count, changed[0].index == old.count {
      append(to: old, walk)
    } else if encoded < old.count, changed.isEmpty {
      for _ in encoded..<old.count { walk.patch.remove(PatchText.token(encoded)) }
      old.removeLast(old.count - encoded)
    } else if let whole = assembled(encoded) {
      return finish(whole, walk)
    }
    return true
  }

  private func finish(_ new: RowBuffer, _ walk: StateDiffer) -> Bool {
    guard new.isWhole else { return false }
    let before = old?.elements ?? ListElements(base: nil, count: 0)
    ListChange(before, new.elements, new.row, walk).write()
    old = new
    fresh = nil
    return true
  }

  /// Returns true if no more than half of the rows between the first and last changed one have changed.
  private func areFew(_ old: RowBuffer) -> Bool {
    let rows = changed.map { $0.index / old.row.width }
    let number = Set(rows).count
    return number == 1 || number * 2 <= rows[rows.count - 1] - rows[0] + 1
  }

  private func change(_ old: RowBuffer, _ walk: StateDiffer) {
    for (index, value) in changed {
      let mark = walk.patch.mark
      walk.patch.enter(index: index)
      walk.compare(old[index], value.value, value.shape)
      walk.patch.leave(to: mark)
      old.take(value.value, at: index)
    }
  }

  private func append(to old: RowBuffer, _ walk: StateDiffer) {
    for (index, value) in changed {
      walk.patch.add(PatchText.token(index)) { walk.write(value.value, value.shape, to: $0) }
      old.append(value.value)
    }
  }
}
