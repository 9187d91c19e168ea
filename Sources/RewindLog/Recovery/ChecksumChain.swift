import RewindSession

/// The links between the lines of a damaged log: the checksum of each line, and the checksum that
/// the line before it must have had.
///
/// ```
/// line            stored   needed
/// {…,"crc":"A"}   A        0          a log begins with 0
/// {…,"crc":"B"}   B        A          follows from the line above
/// {…,"crc":"D"}   D        C          needs a line with C, which is elsewhere, altered or lost
/// ```
///
/// A changed line needs a checksum that never existed.
struct ChecksumChain {
  /// The checksum in each line; nil for a line without one.
  private(set) var stored: [Checksum?] = []
  /// The checksum that each sealed line needs before it.
  private(set) var needed: [Checksum] = []
  /// Lines that do not follow from the line directly before, in order: the heads of the runs.
  private(set) var heads: [Int] = []
  /// Heads by the checksums that they need.
  private(set) var headsByNeed: [Checksum: [Int]] = [:]
  /// Heads, and lines with a checksum that some head needs, by their checksum.
  private(set) var linesByStored: [Checksum: [Int]] = [:]
  private(set) var carriageReturns: [Int] = []

  /// Reads every line of a log.
  static func read(_ check: ChecksumCheck) throws(SessionLogError) -> ChecksumChain {
    var chain = ChecksumChain()
    try chain.add(check)
    return chain
  }

  private mutating func add(_ check: ChecksumCheck) throws(SessionLogError) {
    let count = check.lines.count
    stored.reserveCapacity(count)
    needed.reserveCapacity(count)
    var wanted: Set<Checksum> = []
    var above: Checksum? = Checksum()
    try check.forEachLine(in: 0..<count) { line, _, bytes in
      guard let sealed = ChecksummedLine(bytes) else {
        stored.append(nil)
        needed.append(Checksum())
        heads.append(line)
        above = nil
        return true
      }
      if sealed.hasCarriageReturn { carriageReturns.append(line) }
      if let above, sealed.continues(above) {
        needed.append(above)
      } else {
        let need = sealed.predecessor
        needed.append(need)
        heads.append(line)
        headsByNeed[need, default: []].append(line, atMost: Self.listed)
        wanted.insert(need)
        wanted.insert(sealed.stored)
      }
      stored.append(sealed.stored)
      above = sealed.stored
      return true
    }
    for (line, checksum) in stored.enumerated() {
      guard let checksum, wanted.contains(checksum) else { continue }
      linesByStored[checksum, default: []].append(line, atMost: Self.listed)
    }
  }

  /// The maximum number of places per checksum; checksums rarely collide by chance, so more are deliberate.
  private static let listed = 16

  var count: Int { stored.count }

  /// Returns true if a line follows from the line directly before.
  func isLinked(_ line: Int) -> Bool {
    line > 0 && line < count && stored[line] != nil && stored[line - 1] == needed[line]
  }

  /// Returns the last line of the run that contains a line.
  func endOfRun(_ line: Int) -> Int {
    let next = heads.indices.partitioningIndex { heads[$0] > line }
    return (next < heads.count ? heads[next] : count) - 1
  }

  /// Returns the first line of the run that contains a line.
  func headOfRun(_ line: Int) -> Int {
    let next = heads.indices.partitioningIndex { heads[$0] > line }
    return next > 0 ? heads[next - 1] : 0
  }
}

extension [Int] {
  fileprivate mutating func append(_ element: Int, atMost limit: Int) {
    if count < limit { append(element) }
  }
}
