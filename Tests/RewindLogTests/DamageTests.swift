import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import Testing

@Suite("A damaged log")
struct DamageTests {
  /// A session of a few hundred actions.
  private static let session: [[UInt8]] = {
    var log = RandomLog(actions: DamagedLog.isExhaustive ? 300 : 120, seed: 11)
    log.close()
    return log.lines
  }()

  private var session: [[UInt8]] { Self.session }

  @Test("is read up to the cut, wherever it is cut")
  func cuts() throws {
    let bytes = Array(session.joined())
    let ends = session.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    for cut in DamagedLog.places(bytes.count, sample: 1_000) {
      let log = DamagedLog(session, Array(bytes[..<cut]))
      // A line that lacks only its line feed is whole.
      let prefix = ends.lastIndex { $0 - 1 <= cut } ?? 0
      guard prefix > 0 else {
        #expect(log.open() == nil, "cut at \(cut)")
        continue
      }
      let open = try #require(log.open(), "cut at \(cut)")
      #expect(open.lineCount == prefix, "cut at \(cut)")
      #expect(open.damages.isEmpty, "cut at \(cut)")
      #expect(try open.bytes(of: prefix - 1) + [0x0A] == session[prefix - 1], "cut at \(cut)")
      let isCut = cut > ends[prefix]
      #expect(try (open.findEnd().end == .cut) == isCut, "cut at \(cut)")
      #expect(open.tailLength == (isCut ? cut - ends[prefix] : 0), "cut at \(cut)")
    }
  }

  @Test("is read up to the line in which a bit was flipped, whichever it is")
  func flips() throws {
    let bytes = Array(session.joined())
    var lineOf: [Int] = []
    for (line, text) in session.enumerated() {
      lineOf += repeatElement(line, count: text.count)
    }
    for place in DamagedLog.places(bytes.count * 8, sample: 800) {
      var flipped = bytes
      flipped[place / 8] ^= 1 << UInt8(place % 8)
      let line = lineOf[place / 8]
      let log = DamagedLog(session, flipped)
      if place / 8 == bytes.count - 1 {
        // The last line feed is gone: the last line is not a whole one any more.
        #expect(log.open()?.lineCount == line, "bit \(place)")
        continue
      }
      // Where the last characters of the last line were hit, it looks like a piece.
      let kinds: Set<LogDamage.Kind> =
        line == session.count - 1 ? [.altered, .torn] : [.altered]
      try log.expect(prefix: line, kinds, "bit \(place % 8) of byte \(place / 8), line \(line + 1)")
    }
  }

  @Test("lacks lines: the first one after them is reported")
  func losses() throws {
    for (first, count) in blocks(upTo: 3) where first + count < session.count {
      var lines = session
      lines.removeSubrange(first..<(first + count))
      let log = DamagedLog(session, lines: lines)
      try log.expect(
        prefix: first,
        [.missing, .alteredOrMissing],
        "without \(count) from line \(first + 1)"
      )
      let damage = try log.findings().damage
      #expect(damage.map(\.line) == [first + 1])
      let lost = session[first..<(first + count)].map { $0.prefix(9) }
      if lost.contains(Array(#"{"after":"#.utf8)[...]) {
        #expect(damage.first?.kind == .missing, "without \(count) from line \(first + 1)")
      }
    }
  }

  @Test("that lacks its last lines is a log")
  func endLost() throws {
    for count in 1..<session.count {
      let log = try SessionLog.open(bytes: Array(session[..<count].joined()))
      #expect(log.damages.isEmpty)
      #expect(log.lineCount == count)
    }
  }

  @Test("has lines twice: each copy is reported")
  func copies() throws {
    for (first, count) in blocks(upTo: 3) {
      let block = session[first..<(first + count)]
      for distance in [0, 1, 7] where first + count + distance <= session.count {
        var lines = session
        let place = first + count + distance
        lines.insert(contentsOf: block, at: place)
        let log = DamagedLog(session, lines: lines)
        try log.expect(prefix: place, [.doubled], "lines \(first + 1)… again at \(place + 1)")
        #expect(try log.findings().damage.map(\.line) == Array((place + 1)...(place + count)))
      }
    }
  }

  @Test("has lines in another order")
  func order() throws {
    var random = SeededGenerator(seed: 5)
    for first in DamagedLog.places(session.count, sample: 60) where first > 0 {
      for distance in [1, 2, 10] where first + distance < session.count {
        var lines = session
        lines.swapAt(first, first + distance)
        try DamagedLog(session, lines: lines)
          .expect(prefix: first, [.reordered], "lines \(first + 1) and \(first + distance + 1)")
      }
      // A block moved to another place.
      var lines = session
      let count = Int.random(in: 1...4, using: &random)
      guard first + count <= session.count else { continue }
      let block = Array(lines[first..<(first + count)])
      lines.removeSubrange(first..<(first + count))
      let place = Int.random(in: 1...lines.count, using: &random)
      guard place != first else { continue }
      lines.insert(contentsOf: block, at: place)
      try DamagedLog(session, lines: lines).expect(
        prefix: min(first, place),
        [.reordered],
        "\(count) lines from \(first + 1) at \(place + 1)"
      )
    }
  }

  @Test("in which two lines were swapped: those two are reported, and all after them is good")
  func exchanges() throws {
    for distance in 1...5 {
      for first in DamagedLog.places(session.count - distance - 2, sample: 60) where first > 0 {
        var lines = session
        lines.swapAt(first, first + distance)
        let log = DamagedLog(session, lines: lines)
        let comment: Comment = "lines \(first + 1) and \(first + distance + 1)"
        try log.expect(prefix: first, [.reordered], comment)
        let findings = try log.findings()
        // Of two neighbors, one was moved past the other.
        let expected = distance == 1 ? [first + 1] : [first + 1, first + distance + 1]
        #expect(findings.damage.map(\.line) == expected, comment)
        #expect(findings.damage.allSatisfy { $0.count == 1 }, comment)
        #expect(findings.runs.last == (first + distance + 1)..<session.count, comment)
      }
    }
  }

  @Test("in which some lines are in reverse order is good after them")
  func reversal() throws {
    for count in 3...6 {
      for first in DamagedLog.places(session.count - count - 1, sample: 30) where first > 0 {
        var lines = session
        lines[first..<(first + count)].reverse()
        let log = DamagedLog(session, lines: lines)
        let comment: Comment = "\(count) lines from \(first + 1)"
        try log.expect(prefix: first, [.reordered], comment)
        #expect(try log.findings().runs.last == (first + count)..<session.count, comment)
      }
    }
  }

  @Test("holds lines of another session, between its own or in their place")
  func foreignLines() throws {
    let other = RandomLog.foreign(actions: 120).lines
    for first in DamagedLog.places(session.count - 1, sample: 60) where first > 0 {
      for count in [1, 3] where first + count < other.count {
        var lines = session
        lines.insert(contentsOf: other[first..<(first + count)], at: first)
        let log = DamagedLog(session, lines: lines)
        try log.expect(prefix: first, [.foreign], "\(count) lines at \(first + 1)")
        #expect(
          try log.findings().damage == [LogDamage(line: first + 1, kind: .foreign, count: count)]
        )
      }
      guard first < other.count else { continue }
      var lines = session
      lines[first] = other[first]
      try DamagedLog(session, lines: lines)
        .expect(prefix: first, [.foreign], "in place of line \(first + 1)")
    }
    let joined = DamagedLog(session, lines: session + other)
    try joined.expect(prefix: session.count, [.foreign], "one after the other")
    #expect(try joined.findings().damage.count == 1)
  }

