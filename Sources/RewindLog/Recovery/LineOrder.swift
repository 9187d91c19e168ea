/// The order in which a recorder writes the lines of a session, followed line by line.
///
/// ```
/// action 1 ▸ its inputs ▸ state 1 ▸ action 2 ▸ …          one after the other
/// action 1 ▸ action 2, overlapping ▸ state 2 ▸ external 2  action 1 has no state of its own
/// action 1 ▸ gap of 2 actions to 3 ▸ action 4 ▸ state 4    lines lost in a gap need not come
/// state 40 ▸ action 41 ▸ …                                 a later segment, or a repaired part
/// ```
///
/// Checksums show that a log is unchanged; the order shows that a recorder can have written it.
/// Otherwise "the state after action 5" would be ambiguous. If a line does not fit, the following
/// lines are compared with the best guess, so that one fault is reported once.
struct LineOrder {
  /// The last action that was begun, written or not; nil before the first line that shows it.
  private var last: Int?
  /// The index that the log begins with; actions in progress there are unknown.
  private var start = 0
  private var lastState: Int?
  /// Actions that have begun and not ended.
  private var open: [Int] = []
  /// Actions whose end may be lost in a gap.
  private var uncertain: Set<Int> = []
  /// Actions lost in a gap since the last state.
  private var lost: ClosedRange<Int>?
  /// Actions during which others were dispatched: they continue when those have ended.
  private var causes: Set<Int> = []
  /// True if a state was lost since the last one.
  private var isStateLost = false
  /// The line of the end, counted from 1.
  private var end: Int?

  /// Handles the beginning of an action.
  mutating func begin(_ index: Int, overlaps: Bool, cause: Int?) -> Contradiction? {
    let above = last ?? 0
    guard index > above else { return .actionAgain(index, last: above) }
    let unfinished = overlaps ? nil : open.first
    if unfinished != nil { open.removeAll() }
    open.append(index)
    last = index
    if let cause { causes.insert(cause) }
    if index != above + 1 { return .skips(first: above + 1, found: index) }
    if let unfinished { return .lacksState(unfinished, before: "action \(index)") }
    if let cause, cause >= index { return .causedLater(index, by: cause) }
    return nil
  }

  /// Handles an input that the reducer read.
  mutating func input(_ index: Int) -> Contradiction? {
    guard index <= last ?? 0 || lost?.contains(index) ?? false else {
      return .noSuchAction(index, last: last ?? 0)
    }
    let isUnderWay =
      index == last || index <= start || open.contains(index) || causes.contains(index)
      || isLost(index)
    return isUnderWay ? nil : .inputTooLate(index, last: last ?? 0)
  }

  /// Handles the end of an action, with its state.
  mutating func state(_ index: Int) -> Contradiction? {
    defer { settle(index) }
    guard let last else { return begin(with: index) }
    if let fault = close(index, last) { return fault }
    // A log may lack its first state.
    if let lastState, index < lastState { return .notLastState(index, last: lastState) }
    return nil
  }

  /// Handles the last state, told again.
  func stateAgain(_ index: Int) -> Contradiction? {
    guard let lastState, index != lastState else { return nil }
    return .notLastState(index, last: lastState)
  }

  /// Handles the end of an action whose state is not recorded.
  mutating func reduced(_ index: Int) -> Contradiction? {
    let fault = index <= start && start > 0 ? nil : close(index, last ?? 0)
    lastState = max(lastState ?? 0, index)
    return fault
  }

  /// Handles a change of the state without an action.
  mutating func external(_ index: Int) -> Contradiction? {
    guard let last else { return begin(with: index) }
    let known = lastState ?? start
    defer { isStateLost = false }
    let isRight = isStateLost ? (known...max(known, last)).contains(index) : index == known
    lastState = max(known, min(index, last))
    // The state of an action that a later one has overtaken appears in this way.
    if let overtaken = open.firstIndex(where: { $0 < known }) { open.remove(at: overtaken) }
    return isRight ? nil : .notLastState(index, last: known)
  }

  /// Handles a line that refers to the last action that has begun.
  func mark(_ index: Int) -> Contradiction? {
    let last = last ?? 0
    return index == last ? nil : .notLastAction(index, last: last)
  }

  /// Handles lines that could not be written.
  mutating func gap(actions: Int, states: Int, index: Int?) -> Contradiction? {
    let above = last ?? 0
    let index = index ?? above + actions
    guard actions >= 0, index == above + actions else {
      if index > above { last = index }
      return .miscounted(actions: actions, index: index, last: above)
    }
    if actions > 0 { lost = (lost?.lowerBound ?? above + 1)...index }
    last = index
    if states > 0 {
      uncertain.formUnion(open)
      open.removeAll()
      isStateLost = true
    }
    return nil
  }

  /// Handles the end of the session on a line, counted from 1.
  mutating func end(_ index: Int, line: Int) -> Contradiction? {
    defer { end = line }
    if let fault = mark(index) { return fault }
    if let unfinished = open.first { return .lacksState(unfinished, before: "the end") }
    return nil
  }

  /// The fault of any further line: nothing may follow the end.
  var faultAfterEnd: Contradiction? { end.map { .behindEnd(line: $0) } }

  // MARK: - Ends

  private mutating func begin(with index: Int) -> Contradiction? {
    (last, start, lastState) = (index, index, index)
    return nil
  }

  private func isLost(_ index: Int) -> Bool {
    uncertain.contains(index) || lost?.contains(index) ?? false
  }

  private mutating func close(_ index: Int, _ last: Int) -> Contradiction? {
    if let found = open.firstIndex(of: index) {
      open.remove(at: found)
      return nil
    }
    guard index <= last else { return .noSuchAction(index, last: last) }
    // The initial state follows a gap if it could not be written at once.
    let isFirst = lastState == nil && (isStateLost || index == start)
    return isLost(index) || isFirst ? nil : .endedAlready(index)
  }

  private mutating func settle(_ index: Int) {
    lastState = max(lastState ?? 0, min(index, last ?? 0))
    isStateLost = false
    if let range = lost, index >= range.lowerBound {
      lost = index < range.upperBound ? (index + 1)...range.upperBound : nil
    }
    if !uncertain.isEmpty { uncertain = uncertain.filter { $0 > index } }
  }
}
