import Foundation
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import Testing

@Suite("A session writer")
struct WriterTests {
  private let folder = TemporaryFolder()

  private static let errors = [ENOSPC, EIO, EDQUOT, ENXIO, EBADF, EFBIG, EAGAIN, EPIPE, EROFS]
  private static let actions = 6

  /// Writes a session whose calls fail as planned, then closes it with everything mended.
  private func session(_ storage: FaultyStorage) -> WrittenSession {
    let session = WrittenSession(storage)
    session.play(1...Self.actions)
    storage.mend()
    session.writer.close()
    return session
  }

  /// Up to the end line, which is written when everything is mended.
  private var writesWithoutFaults: Int {
    session(FaultyStorage()).storage.writes - 1
  }

  @Test("writes lines that a reader gives back")
  func roundTrip() throws {
    let session = session(FaultyStorage())
    #expect(session.isAllWritten)
    try session.expectNothingLostSilently()
    #expect(session.reportedFailures.isEmpty)
    #expect(session.storage.isClosed)
    // Each line was one write.
    #expect(session.storage.writes == session.attempts.count + 1)
  }

  @Test(
    "loses nothing silently when a stretch of writes is refused, or takes no bytes",
    arguments: errors.map { ($0, .error($0)) } + [(EIO, FaultyStorage.Fault.short(0))]
  )
  func refused(error: CInt, fault: FaultyStorage.Fault) throws {
    for first in 0..<writesWithoutFaults {
      for length in first == 0 ? [1] : [1, 2, 3, 5, 9, 40] {
        let stretch = first..<(first + length)
        let session = session(FaultyStorage(writes: { stretch.contains($0) ? fault : nil }))
        try session.expectNothingLostSilently("writes \(stretch)")
        #expect(session.reportedFailures == [SystemError(code: error)], "writes \(stretch)")
      }
    }
  }

  @Test("goes on after an interrupted or a short write, of whatever length")
  func shortWrites() throws {
    for call in 0..<writesWithoutFaults {
      for length in stride(from: 1, to: 120, by: TestScale.hasTime ? 1 : 4) {
        let session = session(FaultyStorage(writes: { $0 == call ? .short(length) : nil }))
        #expect(session.isAllWritten)
        #expect(session.reportedFailures.isEmpty)
        try session.expectNothingLostSilently("write \(call), \(length) bytes")
      }
      let interrupted = session(FaultyStorage(writes: { $0 == call ? .error(EINTR) : nil }))
      #expect(interrupted.isAllWritten)
      try interrupted.expectNothingLostSilently("write \(call) interrupted")
    }
  }

  @Test(
    "takes a piece back that a failed write left, and where it cannot, sets it apart",
    arguments: [true, false]
  )
  func pieces(canTruncate: Bool) throws {
    for call in 1..<writesWithoutFaults {
      for length in TestScale.cases(30, of: Array(1..<120)) {
        let storage = FaultyStorage(
          writes: { $0 == call ? .short(length) : $0 == call + 1 ? .error(ENOSPC) : nil },
          truncates: { _ in canTruncate ? nil : .error(EIO) }
        )
        let session = session(storage)
        try session.expectNothingLostSilently("write \(call), \(length) bytes")
        let log = try SessionLog.open(bytes: storage.bytes)
        #expect(log.damage == nil)
        #expect(try #require(log.findings).fragments.count <= (canTruncate ? 0 : 1))
      }
    }
  }

  @Test("survives random faults of every kind at once", arguments: TestScale.seeds(80, of: 300))
  func randomFaults(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let share = [0.05, 0.3, 0.7].randomElement(using: &random) ?? 0.1
    var faults: [Int: FaultyStorage.Fault] = [:]
    for call in 1..<400 where Double.random(in: 0..<1, using: &random) < share {
      faults[call] =
        Bool.random(using: &random)
        ? .short(Int.random(in: 0..<90, using: &random))
        : .error(Self.errors.randomElement(using: &random) ?? EIO)
    }
    let refusals = Set((0..<400).filter { _ in Bool.random(using: &random) })
    let storage = FaultyStorage(
      writes: { [faults] in faults[$0] },
      truncates: { refusals.contains($0) ? .error(EIO) : nil }
    )
    let session = WrittenSession(storage)
    session.play(1...20)
    try session.expectNothingLostSilently("seed \(seed), open", isClosed: false)
    storage.mend()
    session.play(21...23)
    session.writer.close()
    try session.expectNothingLostSilently("seed \(seed)")
    #expect(session.reportedFailures.count <= 1)
  }

