import RewindJSON
import RewindSession

/// The first line that does not continue the chain of checksums, and the lines around it.
struct ChainBreak {
  let check: ChecksumCheck
  /// The line, counted from 0.
  let line: Int
  /// The checksum of the line before it.
  let tip: Checksum
  let rest: LinesAfterBreak

  /// Returns the reason of the break.
  ///
  /// The first condition that holds decides:
  ///
  /// ```
  /// the rest of the file is one incomplete line            torn
  /// a later line continues the line before                 altered: lines were inserted
  /// one changed byte explains it, or it is not a sealed
  ///   JSON object                                          altered
  /// its index does not follow, lines must be in between    missing
  /// its index is one of the lines before                   altered: repeated, moved, or joined logs
  /// otherwise                                              altered, or lines before it are missing
  /// ```
  func damage() throws(SessionLogError) -> LogDamage {
    if line >= check.lines.count && check.lines.tail > SessionLine.lengthLimit
      || rest.areOneTornLine
    {
      return try found(.torn, tornWords())
    }
    let number = line + 1
    if let resumption = rest.resumption {
      let lines =
        resumption == number
        ? "Line \(number) does" : "Lines \(number) to \(resumption) do"
      let above = line == 0 ? "begins the log" : "continues line \(line)"
      return found(.altered, "\(lines) not belong here: line \(resumption + 1) \(above).")
    }
    let bytes = try check.bytes(of: line)
    if bytes.last == 0x0D {
      return found(
        .altered,
        "Line \(number) ends in a carriage return: line endings were converted."
      )
    }
    guard bytes.withUnsafeBytes({ ChecksummedLine($0) }) != nil || !isObject(bytes) else {
      return found(.altered, "Line \(number) has no checksum: an editor changed or added it.")
    }
    guard isWhole(bytes) else { return .altered(number) }
    switch try step() {
    case .jumps:
      return found(
        .missing,
        line == 0
          ? "The lines before line 1, with the header, are missing."
          : "Before line \(number), lines are missing."
      )
    case .goesBack:
      return found(
        .altered,
        "Line \(number) does not belong here: lines were repeated, moved or joined."
      )
    case .follows, .unclear:
      return found(.altered, "Line \(number) was altered, or lines before it are missing.")
    }
  }

  private func found(_ kind: LogDamage.Kind, _ why: String) -> LogDamage {
    LogDamage(line: line + 1, kind: kind, why: why)
  }

  private func tornWords() throws(SessionLogError) -> String {
    let start = check.lines.range(of: line).lowerBound
    let end = check.lines.length + check.lines.tail
    let last = try check.bytes((end - 1)..<end)
    let count = end - start == 1 ? "1 byte" : "\(end - start) bytes"
    if last == [0] {
      return
        "Line \(line + 1) ends in NUL bytes (\(count) in all): the power failed before it "
        + "was written to the disk."
    }
    return rest.haveHole
      ? "Line \(line + 1) is cut off: the program stopped while writing it, and left parts of it."
      : "Line \(line + 1) is cut off after \(count): the program stopped while writing it."
  }

  private func isObject(_ bytes: [UInt8]) -> Bool {
    (try? JSONValue(parsing: bytes))?.object != nil
  }

  /// Returns true if the line is complete, and no single changed byte explains its checksum.
  private func isWhole(_ bytes: [UInt8]) -> Bool {
    guard isObject(bytes) else { return false }
    return bytes.withUnsafeBytes { bytes in
      guard let sealed = ChecksummedLine(bytes) else { return false }
      let computed = tip.continued(over: sealed.body)
      return !computed.differsInOneDigit(from: sealed.stored)
        && computed.singleByteError(insteadOf: sealed.stored, count: sealed.body.count) == nil
    }
  }

  // MARK: - Indexes

  /// Returns how the indexes go on from the lines before to this one, or to the first line after it
  /// that decides.
  private func step() throws(SessionLogError) -> LinePosition.Step {
    guard line > 0 else {
      return try check.key(of: 0)?.kind == .header ? .unclear : .jumps
    }
    var above = line - 1
    while above > 0, try position(of: above)?.isRegular != true { above -= 1 }
    guard let before = try position(of: above) else { return .unclear }
    var below = line
    while true {
      if let here = try position(of: below) {
        let step = before.step(to: here)
        guard step == .unclear else { return step }
      }
      below += 1
      guard below < check.lines.count, try continues(below) else { return .unclear }
    }
  }

  /// Returns true if a line continues the one above.
  private func continues(_ line: Int) throws(SessionLogError) -> Bool {
    let above = try check.bytes(of: line - 1).withUnsafeBytes { ChecksummedLine($0)?.stored }
    return try check.bytes(of: line).withUnsafeBytes { bytes in
      above.map { ChecksummedLine(bytes)?.continues($0) ?? false } ?? false
    }
  }

  private func position(of line: Int) throws(SessionLogError) -> LinePosition? {
    try check.key(of: line).flatMap(LinePosition.init)
  }
}

extension Checksum {
  fileprivate func differsInOneDigit(from other: Checksum) -> Bool {
    let difference = value ^ other.value
    return stride(from: UInt32(0), to: 32, by: 4).contains { difference & ~(15 << $0) == 0 }
  }
}
