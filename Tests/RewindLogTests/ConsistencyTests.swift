import Foundation
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import Testing

@Suite("A log that contradicts itself under good checksums")
struct ConsistencyTests {
  private let folder = TemporaryFolder()

  /// 20 batches of 100 make 2,000 logs.
  private static let logsPerBatch = TestScale.count(15, of: 100)

  private func examine(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> IntegrityReport {
    let path = folder.path("log.jsonl")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try examine(path)
  }

  private func examine(_ path: String) throws -> IntegrityReport {
    var examination = try IntegrityReport.read(path)
    try examination.checkConsistency()
    return examination
  }

  /// Expects of whatever a repair writes that it is clean; it may refuse.
  private func expectClean(
    _ folder: TemporaryFolder,
    _ comment: String,
    _ repair: (_ output: String) throws -> LogRepair.Result
  ) throws {
    let output = folder.path("repaired.jsonl")
    defer { try? FileManager.default.removeItem(atPath: output) }
    do {
      let result = try repair(output)
      let examination = try examine(output)
      #expect(examination.damage == nil, "\(comment)")
      #expect(try examination.end() != .cut, "\(comment)")
      #expect(examination.lineCount == result.lines, "\(comment)")
    } catch let error as LogRepairError {
      switch error {
      case .nothingGood, .noKeyframe: break
      default: Issue.record("\(comment): \(error)")
      }
    }
  }

  @Test("is reported, and its repaired copy is clean", arguments: TestScale.seeds(3, of: 20))
  func generated(batch: UInt64) throws {
    print("Logs with bad content, batch \(batch), with the seed \(batch &* 7_919).")
    var random = SeededGenerator(seed: batch &* 7_919)
    var count = 0
    while count < Self.logsPerBatch {
      let recording = RandomRecording(
        actions: Int.random(in: 4...20, using: &random),
        using: &random
      )
      let content = BadContent.allCases[
        Int.random(in: 0..<BadContent.allCases.count, using: &random)
      ]
      guard let log = content.applied(to: recording.lines, using: &random) else { continue }
      count += 1
      let comment = "batch \(batch), log \(count), \(content)"
      let examination = try examine(log.bytes, in: folder)
      #expect(examination.findings.damage == nil, "\(comment)")
      let kind = examination.damage?.kind
      #expect(kind == .contradiction, "\(comment)")
      let repair = LogRepair(examination)
      try expectClean(folder, comment) { try repair.writePrefix(to: $0) }
      let line = Int.random(in: 1...log.texts.count, using: &random)
      try expectClean(folder, comment) { try repair.writePart(after: line, to: $0) }
      for part in try examination.readableParts() {
        try expectClean(folder, comment) {
          try repair.writePart(after: part.lines.lowerBound + 1, to: $0)
        }
      }
    }
  }

  @Test(
    "is distinguished from one that a recorder wrote, however its lines are laid out",
    arguments: TestScale.seeds(2, of: 6)
  )
  func clean(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 104_729)
    for number in 1...30 {
      let recording = RandomRecording(actions: 20, using: &random)
      var log = SealedTexts(recording.lines)
      let comment = "seed \(seed), log \(number)"
      let quick = try examine(log.bytes, in: folder)
      #expect(quick.damage == nil, "\(comment)")
      // With a blank after the brace, no line is read in the quick way.
      for index in log.texts.indices { log.texts[index].insert(0x20, at: 1) }
      let thorough = try examine(log.bytes, in: folder)
      #expect(thorough.damage == nil, "\(comment)")
      #expect(thorough.summary == quick.summary, "\(comment)")
    }
  }

  @Test(
    "is judged alike in the quick way and in the thorough one",
    arguments: TestScale.seeds(4, of: 10)
  )
  func ways(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 15_485_863)
    // Where a blank hides that the first members are those of another kind, all readers see one kind.
    for content in BadContent.allCases where content != .twoKindsHidden {
      let recording = RandomRecording(actions: 12, using: &random)
      guard let log = content.applied(to: recording.lines, using: &random) else { continue }
      var spaced = log
      for index in spaced.texts.indices { spaced.texts[index].insert(0x20, at: 1) }
      let quick = try examine(log.bytes, in: folder).contradiction
      let thorough = try examine(spaced.bytes, in: folder).contradiction
      #expect(quick?.line == thorough?.line, "\(content), seed \(seed)")
      #expect(quick?.kind == thorough?.kind, "\(content), seed \(seed)")
    }
  }
}
