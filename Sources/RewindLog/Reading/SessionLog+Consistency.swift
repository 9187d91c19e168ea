import RewindSession

extension SessionLog {
  /// The size in bytes up to which logs are always checked for contradictions at a person's
  /// request, which takes a tenth of a second.
  package static let consistencyLength = 16 << 20

  /// The number of bytes of the file in known lines.
  package var length: Int { change { $0.lines.length + $0.lines.tail } }

  /// Finds the first line that contradicts those before it, though its checksum is right.
  ///
  /// O(bytes), some 200 MB a second.
  ///
  /// - Parameter progress: Called now and then with the share of the lines that has been checked.
  /// - Returns: The line; nil if there is none.
  /// - Throws: ``SessionLogError`` if the file cannot be read.
  package func findContradiction(
    progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) -> LogDamage? {
    try change { (state) throws(SessionLogError) in
      let check = ChecksumCheck(path: path, file, state.lines)
      let end = state.findings?.prefix ?? state.lineCount
      var consistency = ConsistencyCheck()
      var found: LogDamage?
      try check.forEachLine(in: 0..<end) { line, _, bytes in
        found = consistency.take(line, bytes)?.damage(line: line + 1)
        if line.isMultiple(of: 1_024) { progress?(Double(line) / Double(end)) }
        return found == nil
      }
      return found
    }
  }
}
