import RewindJSON
package import RewindSession

/// The integrity of a log as a file: all of its lines, including damaged ones and those after them.
///
/// ``SessionLog`` shows only the good lines. Lines are counted from 0, by their position in the file.
package struct IntegrityReport {
  package let path: String
  /// The header; nil if the first line is damaged or lost, but others are lines of a session.
  package let header: SessionHeader?
  package let findings: ChecksumCheck.Findings
  let check: ChecksumCheck
  /// The first line whose checksum is right and that contradicts the lines before it; nil before
  /// ``checkConsistency(progress:)``.
  package internal(set) var contradiction: LogDamage?
  /// True if the contradiction is a whole state that differs from the result of the patches.
  package internal(set) var contradictsKeyframe = false
  /// The numbers of checked items; nil before ``checkConsistency(progress:)``.
  package internal(set) var summary: ConsistencyCheck.Summary?

  /// Examines a file from its first byte to its last.
  ///
  /// - Parameters:
  ///   - path: The log's file.
  ///   - progress: Called now and then with the share of the file that has been examined.
  /// - Returns: The report, without contradictions between lines.
  /// - Throws: ``SessionLogError`` if the file cannot be read, is not a session log, or has a newer format.
  package static func read(
    _ path: String,
    progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) -> IntegrityReport {
    let check = try ChecksumCheck.open(path)
    var header: SessionHeader?
    var failure: SessionLogError?
    do throws(SessionLogError) {
      header = try SessionHeader.read(path, check.file)
    } catch {
      switch error.reason {
      // Of these, the lines after the first say nothing better.
      case .newerFormat, .byteOrderMark, .compressed: throw error
      default: failure = error
      }
    }
    let findings = try check.run(progress: progress)
    if let failure, findings.sealedLines == 0 { throw failure }
    return IntegrityReport(
      path: path,
      header: header,
      findings: findings,
      check: check
    )
  }

  /// Returns the bytes of a line in the file, without the line end.
  package func bytes(of line: Int) throws(SessionLogError) -> [UInt8] {
    try check.bytes(of: line)
  }

  /// Returns a sealed line up to its checksum.
  func body(of line: Int) throws(SessionLogError) -> [UInt8] {
    try bytes(of: line).dropLast(ChecksummedLine.overhead)
  }

  /// Returns the kind and index of a line; nil if it cannot be read.
  package func key(of line: Int) throws(SessionLogError) -> LineKey? {
    try check.key(of: line)
  }

  /// The first line from which on the log is not as its writer wrote it, or contradicts itself; nil
  /// if it is whole.
  package var damage: LogDamage? { contradiction ?? findings.damage }

  /// The number of lines, including an unterminated last one.
  package var lineCount: Int { findings.lineCount }

  /// The number of lines before the first bad one, including fragments; all lines if there is none.
  package var prefix: Int { contradiction.map { $0.line - 1 } ?? findings.prefix }

  /// The lines of the valid prefix, without the fragments between them.
  package var goodLines: [Int] {
    let fragments = Set(findings.fragments)
    return (0..<prefix).filter { !fragments.contains($0) }
  }

  /// Lines after the damage that continue verified ones.
  var verifiedRuns: [Range<Int>] {
    findings.runs.map { ($0.lowerBound + 1)..<$0.upperBound }
  }

  /// Counts the lines of each kind, in one pass over the lines with right checksums.
  package func counts() throws(SessionLogError) -> [LineKind: Int] {
    var counts: [LineKind: Int] = [:]
    try check.forEachLine(in: 0..<findings.prefix) { _, _, bytes in
      if let kind = Self.kind(of: bytes) { counts[kind, default: 0] += 1 }
      return true
    }
    return counts
  }

  /// Adds up the lost lines that lines with right checksums report; nil if there are none.
  package func gap() throws(SessionLogError) -> SessionGap? {
    var gaps: [SessionGap] = []
    try check.forEachLine(in: 0..<findings.prefix) { _, _, bytes in
      guard Self.kind(of: bytes) == .gap else { return true }
      if let object = try? JSONValue(parsing: Array(bytes)).object,
        let gap = try? SessionGap(object)
      {
        gaps.append(gap)
      }
      return true
    }
    return SessionGap(gaps)
  }

  private static func kind(of line: UnsafeRawBufferPointer) -> LineKind? {
    let prefix = UnsafeRawBufferPointer(rebasing: line.prefix(LineKey.prefixLength))
    return (LineKey(prefix: prefix) ?? LineKey(parsing: line))?.kind
  }

  /// Returns the end of the session, as shown by the last lines of the file.
  package func end() throws(SessionLogError) -> SessionEnd {
    // Lines after an end line do not belong to the session.
    let last = findings.prefix - 1
    if last > 0, try key(of: last)?.kind == .end, let end = try end(at: last) { return end }
    var lines = 0..<lineCount
    if findings.damage != nil {
      guard let run = findings.runs.last, run.upperBound == lineCount else { return .cut }
      lines = run
    }
    for line in lines.reversed() {
      if let end = try end(at: line) { return end }
    }
    return .stopped
  }

  private func end(at line: Int) throws(SessionLogError) -> SessionEnd? {
    try SessionLine(withoutState: bytes(of: line)).flatMap(SessionEnd.init)
  }
}
