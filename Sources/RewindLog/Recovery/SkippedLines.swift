import RewindSession

/// Lines that were skipped because they belong elsewhere, combined where they follow from one another.
///
/// ```
/// a ▸ d ▸ c ▸ b ▸ e      b and d were exchanged: d and c may have been skipped before b is reached
/// passed: d needs c, c needs b  →  one part from b to d, which leads to e
/// ```
struct SkippedLines {
  /// The checksum that each part's first line needs, by the checksum of its last line.
  private var starts: [Checksum: Checksum] = [:]
  /// The reverse of ``starts``.
  private var ends: [Checksum: Checksum] = [:]

  /// Adds lines of which the first needs `start` and the last one has `end`.
  mutating func add(from start: Checksum, to end: Checksum) {
    let first = remove(endingWith: start) ?? start
    let last = ends[end] ?? end
    _ = remove(endingWith: last)
    (starts[last], ends[first]) = (first, last)
  }

  /// Returns true if they lead from one checksum to the other; if so, they are where they belong.
  mutating func lead(from start: Checksum, to end: Checksum) -> Bool {
    guard starts[end] == start else { return false }
    _ = remove(endingWith: end)
    return true
  }

  /// Returns true if some of them follow from a line with this checksum.
  func go(onFrom start: Checksum) -> Bool { ends[start] != nil }

  /// Removes a part and returns the checksum that its first line needs.
  private mutating func remove(endingWith end: Checksum) -> Checksum? {
    guard let start = starts.removeValue(forKey: end) else { return nil }
    ends[start] = nil
    return start
  }
}
