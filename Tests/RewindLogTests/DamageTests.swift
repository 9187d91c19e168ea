import Foundation
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import Testing

@Suite("A damaged log")
struct DamageTests {
  private let folder = TemporaryFolder()

  /// A session of some hundred actions.
  private let session = RandomRecording(actions: TestScale.count(30, of: 300), seed: 11).bytes.lines

  /// A session of which every byte can be changed in several ways.
  private let small = RandomRecording(actions: TestScale.count(4, of: 20), seed: 12).bytes.lines

  @Test("is read up to the cut, wherever it is cut")
  func cuts() throws {
    let bytes = session.joinedBytes
    let ends = session.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    for cut in DamagedLog.sampledIndexes(bytes.count, sample: 400) {
      let log = DamagedLog(session, Array(bytes[..<cut]))
      // A line that lacks only its line feed is whole.
      let prefix = ends.lastIndex { $0 - 1 <= cut } ?? 0
      guard prefix > 0 else {
        #expect(log.open() == nil, "cut at \(cut)")
        continue
      }
      if cut > ends[prefix] {
        try log.expect(prefix: prefix, [.torn], "cut at \(cut)")
        #expect(log.open()?.tailLength == cut - ends[prefix], "cut at \(cut)")
      } else {
        let open = try #require(log.open(), "cut at \(cut)")
        #expect(try log.findings().damage == nil, "cut at \(cut)")
        #expect(open.lineCount == prefix, "cut at \(cut)")
        #expect(open.tailLength == 0, "cut at \(cut)")
        #expect(try open.findEnd().end != .cut, "cut at \(cut)")
      }
    }
  }

  @Test("is read up to the line in which a byte was changed, whichever it is")
  func changes() throws {
    let bytes = small.joinedBytes
    var lineOf: [Int] = []
    for (line, text) in small.enumerated() { lineOf += repeatElement(line, count: text.count) }
    for index in bytes.indices {
      let some = [bytes[index] ^ 1 << UInt8(index % 8), Array("\n}\"\0".utf8)[index / 2 % 4]]
      let others = TestScale.isExhaustive ? Array(UInt8.min ... .max) : some
      for byte in others where byte != bytes[index] {
        var changed = bytes
        changed[index] = byte
        // Without its brace, and before a line feed, the last line looks cut.
        let isCut = index == bytes.count - 2 && byte == 0x0A
        try DamagedLog(small, changed).expect(
          prefix: lineOf[index],
          [isCut ? .torn : .altered],
          "byte \(index) in line \(lineOf[index] + 1) is \(byte)"
        )
      }
    }
  }

  @Test("lacks lines: the first one after them is reported")
  func losses() throws {
    for (first, count) in blocks(upTo: 3) where first + count < session.count {
      var lines = session
      lines.removeSubrange(first..<(first + count))
      try DamagedLog(session, lines: lines)
        .expect(prefix: first, [.altered], "without \(count) from line \(first + 1)")
    }
  }

  @Test("has lines in another order: the first one that was moved is reported")
  func order() throws {
    var random = SeededGenerator(seed: 5)
    for first in DamagedLog.sampledIndexes(session.count, sample: 60) where first > 0 {
      for distance in [1, 2, 3, 10] where first + distance < session.count {
        var lines = session
        lines.swapAt(first, first + distance)
        try DamagedLog(session, lines: lines)
          .expect(prefix: first, [.altered], "lines \(first + 1) and \(first + distance + 1)")
      }
      // A block moved to another line.
      var lines = session
      let count = Int.random(in: 1...4, using: &random)
      guard first + count <= session.count else { continue }
      let block = Array(lines[first..<(first + count)])
      lines.removeSubrange(first..<(first + count))
      let index = Int.random(in: 1...lines.count, using: &random)
      guard index != first else { continue }
      lines.insert(contentsOf: block, at: index)
      try DamagedLog(session, lines: lines)
        .expect(
          prefix: min(first, index),
          [.altered],
          "\(count) lines from \(first + 1) at \(index + 1)"
        )
    }
  }

  @Test("is readable after the damage from the first of two lines on that continue one another")
  func shortRuns() throws {
    for count in 1...3 {
      var lines = small
      lines.remove(at: small.count - count - 1)
      let rest = (lines.count - count)..<lines.count
      let runs = try DamagedLog(small, lines: lines).findings().runs
      #expect(runs == (count > 1 ? [rest] : []), "\(count) lines")
    }
  }

