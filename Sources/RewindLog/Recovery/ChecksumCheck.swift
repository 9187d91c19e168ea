import RewindJSON
package import RewindSession

/// Verifies the chain of checksums through a log, and finds where it breaks.
///
/// An intact log takes one pass. ``LogDamage`` is determined for the first bad line only; of the lines
/// after it, those that continue one another are found.
package struct ChecksumCheck {
  /// The findings of a check.
  package struct Findings: Sendable {
    /// The number of lines before the first bad one, including fragments; all lines if there is none.
    package var prefix = 0
    /// Lines of the prefix that a failed write left, and after which the writer continued: the chain
    /// of checksums is unbroken around them.
    package var fragments: [Int] = []
    /// The first bad line; nil if the log is whole.
    package var damage: LogDamage?
    /// Lines after the damage that continue one another; of each run, the first line could not be
    /// verified itself.
    package var runs: [Range<Int>] = []
    /// The number of lines, including an unterminated last one, without blank lines at the end.
    package var lineCount = 0
    /// The number of lines that end with a checksum, right or wrong.
    package var sealedLines = 0
  }

  /// Lines that continue one another.
  private struct Stretch {
    /// The checksum of the last line.
    var tip: Checksum
    var fragments: [Int] = []
    /// The line after the last that continues.
    var end: Int
    var sealedLines = 0
  }

  /// The maximum number of runs and readable parts that are listed; more add no information.
  package static let listLimit = 1_000

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
  /// O(bytes).
  package func run(
    progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) -> Findings {
    try findings(follow(from: 0, after: Checksum(), progress))
  }

  /// Checks the lines from `first` on of a log that was whole before; nil if its fragments are not
  /// all before it.
  package func run(from first: Int, _ known: Findings) throws(SessionLogError) -> Findings? {
    guard first > 0, known.fragments.isEmpty else { return nil }
    let before = try bytes(of: first - 1)
    guard let previous = before.withUnsafeBytes({ ChecksummedLine($0)?.stored }) else { return nil }
    return try findings(follow(from: first, after: previous))
  }

  /// The number of lines, with an unterminated last one, unless that is too long to be read.
  private var lineCount: Int {
    lines.count + ((1...SessionLine.lengthLimit).contains(lines.tail) ? 1 : 0)
  }

  private func findings(_ prefix: Stretch) throws(SessionLogError) -> Findings {
    var findings = Findings()
    findings.prefix = prefix.end
    findings.fragments = prefix.fragments
    findings.sealedLines = prefix.sealedLines
    let isAtEnd = prefix.end == lineCount && lines.tail <= SessionLine.lengthLimit
    var isWhole = isAtEnd
    if !isWhole, lines.tail == 0 { isWhole = try areBlank(from: prefix.end) }
    if isWhole {
      findings.lineCount = prefix.end
      return findings
    }
    findings.lineCount = lines.count + (lines.tail > 0 ? 1 : 0)
    try survey(after: prefix, &findings)
    return findings
  }

  /// Follows the chain from a line on, until a line does not continue it.
  private func follow(
    from first: Int,
    after tip: Checksum,
    _ progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) -> Stretch {
    var stretch = Stretch(tip: tip, end: first)
    var fragments: [Int] = []
    let length = Double(max(lines.length, 1))
    try forEachLine(in: first..<lineCount) { line, offset, bytes in
      if let sealed = ChecksummedLine(bytes) {
        guard sealed.continues(stretch.tip) else { return false }
        stretch.tip = sealed.stored
        stretch.end = line + 1
        stretch.sealedLines += 1
        stretch.fragments += fragments
        fragments.removeAll()
      } else {
        guard bytes.isFragment else { return false }
        fragments.append(line)
      }
      if line.isMultiple(of: 4_096) { progress?(Double(offset) / length) }
      return true
    }
    return stretch
  }

  /// Returns true if all lines from one on are blank, as the room for more lines is.
  private func areBlank(from line: Int) throws(SessionLogError) -> Bool {
    var areBlank = true
    try forEachLine(in: line..<lines.count) { _, _, bytes in
      areBlank = bytes.isEmpty
      return areBlank
    }
    return areBlank
  }

  // MARK: - After a break

  /// Finds the reason of a break, and the lines after it that continue one another.
  private func survey(
    after prefix: Stretch,
    _ findings: inout Findings
  ) throws(SessionLogError) {
    let tip = prefix.tip
    var rest = LinesAfterBreak()
    var endsInReturn = false
    try forEachLine(in: prefix.end..<lineCount) { line, _, bytes in
      if line == prefix.end { endsInReturn = bytes.last == 0x0D }
      rest.take(line, bytes, after: tip)
      return true
    }
    rest.endRun()
    findings.runs = rest.runs
    findings.sealedLines += rest.sealedLines
    let isTooLong = prefix.end >= lines.count && lines.tail > SessionLine.lengthLimit
    let number = prefix.end + 1
    findings.damage =
      isTooLong || rest.areOneTornLine
      ? .torn(number) : endsInReturn ? .endedByReturn(number) : .altered(number)
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
