import RewindLog

/// The lines of actions that go on after others have begun, found in one pass over the log.
///
/// An action has lines until an action begins that does not overlap it, or one of the same or a later
/// index ends.
struct OverlappingLines {
  /// The number of lines of the log in which they were found.
  let lineCount: Int
  private var found: [Int: [Int]] = [:]

  init(of log: SessionLog) throws(SessionLogError) {
    lineCount = log.lineCount
    // Ascending; those before `first` have ended.
    var open: [Int] = []
    var first = 0
    for line in 0..<lineCount {
      let key = try log.key(of: line)
      guard let index = key.index else { continue }
      if key.kind == .action {
        guard case .action(let action) = try log.line(line) else { continue }
        if !action.overlaps { first = open.count }
        while open.count > first, let last = open.last, last >= index { open.removeLast() }
        open.append(index)
      } else if open[first...].isSearchHit(index) {
        found[index, default: []].append(line)
      }
      if key.kind.endsAction { while first < open.count, open[first] <= index { first += 1 } }
    }
  }

  /// Returns the lines of an action from a line on.
  func lines(of index: Int, from line: Int) -> [Int] {
    (found[index] ?? []).filter { $0 >= line }
  }
}

extension ArraySlice<Int> {
  /// Returns true if an ascending slice contains an element.
  fileprivate func isSearchHit(_ element: Int) -> Bool {
    let found = partitioningIndex { $0 >= element }
    return found < endIndex && self[found] == element
  }
}
