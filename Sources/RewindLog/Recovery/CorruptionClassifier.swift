import RewindJSON
import RewindSession

/// Traverses a damaged log from its start and classifies the damage.
///
/// It stores the checksum of the last accepted line, `tip`. A line that needs `tip` continues from
/// there. The first condition that holds classifies any other line:
///
/// ```
/// it has no checksum, and the next line with one needs tip     torn (foreign, if it is a JSON object)
/// neither it nor any later line has one, but it is an object   foreign (blank lines, too)
/// none of these has one, and it does not end like a line       torn
/// it has no checksum                                           altered
/// its checksum and need are those of an earlier line           doubled
/// the line that it needs is elsewhere in the file              reordered: it, or the line it needs
/// a later line needs tip                                       foreign: it was inserted in between
/// one changed byte explains it, or it is not JSON              altered
/// the next line follows neither from it nor from tip           foreign: it replaced another line
/// the indexes jump                                             missing lines before it
/// the indexes go back                                          foreign
/// otherwise                                                    altered-or-missing
/// ```
struct CorruptionClassifier {
  private let check: ChecksumCheck
  private let chain: ChecksumChain
  private var findings = ChecksumCheck.Findings()
  private var tip = Checksum()
  /// The last accepted line.
  private var tipLine: Int?
  private var line = 0
  /// True if reported damage explains that the next line needs a checksum that does not exist.
  private var isExcused = false
  /// Later lines that belong before: the ends of the runs, by their heads.
  private var displaced: [Int: Int] = [:]
  /// Lines that were skipped, and belong elsewhere.
  private var passed = SkippedLines()
  /// The last place in the session up to a line, from the last search.
  private var placeAbove: (upTo: Int, line: Int)?
  private var hasLeftPrefix = false
  private var runStart: Int?

  /// Reads a log, and classifies what is wrong in it.
  static func run(_ check: ChecksumCheck) throws(SessionLogError) -> ChecksumCheck.Findings {
    var classifier = CorruptionClassifier(check, try ChecksumChain.read(check))
    return try classifier.run()
  }

  private init(_ check: ChecksumCheck, _ chain: ChecksumChain) {
    (self.check, self.chain) = (check, chain)
  }

  private mutating func run() throws(SessionLogError) -> ChecksumCheck.Findings {
    findings.sealedLines = chain.stored.lazy.filter { $0 != nil }.count
    if let first = chain.carriageReturns.first {
      report(.lineEnds, at: first, count: chain.carriageReturns.count)
    }
    while line < chain.count {
      if let end = displaced[line] {
        report(.reordered, at: line, count: end - line)
        line = end
      } else if let stored = chain.stored[line] {
        try judge(stored)
      } else {
        try judgeUnsealed()
      }
    }
    endRun(at: chain.count)
    finishTail()
    findings.damage.sort { ($0.line, $0.kind.rawValue) < ($1.line, $1.kind.rawValue) }
    if !hasLeftPrefix { findings.prefix = chain.count + (findings.tailIsWhole ? 1 : 0) }
    return findings
  }

  private mutating func finishTail() {
    guard check.lines.tail > 0, !hasLeftPrefix,
      let bytes = try? check.bytes(of: chain.count)
    else { return }
    findings.tailIsWhole = bytes.withUnsafeBytes { ChecksummedLine($0)?.continues(tip) ?? false }
  }

  // MARK: - Reporting

  private mutating func report(_ kind: LogDamage.Kind, at line: Int, count: Int = 1) {
    if kind.endsPrefix {
      if !hasLeftPrefix {
        hasLeftPrefix = true
        findings.prefix = line
      }
      endRun(at: line)
    }
    if findings.damage.count < ChecksumCheck.damageLimit {
      findings.damage.append(LogDamage(line: line + 1, kind: kind, count: count))
    } else {
      findings.unlisted += 1
    }
  }

