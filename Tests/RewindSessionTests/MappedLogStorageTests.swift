import Foundation
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import Testing

@Suite("A mapped log")
struct MappedLogStorageTests {
  /// Extents so small that a few lines fill one.
  private static var small: MappedLogStorage.Sizes {
    var sizes = MappedLogStorage.Sizes()
    (sizes.least, sizes.largest, sizes.smallest) = (8_192, 8_192, 4_096)
    sizes.pause = .zero
    return sizes
  }

  /// Holds what needs it until it is opened.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func pass() {
      semaphore.wait()
      semaphore.signal()
    }
    func open() { semaphore.signal() }
  }

  // MARK: - Lines and spaces

  @Test("holds the lines that a written log holds, and blank ones after them until it is closed")
  func sameLines() throws {
    for sizes in [Self.small, MappedLogStorage.Sizes()] {
      let mapped = WrittenSession(FaultyStorage(), mapped: sizes)
      let written = WrittenSession(FaultyStorage())
      for session in [mapped, written] { session.play(1...60) }
      #expect(mapped.isAllWritten)
      let lines = written.storage.bytes
      #expect(mapped.storage.bytes.starts(with: lines))
      #expect(mapped.storage.bytes.dropFirst(lines.count).allSatisfy { $0 == 0x0A })
      for session in [mapped, written] { session.writer.close() }
      #expect(mapped.storage.bytes == written.storage.bytes)
      #expect(mapped.storage.isClosed)
      #expect(mapped.reportedFailures.isEmpty)
    }
  }

  @Test("takes lines that are longer than the room ahead")
  func longLines() throws {
    let session = WrittenSession(FaultyStorage(), mapped: Self.small)
    for index in 1...20 {
      session.action(index)
      let text = String(repeating: "x", count: index * 700)
      session.append(.keyframe, #"{"after":\#(index),"state":"\#(text)"}"#)
    }
    session.writer.close()
    #expect(session.isAllWritten)
    try session.expectNothingLostSilently()
  }

  @Test("is a file in which no byte is ever a NUL, and only lines once it is closed")
  func realFile() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let disk = DiskQueue()
      let writer = SessionWriter(storage: try MappedLogStorage.create(path, on: disk), disk: disk)
      writer.append(.header, Array(#"{"rewind":1,"session":"s","app":"test""#.utf8))
      writer.append(.keyframe, Array(#"{"after":0,"state":{}"#.utf8))
      // Past several extents.
      for index in 1...3_000 {
        let text = String(repeating: "x", count: 500)
        writer.append(.action, Array(#"{"index":\#(index),"action":"\#(text)""#.utf8), index: index)
        guard index.isMultiple(of: 500) else { continue }
        #expect(try !Data(contentsOf: URL(fileURLWithPath: path)).contains(0))
        let log = try SessionLog.open(path)
        #expect(log.damage == nil)
        #expect(log.tailLength == 0)
        #expect(log.lineCount == index + 2)
      }
      writer.close()
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(bytes.suffix(3) == Data("\"}\n".utf8))
      #expect(try SessionLog.open(path).lineCount == 3_003)
    }
  }

  // MARK: - A disk that stalls

  /// A session whose file is not made longer beyond its first two extents until the gate is opened.
  private func stalling(_ gate: Gate) -> WrittenSession {
    let storage = FaultyStorage(writes: { call in
      if call >= 2 { gate.pass() }
      return nil
    })
    return WrittenSession(storage, mapped: Self.small)
  }

  @Test(
    "delays no dispatch while the disk stalls: lines without room become a gap, which is reported at once, and a whole state follows once it answers"
  )
  func stall() throws {
    let gate = Gate()
    let session = stalling(gate)
    // The test is that this returns: the gate stays closed.
    session.play(1...100)
    #expect(!session.isAllWritten)
    #expect(session.reportedFailures == [.stalled])
    // What an app leaves that is killed now.
    try session.expectNothingLostSilently(isClosed: false)
    let log = try SessionLog.open(bytes: session.storage.bytes)
    #expect(log.tailLength == 0)
    guard case .gap(let gap) = try log.line(log.lineCount - 1) else {
      return #expect(Bool(false), "The log does not end with a gap.")
    }
    #expect(gap.why == "the disk did not make room in time")
    #expect(gap.index == 100)
    let lost = session.attempts.filter { !$0.isWritten }.count
    #expect(gap.json.object?.members.compactMap(\.value.int).reduce(0, +) == lost)
    gate.open()
    session.waitForDisk()
    session.play(101...140)
    session.writer.close()
    #expect(session.attempts.last?.isWritten == true)
    try session.expectNothingLostSilently()
  }

  @Test("begins a segment when its file is there, and goes on in the old one until then")
  func segments() throws {
    let gate = Gate()
    let next = FaultyStorage()
    let plan = SegmentPlan(
      limit: 500,
      create: { number in
        gate.pass()
        return .success((next, Array(#"{"rewind":1,"session":"s","segment":\#(number)"#.utf8)))
      },
      settle: { _, _ in }
    )
    let session = WrittenSession(FaultyStorage(), segments: plan)
    session.play(1...2)
    #expect(session.writer.isFull)
    #expect(!session.writer.beginSegment(with: [Array(#"{"after":2,"state":{"n":2}"#.utf8)]))
    // Until the file is there, no states are written whole for it.
    #expect(!session.writer.isFull)
    session.play(3...4)
    gate.open()
    session.waitForDisk()
    #expect(session.writer.isFull)
    #expect(session.writer.beginSegment(with: [Array(#"{"after":4,"state":{"n":4}"#.utf8)]))
    session.play(5...5)
    session.writer.close()
    #expect(try SessionLog.open(bytes: session.storage.bytes).findEnd().end == .continued)
    #expect(try SessionLog.open(bytes: next.bytes).findEnd().end == .closed)
  }

  @Test("removes the file of a segment that came too late")
  func lateSegment() {
    let gate = Gate()
    let next = FaultyStorage()
    let settled = Settled()
    let plan = SegmentPlan(
      limit: 500,
      create: { _ in
        gate.pass()
        return .success((next, Array(#"{"rewind":1,"session":"s""#.utf8)))
      },
      settle: { settled.add($0, $1) }
    )
    let session = WrittenSession(FaultyStorage(), segments: plan)
    session.play(1...2)
    #expect(!session.writer.beginSegment(with: [Array(#"{"after":2,"state":{"n":2}"#.utf8)]))
    gate.open()
    session.writer.close()
    #expect(next.isClosed)
    #expect(settled.all == ["2 false"])
  }

  private final class Settled: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var heard: [String] = []
    func add(_ number: Int, _ isBegun: Bool) {
      lock.withLock { heard.append("\(number) \(isBegun)") }
    }
    var all: [String] { lock.withLock { heard } }
  }

  // MARK: - A disk that fails

  @Test("meets a full disk where the file is made longer, and goes on when there is room again")
  func fullDisk() throws {
    let storage = FaultyStorage(writes: { $0 >= 2 ? .error(ENOSPC) : nil })
    let session = WrittenSession(storage, mapped: Self.small)
    session.play(1...100)
    #expect(session.reportedFailures == [.noSpace])
    let log = try SessionLog.open(bytes: storage.bytes)
    guard case .gap = try log.line(log.lineCount - 1) else {
      return #expect(Bool(false), "The log does not end with a gap.")
    }
    storage.mend()
    session.play(101...140)
    session.writer.close()
    #expect(session.attempts.last?.isWritten == true)
    try session.expectNothingLostSilently()
  }

  @Test("uses the rest of a disk that is nearly full")
  func nearlyFull() throws {
    // Of the third extent only half is granted.
    let storage = FaultyStorage(writes: { $0 == 2 ? .error(ENOSPC) : nil })
    let session = WrittenSession(storage, mapped: Self.small)
    session.play(1...120)
    session.writer.close()
    #expect(session.isAllWritten)
    try session.expectNothingLostSilently()
  }

  @Test("loses nothing silently, whatever fails", arguments: 1...200)
  func randomFaults(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let share = [0.05, 0.3, 0.7].randomElement(using: &random) ?? 0.1
    var faults: [Int: FaultyStorage.Fault] = [:]
    for call in 2..<400 where Double.random(in: 0..<1, using: &random) < share {
      faults[call] =
        Bool.random(using: &random)
        ? .short(Int.random(in: 0..<900, using: &random))
        : .error([ENOSPC, EIO, EDQUOT, EFBIG].randomElement(using: &random) ?? EIO)
    }
    let refusals = Set((0..<400).filter { _ in Bool.random(using: &random) })
    let storage = FaultyStorage(
      writes: { [faults] in faults[$0] },
      truncates: { refusals.contains($0) ? .error(EIO) : nil }
    )
    let session = WrittenSession(storage, mapped: Self.small)
    session.play(1...80)
    // Room that could neither be made nor be taken back is distinguished from blank lines at the next attempt.
    if storage.bytes.count.isMultiple(of: MappedLogStorage.unit) {
      try session.expectNothingLostSilently("seed \(seed), open", isClosed: false)
    }
    storage.mend()
    session.play(81...120)
    session.writer.close()
    try session.expectNothingLostSilently("seed \(seed)")
    #expect(session.attempts.last?.isWritten == true)
  }

  @Test("stores nothing where another program has cut the file")
  func cut() {
    let storage = FaultyStorage()
    let session = WrittenSession(storage, mapped: Self.small)
    session.play(1...3)
    storage.cut(to: 10)
    session.play(4...20)
    session.writer.close()
    #expect(session.reportedFailures == [.wasCut])
  }
}

// MARK: - Reading

@Suite("The room at the end of a log")
struct RoomAtEndTests {
  private let folder = TemporaryFolder()

  private static func log() -> [UInt8] {
    let session = WrittenSession(FaultyStorage())
    session.play(1...4)
    return session.storage.bytes
  }

  /// With room after it, as a recorder that was killed leaves it.
  private static func padded(_ log: [UInt8]) -> [UInt8] {
    let length = (log.count / MappedLogStorage.unit + 20) * MappedLogStorage.unit
    return log + [UInt8](repeating: 0x0A, count: length - log.count)
  }

  @Test("is not a part of it, wherever in a line the program was killed")
  func everyCut() throws {
    let log = Self.log()
    // The last three bytes of a line are stored together.
    let ends = log.indices.filter { log[$0] == 0x0A }
    for length in 0...log.count {
      let plain = Array(log[..<length])
      guard !ends.contains(length), !ends.contains(length + 1) else { continue }
      #expect(Self.summary(Self.padded(plain)) == Self.summary(plain), "\(length) bytes")
    }
  }

  private static func summary(_ bytes: [UInt8]) -> String {
    do {
      let log = try SessionLog.open(bytes: bytes)
      let end = try log.findEnd()
      return "\(log.lineCount) \(log.tailLength) \(log.damage?.line ?? 0) \(end)"
    } catch {
      if case .notASession = error.reason { return "no log" }
      return "\(error)"
    }
  }

  @Test("is no damage in a copy that has only a part of it")
  func otherBlankLines() throws {
    let padded = Self.padded(Self.log())
    #expect(try SessionLog.open(bytes: padded).damage == nil)
    #expect(try SessionLog.open(bytes: padded + [0x0A]).damage == nil)
    #expect(try SessionLog.open(bytes: padded.dropLast(7)).damage == nil)
  }

  @Test("is dropped by any program that rewrites the log")
  func repair() throws {
    let log = String(decoding: Self.log(), as: UTF8.self)
    let padded = String(decoding: Self.padded(Self.log()), as: UTF8.self)
    let path = try folder.file("log.jsonl", padded).path
    let examination = try IntegrityReport.read(path)
    #expect(examination.findings.damage == nil)
    _ = try LogRepair(examination).writePrefix(to: folder.path("repaired.jsonl"))
    _ = try LogRepair.acceptEdits(of: path, to: folder.path("edited.jsonl"))
    for name in ["repaired.jsonl", "edited.jsonl"] {
      #expect(try String(contentsOfFile: folder.path(name), encoding: .utf8) == log)
    }
  }

  @Test("gives way to the lines that come, for who follows the session")
  func following() throws {
    let bytes = Self.log()
    let path = folder.path("log.jsonl")
    let starts = bytes.indices.filter { $0 == 0 || bytes[$0 - 1] == 0x0A } + [bytes.count]
    let padded = Self.padded(Array(bytes[..<starts[2]]))
    try Data(padded).write(to: URL(fileURLWithPath: path))
    let log = try SessionLog.open(path)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    for (line, (start, end)) in zip(starts, starts.dropFirst()).enumerated().dropFirst(2) {
      // The file stays as long as it was.
      try file.seek(toOffset: UInt64(start))
      try file.write(contentsOf: Data(bytes[start..<(end - 20)]))
      #expect(try !log.refresh())
      try file.write(contentsOf: Data(bytes[(end - 20)..<end]))
      #expect(try log.refresh())
      #expect(log.lineCount == line + 1)
      #expect(log.damage == nil)
    }
  }
}