  @Test("does not seem to end in a crash once it is repaired, whatever follows its last action")
  func repairedEnd() throws {
    for line: JSONValue in [["index": 1, "input": ["name": "n"]], ["note": "n", "index": 1]] {
      var file = SessionFile(start: 0)
      file.add(1, "T", state: nil)
      file.add(line)
      file.add(["after": 1, "state": 1])
      let text = String(decoding: file.bytes, as: UTF8.self).replacing(#"state":1"#, with: "")
      try TemporaryFolder.with { folder in
        let (path, output) = (try folder.file("log.jsonl", text).path, folder.path("good.jsonl"))
        _ = try LogRepair(IntegrityReport.read(path)).writePrefix(to: output)
        #expect(try SessionLog.open(output).findEnd().end == .stopped)
      }
    }
  }

  @Test("holds lines of another session, between its own or instead of them")
  func foreignLines() throws {
    let other = RandomRecording(actions: 120, app: "other", seed: 12).bytes.lines
    for first in DamagedLog.sampledIndexes(session.count - 1, sample: 60) where first > 0 {
      for count in [1, 3] where first + count < other.count {
        var lines = session
        lines.insert(contentsOf: other[first..<(first + count)], at: first)
        try DamagedLog(session, lines: lines)
          .expect(prefix: first, [.altered], "\(count) lines at \(first + 1)")
      }
      guard first < other.count else { continue }
      var lines = session
      lines[first] = other[first]
      // A line of the session is missing where another one stands instead.
      try DamagedLog(session, lines: lines)
        .expect(prefix: first, [.altered], "instead of line \(first + 1)")
    }
  }

  @Test("before another log is reported where that begins, and each can be had back")
  func joined() throws {
    let other = RandomRecording(actions: 20, app: "other", seed: 12).bytes.lines
    let log = DamagedLog(session, lines: session + other)
    try log.expect(prefix: session.count, [.altered], "one after the other")
    #expect(try log.findings().runs == [session.count..<(session.count + other.count)])
    let path = folder.path("log.jsonl")
    try Data(log.bytes).write(to: URL(fileURLWithPath: path))
    let repair = LogRepair(try IntegrityReport.read(path))
    _ = try repair.writePrefix(to: folder.path("first.jsonl"))
    _ = try repair.writePart(after: session.count + 1, to: folder.path("second.jsonl"))
    #expect(
      try Data(contentsOf: folder.url.appendingPathComponent("first.jsonl"))
        == Data(session.joined())
    )
    let second = try SessionLog.open(folder.path("second.jsonl"))
    #expect(try second.header.session == SessionLog.open(bytes: other.joinedBytes).header.session)
  }

  @Test("with converted line ends is reported at the first of them, and can be had back whole")
  func lineEnds() throws {
    let converted = session.map { [UInt8]($0.dropLast()) + [0x0D, 0x0A] }
    for first in [0, 40] {
      let log = DamagedLog(session, lines: session[..<first] + Array(converted[first...]))
      try log.expect(prefix: first, [.altered], "from line \(first + 1)")
      try TemporaryFolder.with { folder in
        let (path, output) = (folder.path("log.jsonl"), folder.path("repaired.jsonl"))
        try Data(log.bytes).write(to: URL(fileURLWithPath: path))
        _ = try LogRepair.acceptEdits(of: path, to: output)
        #expect(try Data(contentsOf: URL(fileURLWithPath: output)) == Data(session.joined()))
      }
    }
  }

  @Test("with fragments between its lines is read as if they were not there")
  func fragments() throws {
    for index in DamagedLog.sampledIndexes(session.count - 1, sample: 30) where index > 0 {
      for length in [0, 1, 20, session[index].count - 2] {
        var lines = session
        lines.insert(session[index].prefix(length) + [0x0A], at: index)
        lines.insert(Array("{\n".utf8), at: index)
        let damaged = DamagedLog(session, lines: lines)
        try damaged.expectWhole("\(length) bytes before line \(index + 1)")
        #expect(try damaged.findings().fragments == [index, index + 1])
        let log = try SessionLog.open(bytes: damaged.bytes)
        #expect(log.number(of: index - 1) == index)
        #expect(log.number(of: index) == index + 3)
      }
    }
  }

  @Test("is whole with any number of line feeds after it: they are room for more lines")
  func room() throws {
    for count in [1, 2, 100, 4_096] {
      let room = [UInt8](repeating: 0x0A, count: count)
      try DamagedLog(session, session.joinedBytes + room).expectWhole("\(count) line feeds")
    }
  }

  @Test("is reported where a byte of the room after it was changed")
  func changedRoom() throws {
    for index in 0..<60 {
      var room = [UInt8](repeating: 0x0A, count: 60)
      room[index] ^= 1
      try DamagedLog(small, small.joinedBytes + room)
        .expect(prefix: small.count, [.altered], "byte \(index) of the room")
    }
  }

  @Test(
    "is never taken for more than it is, whatever was done to it",
    arguments: TestScale.seeds(25, of: 200)
  )
  func anything(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let other = RandomRecording(actions: 30, app: "other", seed: 12).bytes.lines
    let mine = RandomRecording(actions: 30, using: &random).bytes.lines
    var lines = mine
    for _ in 0..<Int.random(in: 1...6, using: &random) where lines.count > 2 {
      // Another session's header would make it another session.
      let index = Int.random(in: 1..<lines.count, using: &random)
      let target = Int.random(in: 1..<lines.count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: lines.remove(at: index)
      case 1: lines.swapAt(index, target)
      case 2: lines.insert(lines[index], at: target)
      case 3: lines.insert(other[index % other.count], at: target)
      case 4: lines[index] = other[index % other.count]
      case 5:
        let byte = Int.random(in: 0..<lines[index].count, using: &random)
        lines[index][byte] = UInt8.random(in: .min ... .max, using: &random)
      default: lines[index] = Array(lines[index].prefix(Int.random(in: 0..<99, using: &random)))
      }
    }
    let log = DamagedLog(mine, lines: lines)
    let common = zip(lines.joinedBytes.lines, mine).prefix { $0 == $1 }.count
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
    return DamagedLog.sampledIndexes(blocks.count, sample: 60).map { blocks[$0] }
  }
}