  @Test(
    "counts in one gap all that a full disk lost, whatever it had room for, once it has room again",
    arguments: [false, true]
  )
  func fullDisk(hasReserve: Bool) throws {
    for canTruncate in [true, false] {
      // Without its first line, which cannot be taken back, it would be no log.
      for capacity in stride(from: canTruncate ? 40 : 60, to: 1_400, by: 7) {
        let storage = FaultyStorage(
          truncates: { _ in canTruncate ? nil : .error(EIO) },
          capacity: capacity,
          hasReserve: hasReserve
        )
        let session = WrittenSession(storage)
        session.play(1...20)
        let comment: Comment = "room for \(capacity) bytes, \(canTruncate)"
        // A gap at the end counts everything, even if the program is killed now.
        if canTruncate, let log = try? SessionLog.open(bytes: storage.bytes), log.lineCount > 1,
          case .gap = try log.line(log.lineCount - 1), let gap = try log.gap()
        {
          let lost = session.attempts.dropFirst().filter { !$0.isWritten }.count
          #expect(gap.actions + gap.states + gap.inputs + gap.notes == lost, comment)
        }
        storage.mend()
        session.play(21...23)
        session.writer.close()
        try session.expectNothingLostSilently(comment)
      }
    }
  }

  @Test("refuses a patch until there is a keyframe to stand on")
  func patches() throws {
    let storage = FaultyStorage(writes: { $0 == 3 ? .error(EIO) : nil })
    let session = WrittenSession(storage)
    session.action(1)
    #expect(!session.writer.needsKeyframe)
    session.state(1)
    #expect(session.writer.needsKeyframe)
    // A recorder that asked before the failure comes with a patch.
    #expect(!session.append(.patch, #"{"after":1,"patch":[]}"#))
    #expect(session.writer.needsKeyframe)
    #expect(session.append(.keyframe, #"{"after":1,"state":{}}"#))
    #expect(session.append(.patch, #"{"after":1,"patch":[]}"#))
    session.writer.close()
    try session.expectNothingLostSilently()
  }

  @Test("names in a gap the last action that was begun before it")
  func gapIndex() throws {
    // Header, state 0, action 1, input 1, state 1; then all of action 2 is lost.
    let session = session(FaultyStorage(writes: { (5..<8).contains($0) ? .error(EIO) : nil }))
    let log = try SessionLog.open(bytes: session.storage.bytes)
    let gaps = try (0..<log.lineCount).compactMap { line -> SessionGap? in
      if case .gap(let gap) = try log.line(line) { gap } else { nil }
    }
    #expect(gaps.count == 1)
    #expect(gaps.first?.index == 2)
    #expect(gaps.first?.why == SystemError.inputOutput.description)
  }

  @Test("reports that its file was removed, at the next keyframe, and writes no more")
  func removedFile() {
    let storage = FaultyStorage()
    let session = WrittenSession(storage)
    session.play(1...2)
    storage.remove()
    session.append(.keyframe, #"{"after":2,"state":{}}"#)
    let length = storage.bytes.count
    session.play(3...4)
    session.writer.close()
    #expect(session.reportedFailures == [.noSuchFile])
    #expect(storage.bytes.count == length)
    #expect(storage.isClosed)
  }

  @Test("notices that a real file was removed, and not that it was moved")
  func removedRealFile() throws {
    let path = folder.path("log.jsonl")
    let file = try AppendOnlyFile(creating: path)
    #expect(file.hasName)
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("moved.jsonl"))
    #expect(file.hasName)
    try FileManager.default.removeItem(atPath: folder.path("moved.jsonl"))
    #expect(!file.hasName)
    file.close()
  }

