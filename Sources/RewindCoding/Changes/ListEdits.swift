/// The few elements that were inserted into, removed from or changed in a long list.
///
/// Both lists are traversed side by side. Where they diverge, the nearest place is searched where
/// they agree again: after a few elements of one of them, or of both. That costs a comparison per
/// element and a few dozen per edit, without reading any text; a sorted list has more edits than
/// unchanged elements, and no edits are reported for it.
struct ListEdits {
  /// An edit, by places in the older list and indexes in the newer one.
  enum Edit {
    /// Removes the element that is there after the edits before.
    case remove(at: Int)
    /// Inserts the element of the newer list at its place.
    case add(Int)
    /// Changes the older list's element.
    case change(from: Int, at: Int)
    case move(from: Int, to: Int)
  }

  /// The edits in the order in which they apply.
  private(set) var edits: [Edit] = []
  private var removed: [Int] = []
  private var added: [Int] = []

  /// The distance ahead at which the lists are searched for a place where they agree again.
  private static let window = 8
  /// The maximum number of edits.
  private static let limit = 256
  /// The maximum number of edits before as many elements have agreed again.
  private static let blindLimit = 32

  /// Finds the edits within these places; nil if there are too many.
  init?(_ list: ListChange, _ old: Range<Int>, _ new: Range<Int>) {
    var (before, after) = (old.lowerBound, new.lowerBound)
    var metCount = 0
    while before < old.upperBound, after < new.upperBound {
      let shorter = min(old.upperBound - before, new.upperBound - after)
      let same = list.commonHead(before, after, shorter)
      (before, after) = (before + same, after + same)
      metCount += same
      guard same < shorter else { break }
      let (skipped, put) = Self.meeting(list, before..<old.upperBound, after..<new.upperBound)
      append(skipped, put, &before, &after)
      if edits.count > min(Self.limit, Self.blindLimit + metCount) { return nil }
    }
    let rest = (old.upperBound - before, new.upperBound - after)
    guard rest.0 + rest.1 <= Self.limit else { return nil }
    append(rest.0, rest.1, &before, &after)
    combine(list)
  }

  /// Returns the number of elements of either list before the nearest place where both agree again.
  private static func meeting(
    _ list: ListChange,
    _ old: Range<Int>,
    _ new: Range<Int>
  ) -> (old: Int, new: Int) {
    let (before, after) = (old.lowerBound, new.lowerBound)
    for distance in 1...window {
      let (isInOld, isInNew) = (distance < old.count, distance < new.count)
      if isInOld, isInNew, list.isSame(before + distance, after + distance) {
        return (distance, distance)
      }
      if isInNew, list.isSame(before, after + distance) { return (0, distance) }
      if isInOld, list.isSame(before + distance, after) { return (distance, 0) }
    }
    return (1, 1)
  }

  private mutating func append(
    _ skipped: Int,
    _ put: Int,
    _ before: inout Int,
    _ after: inout Int
  ) {
    for _ in 0..<min(skipped, put) {
      edits.append(.change(from: before, at: after))
      (before, after) = (before + 1, after + 1)
    }
    for _ in 0..<max(0, skipped - put) {
      edits.append(.remove(at: after))
      removed.append(before)
      before += 1
    }
    for _ in 0..<max(0, put - skipped) {
      edits.append(.add(after))
      added.append(after)
      after += 1
    }
  }

  /// Turns a removal and an insertion of the same element into a move.
  private mutating func combine(_ list: ListChange) {
    guard removed.count == 1, added.count == 1, list.isSame(removed[0], added[0]) else { return }
    edits.removeAll { if case .change = $0 { false } else { true } }
    edits.insert(.move(from: removed[0], to: added[0]), at: 0)
  }
}