  private mutating func endRun(at line: Int) {
    if let runStart, runStart < line { findings.runs.append(runStart..<line) }
    runStart = nil
  }

  /// Continues from the current line, which has the checksum `stored`.
  private mutating func believe(_ stored: Checksum) {
    tip = stored
    tipLine = line
    isExcused = false
    if hasLeftPrefix, runStart == nil { runStart = line }
    line += 1
  }

  // MARK: - Classifying

  /// Classifies lines without a checksum, up to the next one that has one.
  private mutating func judgeUnsealed() throws(SessionLogError) {
    let next = chain.stored[line...].firstIndex { $0 != nil } ?? chain.count
    let isLast = next == chain.count
    let goesOn = !isLast && chain.needed[next] == tip
    while line < next {
      if isLast, !isExcused, try isWhole(line) {
        // A recorder's lines have checksums, and the fragment that a failed write leaves is not an object.
        report(.foreign, at: line)
      } else if isLast, !isExcused, try isPiece(line) {
        // Like a cut tail, except that a line feed was still written after it.
        report(.torn, at: line)
        if !hasLeftPrefix { findings.pieces.append(line) }
        findings.endsInPiece = line == chain.count - 1
      } else if !goesOn {
        isExcused = true
        report(.altered, at: line)
      } else if (try? JSONValue(parsing: check.bytes(of: line)))?.object != nil {
        report(.foreign, at: line)
      } else {
        report(.torn, at: line)
        if !hasLeftPrefix { findings.pieces.append(line) }
      }
      line += 1
    }
    isExcused = !goesOn
  }

  /// Returns true if a line without a checksum is complete all the same: an object, or blank.
  private func isWhole(_ line: Int) throws(SessionLogError) -> Bool {
    let bytes = try check.bytes(of: line)
    if bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { return true }
    return !bytes.almostEndInChecksum && (try? JSONValue(parsing: bytes))?.object != nil
  }

  /// Returns true if a line without a checksum can be the beginning of a longer one.
  private func isPiece(_ line: Int) throws(SessionLogError) -> Bool {
    let range = try check.range(of: line)
    return try check.bytes(range.suffix(2)) != Array("\"}".utf8)
  }

  private mutating func judge(_ stored: Checksum) throws(SessionLogError) {
    let need = chain.needed[line]
    if need == tip { return believe(stored) }
    if passed.lead(from: tip, to: need) {
      // It follows from lines that were skipped, so it begins a run of its own.
      endRun(at: line)
      return believe(stored)
    }
    let twins = chain.linesByStored[stored] ?? []
    if let twin = twins.first(where: { $0 < line && chain.needed[$0] == need }) {
      return judgeCopy(of: twin)
    }
    if let others = chain.linesByStored[need], let other = others.first(where: { $0 != line }),
      need != Checksum()
    {
      return judgeOrder(stored, needs: others.first { $0 > line } ?? other)
    }
    guard !isExcused else {
      // The checksum that it needs was in the line that has just been reported as damaged.
      return believe(stored)
    }
    try judgeStranger(stored)
  }

  /// Classifies lines that occur a second time.
  private mutating func judgeCopy(of twin: Int) {
    let first = line
    var twin = twin
    repeat {
      report(.doubled, at: line)
      line += 1
      twin += 1
    } while twin < first && chain.isLinked(line) && chain.isLinked(twin)
      && chain.stored[line] == chain.stored[twin]
  }

  private mutating func judgeOrder(_ stored: Checksum, needs other: Int) {
    let end = chain.endOfRun(line)
    guard other > line else {
      report(.reordered, at: line, count: end - line + 1)
      line = end + 1
      return
    }
    let head = chain.headOfRun(other)
    // The smaller part was moved. Of two parts of equal size, the moved one has no successor: if
    // two lines were exchanged around a third, the line that belongs after the third has been
    // skipped.
    let isSmaller = other - head < end - line
    let isAlike = other - head == end - line
    if chain.needed[head] == tip, head > line,
      isSmaller || isAlike && chain.stored[end].map(passed.go(onFrom:)) ?? false
    {
      // The lines that belong here are further down. After lines that have just been reported, they
      // need not be reported as well.
      if !hasLeftPrefix || runStart != nil { report(.reordered, at: line) }
      displaced[head] = other + 1
      return believe(stored)
    }
    report(.reordered, at: line, count: end - line + 1)
    if let last = chain.stored[end] { passed.add(from: chain.needed[line], to: last) }
    line = end + 1
  }

