import RewindSession

/// Numbers the actions of a log, and knows which of them have no state there yet.
///
/// ```swift
/// let (index, isOverlapping) = numbers.begin()        // 8, and action 7 is still being reduced
/// numbers.close(index)                                // its state is written
/// ```
struct ActionNumbers {
  /// The number of the last action; 0 before the first.
  private(set) var last = 0
  /// The last action whose state, or a later one, is in the log.
  private(set) var lastWithState = 0
  /// Actions without a state in the log yet, in the order of their numbers.
  private(set) var open: [Int] = []
  /// The action that was reduced last, and where.
  private var reduced: (index: Int, thread: ThreadIdentity)?

  /// Numbers an action; it overlaps another one if that is open.
  mutating func begin() -> (index: Int, isOverlapping: Bool) {
    let isOverlapping = !open.isEmpty
    last += 1
    open.append(last)
    return (last, isOverlapping)
  }

  /// Notes that this thread has reduced an action; false if it has its state already, or will have none.
  mutating func endReduction(of index: Int) -> Bool {
    reduced = (index, .current)
    return isOpen(index)
  }

  private func isOpen(_ index: Int) -> Bool { open.last == index || open.contains(index) }

  /// Removes an action that has its state, or will have none, from the open ones.
  mutating func close(_ index: Int) {
    if open.last == index {
      open.removeLast()
    } else {
      open.removeAll { $0 == index }
    }
  }

  /// Notes that the state after an action is in the log.
  mutating func noteState(after index: Int) { lastWithState = max(lastWithState, index) }

  /// The action that this thread has reduced last, if no other one has reduced one since.
  var reducedHere: Int? { reduced?.thread == .current ? reduced?.index : nil }
}
