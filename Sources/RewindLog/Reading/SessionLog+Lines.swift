package import RewindSession

extension SessionLog {
  /// What a line is, counted from 0; only lines of unusual form are parsed for that.
  package func key(of line: Int) throws(SessionLogError) -> LineKey {
    if let key = try peek(line, count: LineKey.prefixLength, LineKey.init(prefix:)) { return key }
    return LineKey(try self.line(line))
  }

  /// The action that a line is part of; nil where it is part of none, or cannot be read.
  ///
  /// Notes and the like have an index, but may stand anywhere. What looks for a place in the log passes over lines that cannot be read; what reads a state
  /// there does not.
  package func index(of line: Int) throws(SessionLogError) -> Int? {
    do throws(SessionLogError) {
      let key = try key(of: line)
      return key.kind.isPartOfAction ? key.index : nil
    } catch {
      guard case .unreadable = error.reason else { throw error }
      return nil
    }
  }

  /// The first line that belongs to the action `index` or a later one.
  ///
  /// It is ``lineCount`` where none does. Only the lines of actions are surely in order: where
  /// actions overlap, the state after one stands behind the beginning of the next. O(log lines).
  package func firstLine(from index: Int) throws(SessionLogError) -> Int {
    var low = 0
    var high = lineCount
    while low < high {
      let middle = (low + high) / 2
      var probe = middle
      while probe < high, try kind(of: probe) != .action { probe += 1 }
      if probe < high, let found = try self.index(of: probe), found < index {
        low = probe + 1
      } else {
        high = middle
      }
    }
    // From here on, all actions are at or behind the index; what is no action may be before it.
    while low < lineCount, try kind(of: low) != .action, try (self.index(of: low) ?? -1) < index {
      low += 1
    }
    return low
  }

  /// What a line is; ``LineKey/Kind/unknown`` where it cannot be read.
  private func kind(of line: Int) throws(SessionLogError) -> LineKey.Kind {
    do throws(SessionLogError) {
      return try key(of: line).kind
    } catch {
      guard case .unreadable = error.reason else { throw error }
      return .unknown
    }
  }

  /// The last line of one of `kinds` up to `line`; nil where there is none.
  package func lastLine(
    upTo line: Int,
    of kinds: Set<LineKey.Kind>
  ) throws(SessionLogError) -> Int? {
    var line = line
    while line >= 0 {
      if kinds.contains(try key(of: line).kind) { return line }
      line -= 1
    }
    return nil
  }
}

extension LineKey.Kind {
  fileprivate var isPartOfAction: Bool {
    switch self {
    case .action, .input, .patch, .keyframe, .external, .reduced: true
    case .header, .note, .gap, .travel, .end, .unknown: false
    }
  }
}
