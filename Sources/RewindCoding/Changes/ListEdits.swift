/// The few elements that were put into a long list, taken out of it or changed.
///
/// Both lists are gone through side by side. Where they part, the nearest place is looked for at which they
/// meet again: behind a few elements of one of them, or of both. That costs a comparison an element and a
/// few dozen an edit, without a look at any text; a list that has been sorted has more edits than elements
/// that stayed, and none are told of it.
struct ListEdits {
  /// An edit, by places in the older list and indexes in the newer one.
  enum Edit {
    /// The element that stands there when the edits before are made is taken out.
    case remove(at: Int)
    /// The element of the newer list is put in at its place.
    case add(Int)
    /// The older list's element was changed.
    case change(from: Int, at: Int)
    case move(from: Int, to: Int)
  }

  private var edits: [Edit] = []
  private var removed: [Int] = []
  private var added: [Int] = []

  /// How far ahead the lists are compared for a place at which they meet again.
  private static let window = 8
  /// How many edits there may be.
  private static let limit = 256
  /// How many edits there may be before as many elements have met again.
  private static let blindLimit = 32

  /// The edits within these places; nil where they are too many.
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

  /// How many elements of either list lie before the nearest place at which both go on alike.
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

  /// Makes a move of one element that was taken out and put in elsewhere.
  private mutating func combine(_ list: ListChange) {
    guard removed.count == 1, added.count == 1, list.isSame(removed[0], added[0]) else { return }
    edits.removeAll { if case .change = $0 { false } else { true } }
    edits.insert(.move(from: removed[0], to: added[0]), at: 0)
  }

  /// The edits in the order in which they are made.
  var inOrder: [Edit] { edits }
}
