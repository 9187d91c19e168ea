package import RewindSession

extension SessionLog {
  /// Logs up to this many bytes are checked for contradictions whenever a person asks something of them,
  /// which takes a tenth of a second.
  package static let consistencyLength = 16 << 20

  /// Bytes in the file, as far as its lines are known.
  package var length: Int { change { $0.lines.length + $0.lines.tail } }

  /// Finds the first line that contradicts those above it, though its checksum is right.
  ///
  /// O(bytes), some 200 MB a second.
  ///
  /// - Parameter progress: Told the share of the lines that has been checked, now and then.
  /// - Returns: The line; nil where none does.
  /// - Throws: ``SessionLogError`` where the file cannot be read.
  package func findContradiction(
    progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) -> LogDamage? {
    try change { (state) throws(SessionLogError) in
      if state.lines.usesIndex { state.lines = try scan() }
      let check = LogCheck(path: path, file, state.lines)
      let end = state.findings?.prefix ?? state.lineCount
      var consistency = ConsistencyCheck()
      var found: LogDamage?
      try check.forEachLine(in: 0..<end) { line, _, bytes in
        found = consistency.take(line, bytes)
        if line.isMultiple(of: 1_024) { progress?(Double(line) / Double(end)) }
        return found == nil
      }
      return found
    }
  }
}