  /// Classifies a line that needs a checksum that no line has.
  private mutating func judgeStranger(_ stored: Checksum) throws(SessionLogError) {
    if let next = chain.headsByNeed[tip]?.first(where: { $0 > line }) {
      let end = min(chain.endOfRun(line) + 1, next)
      report(.foreign, at: line, count: end - line)
      line = end
      return
    }
    let bytes = try check.bytes(of: line)
    let evidence = LineEvidence(bytes, after: tip)
    let next = line + 1 < chain.count ? line + 1 : nil
    let nextNeed = next.flatMap { chain.stored[$0] == nil ? nil : chain.needed[$0] }
    if let computed = evidence.computed, nextNeed == computed, computed != stored {
      // Only the digits of its checksum were changed.
      report(.altered, at: line)
      return believe(computed)
    }
    if evidence.isOneByteOff || !evidence.isObject {
      report(.altered, at: line)
    } else if chain.needed[line] == Checksum(), line > 0 {
      // The first line of another log.
      let end = chain.endOfRun(line)
      report(.foreign, at: line, count: end - line + 1)
      line = end + 1
      isExcused = true
      return
    } else if let nextNeed, nextNeed != stored {
      report(.foreign, at: line)
      isExcused = true
      line += 1
      return
    } else {
      try judgePlace()
    }
    believe(stored)
  }

  private mutating func judgePlace() throws(SessionLogError) {
    guard line > 0 else {
      // A log that does not begin with the start of a chain lacks its first lines.
      let isHeader = try check.key(of: 0)?.kind == .header
      return report(isHeader ? .alteredOrMissing : .missing, at: 0)
    }
    let above = try lastPlace(upTo: tipLine ?? line - 1)
    // If the line itself does not decide, the next ones of its run may.
    var step = LinePlace.Step.unclear
    if let before = try place(of: above) {
      var below = line
      repeat {
        if let here = try place(of: below) { step = before.step(to: here) }
        below += 1
      } while step == .unclear && chain.isLinked(below)
    }
    switch step {
    case .jumps: report(.missing, at: line)
    case .goesBack: report(.foreign, at: line)
    case .follows, .unclear: report(.alteredOrMissing, at: line)
    }
  }

  /// Returns the last line up to `line` that has a place in the session, or else the first line.
  ///
  /// Lines that the last search visited are not visited again: O(lines) for a whole traversal.
  private mutating func lastPlace(upTo line: Int) throws(SessionLogError) -> Int {
    var above = line
    while above > 0, try place(of: above)?.isRegular != true {
      if let placeAbove, above <= placeAbove.upTo, above >= placeAbove.line {
        above = placeAbove.line
        break
      }
      above -= 1
    }
    placeAbove = (line, above)
    return above
  }

  private func place(of line: Int) throws(SessionLogError) -> LinePlace? {
    try check.key(of: line).flatMap(LinePlace.init)
  }
}

extension [UInt8] {
  /// True if they end as a line with a checksum does, except for one byte at most.
  fileprivate var almostEndInChecksum: Bool {
    let end = Array(#","crc":"00000000"}"#.utf8)
    guard count >= end.count else { return false }
    let others = zip(suffix(end.count), end).filter { byte, model in
      model == UInt8(ascii: "0")
        ? !Character(Unicode.Scalar(byte)).isHexDigit : byte != model
    }
    return others.count <= 1
  }
}
