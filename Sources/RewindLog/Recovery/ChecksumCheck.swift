import RewindJSON
package import RewindSession

/// Verifies the chain of checksums through a log.
///
/// An intact log takes one pass. If the chain breaks, ``CorruptionClassifier`` determines the reason.
package struct ChecksumCheck {
  /// The findings of a check.
  package struct Findings: Sendable {
    /// All places that differ from what the writer wrote, in order; at most ``damageLimit``.
    package var damage: [LogDamage] = []
    /// The number of damaged places beyond the listed ones.
    package var unlisted = 0
    /// The number of lines before the first damage that ends the prefix, including torn fragments;
    /// all lines if there is none.
    package var prefix = 0
    /// Torn fragments within the prefix.
    package var pieces: [Int] = []
    /// True if the last line is a torn fragment: the log was cut, and a line feed written after it.
    package var endsInPiece = false
    /// Lines after the prefix that follow from one another.
    ///
    /// The first of each run could not be verified itself.
    package var runs: [Range<Int>] = []
    /// True if the bytes after the last line feed are a whole line that lacks only its line feed.
    package var tailIsWhole = false
    /// The number of lines that end with a checksum, right or wrong.
    package var sealedLines = 0

    package var endsEarly: Bool { damage.contains { $0.kind.endsPrefix } }
  }

  /// The maximum number of listed damaged places; more add no information.
  package static let damageLimit = 1_000

  let path: String
  let file: ReadableFile
  let lines: LineScan

  package init(path: String, _ file: ReadableFile, _ lines: LineScan) {
    self.path = path
    self.file = file
    self.lines = lines
  }

  /// Finds the lines of a file that a user names.
  static func open(_ path: String) throws(SessionLogError) -> ChecksumCheck {
    try SessionLogError.reading(path) { () throws(SystemError) in
      let file = try ReadableFile.open(input: path)
      return ChecksumCheck(path: path, file, try LineScan.run(file))
    }
  }

  /// Checks the log.
  ///
  /// O(bytes); if lines are damaged, memory for about ten bytes a line.
  package func run(
    progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) -> Findings {
    let findings = try follow(from: 0, Checksum(), progress)
    guard let findings else { return try CorruptionClassifier.run(self) }
    return findings
  }

  /// Checks the lines from `first` on of a log that was intact before; returns nil if it no longer is.
  package func run(from first: Int, _ known: Findings) throws(SessionLogError) -> Findings? {
    guard first > 0, known.pieces.isEmpty else { return nil }
    let before = try bytes(of: first - 1)
    guard let previous = before.withUnsafeBytes({ ChecksummedLine($0)?.stored }) else { return nil }
    return try follow(from: first, previous, nil)
  }

  /// Follows the chain; returns nil if it breaks before the tail.
  private func follow(
    from first: Int,
    _ previous: Checksum,
    _ progress: ((_ share: Double) -> Void)?
  ) throws(SessionLogError) -> Findings? {
    let hasTail = (1...SessionLine.lengthLimit).contains(lines.tail)
    var previous = previous
    var good = first
    let length = Double(max(lines.length, 1))
    try forEachLine(in: first..<(lines.count + (hasTail ? 1 : 0))) { line, offset, bytes in
      guard let sealed = ChecksummedLine(bytes), !sealed.hasCarriageReturn,
        sealed.continues(previous)
      else { return false }
      previous = sealed.stored
      good = line + 1
      if line.isMultiple(of: 4_096) { progress?(Double(offset) / length) }
      return true
    }
    guard good >= lines.count else { return nil }
    var findings = Findings()
    findings.tailIsWhole = good > lines.count
    findings.prefix = good
    findings.sealedLines = good
    return findings
  }

  // MARK: - Reading

  /// The number of bytes read at once; longer lines are read alone.
  private static let window = 1 << 20

  /// Passes the bytes of lines in order to `body`, until it returns false.
  func forEachLine(
    in range: Range<Int>,
    _ body: (_ line: Int, _ offset: Int, _ bytes: UnsafeRawBufferPointer) -> Bool
  ) throws(SessionLogError) {
    var line = range.lowerBound
    while line < range.upperBound {
      let first = line
      var ranges: [Range<Int>] = []
      while line < range.upperBound {
        let next = try self.range(of: line)
        if let start = ranges.first?.lowerBound, next.upperBound - start > Self.window { break }
        ranges.append(next)
        line += 1
      }
      guard let start = ranges.first?.lowerBound, let end = ranges.last?.upperBound else { return }
      let bytes = try self.bytes(start..<end)
      let isDone = bytes.withUnsafeBytes { window in
        for (i, range) in ranges.enumerated() {
          let slice = window[(range.lowerBound - start)..<(range.upperBound - start)]
          guard body(first + i, range.lowerBound, UnsafeRawBufferPointer(rebasing: slice)) else {
            return true
          }
        }
        return false
      }
      if isDone { return }
    }
  }

  func range(of line: Int) throws(SessionLogError) -> Range<Int> {
    let range = lines.range(of: line)
    guard range.count <= SessionLine.lengthLimit else {
      throw SessionLogError(path, .lineTooLong(line: line + 1, bytes: range.count))
    }
    return range
  }

  func bytes(_ range: Range<Int>) throws(SessionLogError) -> [UInt8] {
    let bytes = try SessionLogError.reading(path) { () throws(SystemError) in
      try file.bytes(range)
    }
    guard bytes.count == range.count else { throw SessionLogError(path, .becameShorter) }
    return bytes
  }

  func bytes(of line: Int) throws(SessionLogError) -> [UInt8] {
    try bytes(range(of: line))
  }

  /// Returns the kind and index of a line; nil if it cannot be read.
  func key(of line: Int) throws(SessionLogError) -> LineKey? {
    let range = try range(of: line)
    let prefix = try bytes(range.prefix(LineKey.prefixLength))
    if let key = prefix.withUnsafeBytes(LineKey.init(prefix:)) { return key }
    return try bytes(range).withUnsafeBytes(LineKey.init(parsing:))
  }
}