  @Test("synchronizes once at its beginning, and every action and state where power may fail")
  func durability() {
    let usual = WrittenSession(FaultyStorage())
    usual.play(1...3)
    #expect(usual.storage.synchronizations == 1)
    let careful = WrittenSession(FaultyStorage(), survivesPowerLoss: true)
    careful.play(1...3)
    // The header, the initial state, and two lines for each action.
    #expect(careful.storage.synchronizations == 2 + 2 * 3)
    #expect(careful.reportedFailures.isEmpty)
  }

  @Test("reports that synchronizing fails where it was requested")
  func failingSynchronization() {
    let careful = WrittenSession(
      FaultyStorage(synchronizing: .error(EIO)),
      survivesPowerLoss: true
    )
    careful.play(1...3)
    #expect(careful.isAllWritten)
    #expect(careful.reportedFailures == [.inputOutput])
    let usual = WrittenSession(FaultyStorage(synchronizing: .error(EINVAL)))
    #expect(usual.reportedFailures.isEmpty)
  }

  @Test("creates a file for this user only, and leaves one that is there alone")
  func creation() throws {
    let path = folder.path("log.jsonl")
    try AppendOnlyFile(creating: path).close()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(throws: SystemError.alreadyExists) { try AppendOnlyFile(creating: path) }
    #expect(throws: SystemError.noSuchFile) {
      try AppendOnlyFile(creating: folder.path("nowhere/log.jsonl"))
    }
  }

  /// A plan that begins the second segment in `storage`.
  private func plan(
    _ storage: FaultyStorage,
    onSettled: @escaping @Sendable (Bool) -> Void
  )
    -> SegmentPlan
  {
    SegmentPlan(
      limit: 500,
      create: { number in
        .success((storage, Array(#"{"rewind":1,"session":"s","segment":\#(number)"#.utf8)))
      },
      settle: { _, isBegun in onSettled(isBegun) }
    )
  }

  private let firstState = Array(#"{"after":2,"state":{"n":2}"#.utf8)

  @Test("goes on in the old segment where a new one cannot be begun")
  func failingSegments() throws {
    for call in 0..<2 {
      let storage = FaultyStorage(writes: { $0 == call ? .error(ENOSPC) : nil })
      try confirmation(storage) { settled in
        let session = WrittenSession(FaultyStorage(), segments: plan(storage, onSettled: settled))
        session.play(1...2)
        #expect(session.writer.isFull)
        #expect(!session.writer.beginSegment(with: [firstState]))
        #expect(!session.writer.isFull)
        session.play(3...4)
        session.writer.close()
        try session.expectNothingLostSilently()
        #expect(session.reportedFailures == [.noSpace])
      }
    }
  }

  private func confirmation(
    _ storage: FaultyStorage,
    _ body: (@escaping @Sendable (Bool) -> Void) throws -> Void
  ) throws {
    let settled = Settled()
    try body { settled.value = $0 }
    #expect(settled.value == false)
    #expect(storage.isClosed)
  }

  private final class Settled: Sendable {
    nonisolated(unsafe) var value: Bool?
  }

  @Test(
    "marks the end of a segment as continued, and begins the next with a chain of its own"
  )
  func newSegment() throws {
    let next = FaultyStorage()
    let settled = Settled()
    let session = WrittenSession(
      FaultyStorage(),
      segments: plan(next, onSettled: { settled.value = $0 })
    )
    session.play(1...2)
    #expect(session.writer.beginSegment(with: [firstState]))
    #expect(settled.value == true)
    #expect(session.storage.isClosed)
    // It is as long as the one before.
    while next.bytes.count < 500 {
      #expect(!session.writer.isFull)
      session.play(3...3)
    }
    #expect(session.writer.isFull)
    session.writer.close()
    let first = try SessionLog.open(bytes: session.storage.bytes)
    #expect(try first.findEnd().end == .continued)
    #expect(try first.findEnd().lastIndex == 2)
    let second = try SessionLog.open(bytes: next.bytes)
    #expect(second.damage == nil)
    #expect(second.header.json["segment"] == 2)
    #expect(try second.findStart() == 2)
    #expect(try second.findEnd().end == .closed)
    #expect(try second.findEnd().lastIndex == 3)
    #expect(try second.text(of: 1) == #"{"after":2,"state":{"n":2}}"#)
  }
}
