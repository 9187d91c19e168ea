extension SessionLog {
  /// What a line is, counted from 0; only lines of unusual form are parsed for that.
  package func key(of line: Int) throws(SessionLogError) -> LineKey {
    if let key = try peek(line, count: LineKey.prefixLength, LineKey.init(prefix:)) { return key }
    return LineKey(try self.line(line))
  }

  /// The first line that belongs to the action `index` or a later one.
  ///
  /// It is ``lineCount`` where none does. O(log lines).
  package func firstLine(from index: Int) throws(SessionLogError) -> Int {
    var low = 0
    var high = lineCount
    while low < high {
      let middle = (low + high) / 2
      var probe = middle
      var found: Int?
      while probe < high {
        found = try key(of: probe).index
        guard found == nil else { break }
        probe += 1
      }
      if let found, found < index {
        low = probe + 1
      } else {
        high = middle
      }
    }
    return try skipUnnumbered(low)
  }

  private func skipUnnumbered(_ line: Int) throws(SessionLogError) -> Int {
    var line = line
    while line < lineCount, try key(of: line).index == nil { line += 1 }
    return line
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
