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
  /// The number of complete lines.
  package let lineCount: Int
  /// The bytes after the last line feed.
  package let tail: Tail
  let check: ChecksumCheck
  /// Lines whose checksums are right and that contradict the lines before them, in order; empty
  /// before ``checkConsistency(progress:)``.
  package internal(set) var contradictions: [LogDamage] = []
  /// The number of contradictions beyond the listed ones.
  package internal(set) var unlistedContradictions = 0
  /// The numbers of checked items; nil before ``checkConsistency(progress:)``.
  package internal(set) var summary: ConsistencyCheck.Summary?

  /// The contents after the last line feed.
  package enum Tail: Hashable, Sendable {
    case nothing
    /// A whole line that lacks only its line feed.
    case whole
    /// The beginning of a line.
    case piece(bytes: Int)
    /// Nothing but NUL bytes, or a fragment and then NUL bytes: after a loss of power a file system
    /// leaves them where bytes were allocated but never written.
    case zeros(bytes: Int)
  }

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
      case .newerFormat, .byteOrderMark: throw error
      default: failure = error
      }
    }
    let findings = try check.run(progress: progress)
    if let failure, findings.sealedLines == 0 { throw failure }
    return IntegrityReport(
      path: path,
      header: header,
      findings: findings,
      lineCount: check.lines.count,
      tail: try tail(check, isWhole: findings.tailIsWhole),
      check: check
    )
  }

  private static func tail(_ check: ChecksumCheck, isWhole: Bool) throws(SessionLogError) -> Tail {
    let bytes = check.lines.tail
    guard bytes > 0 else { return .nothing }
    guard !isWhole else { return .whole }
    let last = try check.bytes((check.lines.length + bytes - 1)..<(check.lines.length + bytes))
    return last == [0] ? .zeros(bytes: bytes) : .piece(bytes: bytes)
  }

  /// Returns the bytes of a line in the file, without the line end.
  package func bytes(of line: Int) throws(SessionLogError) -> [UInt8] {
    var bytes = try check.bytes(of: line)
    if bytes.last == 0x0D { bytes.removeLast() }
    return bytes
  }

  /// Returns a sealed line up to its checksum.
  func body(of line: Int) throws(SessionLogError) -> [UInt8] {
    try bytes(of: line).dropLast(ChecksummedLine.overhead)
  }

  /// Returns the kind and index of a line; nil if it cannot be read.
  package func key(of line: Int) throws(SessionLogError) -> LineKey? {
    try check.key(of: line)
  }

  /// All places that differ from what the writer wrote, or contradict the lines before them, in order.
  package var damage: [LogDamage] {
    (findings.damage + contradictions).sorted { $0.line < $1.line }
  }

  /// The number of lines before the first damage that ends the readable part, including torn
  /// fragments; all lines if there is none.
  package var prefix: Int {
    contradictions.first.map { min($0.line - 1, findings.prefix) } ?? findings.prefix
  }

  /// The lines of the valid prefix, without the torn fragments between them.
  package var goodLines: [Int] { lines(upTo: prefix) }

  /// Returns the first lines, without the torn fragments between them.
  func lines(upTo end: Int) -> [Int] {
    let pieces = Set(findings.pieces)
    return (0..<end).filter { !pieces.contains($0) }
  }

  /// Counts the lines of each kind, in one pass over the lines with right checksums.
  package func counts() throws(SessionLogError) -> [LineKey.Kind: Int] {
    var counts: [LineKey.Kind: Int] = [:]
    try check.forEachLine(in: 0..<findings.prefix) { _, _, bytes in
      if let kind = Self.kind(of: bytes) { counts[kind, default: 0] += 1 }
      return true
    }
    return counts
  }

  /// Adds up what the lines with right checksums say could not be written; nil if nothing.
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

  private static func kind(of line: UnsafeRawBufferPointer) -> LineKey.Kind? {
    let prefix = UnsafeRawBufferPointer(rebasing: line.prefix(LineKey.prefixLength))
    return (LineKey(prefix: prefix) ?? LineKey(parsing: line))?.kind
  }

  /// Returns the end of the session, as shown by the last lines of the file.
  package func end() throws(SessionLogError) -> SessionEnd {
    // Lines after an end line do not belong to the session.
    let last = findings.prefix - 1
    if last > 0, last < lineCount, try key(of: last)?.kind == .end, let end = try end(at: last) {
      return end
    }
    switch tail {
    case .piece, .zeros: return .cut
    case .nothing, .whole: break
    }
    var line = lineCount + (tail == .whole ? 1 : 0)
    let isAfterDamage = findings.endsEarly
    if findings.endsInPiece || isAfterDamage && findings.runs.last?.upperBound != line {
      return .cut
    }
    let first = isAfterDamage ? (findings.runs.last?.lowerBound ?? line) : 0
    while line > first {
      line -= 1
      if let end = try end(at: line) { return end }
    }
    return .stopped
  }

  private func end(at line: Int) throws(SessionLogError) -> SessionEnd? {
    try SessionLine(withoutState: bytes(of: line)).flatMap(SessionEnd.init)
  }
}
