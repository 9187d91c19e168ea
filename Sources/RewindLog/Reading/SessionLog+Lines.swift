package import RewindSession

extension SessionLog {
  /// Returns the kind and index of a line, counted from 0; only lines of unusual form are parsed for that.
  package func key(of line: Int) throws(SessionLogError) -> LineKey {
    if let key = try keyOfBeginning(of: line) { return key }
    if let key = change({ $0.parsedKeys[line] }) { return try key.get() }
    let key: Result<LineKey, SessionLogError>
    do throws(SessionLogError) {
      key = .success(LineKey(try self.line(line)))
    } catch {
      guard case .unreadable = error.reason else { throw error }
      key = .failure(error)
    }
    change { $0.parsedKeys[line] = key }
    return try key.get()
  }

  /// Returns the action that a line is part of; nil if it is not part of any, or cannot be read.
  ///
  /// Notes and the like have an index, but may occur anywhere. Searches in the log skip unreadable
  /// lines; reading a state does not.
  package func index(of line: Int) throws(SessionLogError) -> Int? {
    guard let key = try readableKey(of: line), key.kind.isPartOfAction else { return nil }
    return key.index
  }

  /// Returns the first line that belongs to the action `index` or a later one.
  ///
  /// It is ``lineCount`` if there is none. Only the lines of actions are guaranteed to be in order:
  /// if actions overlap, the state after one follows the beginning of the next. O(log lines).
  package func firstLine(from index: Int) throws(SessionLogError) -> Int {
    var low = 0
    var high = lineCount
    while low < high {
      let middle = (low + high) / 2
      var probe = middle
      while probe < high, try readableKey(of: probe)?.kind != .action { probe += 1 }
      if probe < high, let found = try self.index(of: probe), found < index {
        low = probe + 1
      } else {
        high = middle
      }
    }
    // From here on, all actions are at or after the index; other lines may be before it.
    while low < lineCount, try readableKey(of: low)?.kind != .action,
      try (self.index(of: low) ?? -1) < index
    {
      low += 1
    }
    return low
  }

  /// Returns the kind and index of a line; nil if it cannot be read.
  private func readableKey(of line: Int) throws(SessionLogError) -> LineKey? {
    do throws(SessionLogError) {
      return try key(of: line)
    } catch {
      guard case .unreadable = error.reason else { throw error }
      return nil
    }
  }

  /// Returns the last line of one of `kinds` up to `line`, after `bound`; nil if there is none.
  ///
  /// Amortized O(1) for lines in order, forward or backward.
  package func lastLine(
    upTo line: Int,
    after bound: Int = -1,
    of kinds: LineKinds
  ) throws(SessionLogError) -> Int? {
    let known = change { $0.lastLines[kinds] }
    if let known, known.line >= line, known.found ?? -1 <= line {
      return known.found.flatMap { $0 > bound ? $0 : nil }
    }
    let searched = known.flatMap { $0.line < line ? $0.line : nil } ?? -1
    let end = max(searched, bound)
    var found = line
    while found > end, try !kinds.contains(key(of: found).kind) { found -= 1 }
    guard found > end || searched >= bound else { return nil }
    let result = found > end ? found : searched >= 0 ? known?.found : nil
    change { $0.lastLines[kinds] = (line, result) }
    return result.flatMap { $0 > bound ? $0 : nil }
  }
}

extension LineKind {
  fileprivate var isPartOfAction: Bool {
    switch self {
    case .action, .input, .patch, .keyframe, .external, .reduced: true
    case .header, .note, .gap, .travel, .types, .held, .laterKeyframe, .end, .unknown: false
    }
  }
}