  @Test("with converted line ends is reported, and read all the same")
  func lineEnds() throws {
    let converted = session.map { [UInt8]($0.dropLast()) + [0x0D, 0x0A] }
    for lines in [converted, Array(session[..<40] + converted[40...])] {
      let log = try SessionLog.open(bytes: Array(lines.joined()))
      #expect(log.damages.map(\.kind) == [.lineEnds])
      #expect(log.damage == nil)
      #expect(log.lineCount == session.count)
      for line in session.indices {
        #expect(try log.bytes(of: line) + [0x0A] == session[line])
        _ = try log.line(line)
      }
      #expect(try log.findEnd().end == .closed)
    }
  }

  @Test("with pieces between its lines is read as if they were not there")
  func pieces() throws {
    for place in DamagedLog.places(session.count - 1, sample: 30) where place > 0 {
      for length in [0, 1, 20, session[place].count - 2] {
        var lines = session
        lines.insert(session[place].prefix(length) + [0x0A], at: place)
        lines.insert(Array("{\n".utf8), at: place)
        let log = try SessionLog.open(bytes: Array(lines.joined()))
        #expect(log.damages.map(\.kind) == [.torn, .torn])
        #expect(log.damage == nil)
        #expect(log.lineCount == session.count)
        #expect(try log.bytes(of: place) + [0x0A] == session[place])
        #expect(log.number(of: place - 1) == place)
        #expect(log.number(of: place) == place + 3)
      }
    }
  }

  @Test("is never taken for more than it is, whatever was done to it", arguments: 1...200)
  func anything(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let other = RandomLog.foreign(actions: 30).lines
    let mine = RandomLog(actions: 30, using: &random).lines
    var lines = mine
    for _ in 0..<Int.random(in: 1...6, using: &random) where lines.count > 2 {
      // Another session's header would make it another session.
      let place = Int.random(in: 1..<lines.count, using: &random)
      let target = Int.random(in: 1..<lines.count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: lines.remove(at: place)
      case 1: lines.swapAt(place, target)
      case 2: lines.insert(lines[place], at: target)
      case 3: lines.insert(other[place % other.count], at: target)
      case 4: lines[place] = other[place % other.count]
      case 5:
        let byte = Int.random(in: 0..<lines[place].count, using: &random)
        lines[place][byte] = UInt8.random(in: .min ... .max, using: &random)
      default: lines[place] = Array(lines[place].prefix(Int.random(in: 0..<99, using: &random)))
      }
    }
    let log = DamagedLog(mine, lines: lines)
    let common = zip(Array(lines.joined()).lines, mine).prefix { $0 == $1 }.count
    let findings = try log.findings()
    #expect(findings.prefix >= common, "seed \(seed)")
    guard let open = log.open() else { return }
    for line in 0..<open.lineCount {
      #expect(try open.bytes(of: line) + [0x0A] == mine[line], "seed \(seed), line \(line + 1)")
    }
  }

  private func blocks(upTo limit: Int) -> [(first: Int, count: Int)] {
    let blocks = (1..<session.count).flatMap { first in
      (1...limit).filter { first + $0 <= session.count }.map { (first, $0) }
    }
    return DamagedLog.places(blocks.count, sample: 120).map { blocks[$0] }
  }
}
