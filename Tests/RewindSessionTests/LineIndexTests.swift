import Foundation
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import Testing

@Suite("A sidecar of a log")
struct LineIndexTests {
  /// Enough lines for several pages of offsets.
  private static let bytes = RandomLog(actions: 900, seed: 3).bytes
  private let session = "00000000-0000-0000-0000-000000000001"

  /// A log with its sidecar; `change` may damage the sidecar before it is opened.
  private func withIndex(
    change: (inout [UInt8]) -> Void = { _ in },
    _ body: (LineIndex?, LineScan, ReadableFile) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      try Data(Self.bytes).write(to: URL(fileURLWithPath: path))
      try IntegrityReport.read(path).writeIndex()
      let place = URL(fileURLWithPath: LineIndex.path(of: path))
      var bytes = Array(try Data(contentsOf: place))
      change(&bytes)
      try Data(bytes).write(to: place)
      let file = try ReadableFile(path: path)
      try body(try? LineIndex(of: path, file, session: session), LineScan(file), file)
    }
  }

  @Test("knows where every line begins")
  func lines() throws {
    try withIndex { index, scan, file in
      let index = try #require(index)
      #expect(index.lineCount == scan.count)
      let indexed = try LineScan(file, index: index)
      #expect(indexed.usesIndex)
      #expect(indexed.count == scan.count)
      #expect(indexed.tail == scan.tail)
      for line in 0..<scan.count { #expect(indexed.range(of: line) == scan.range(of: line)) }
    }
  }

  @Test("goes on to be true of a log that has grown")
  func growth() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let half = Self.bytes.lines.prefix(700).joined()
      try Data(half).write(to: URL(fileURLWithPath: path))
      try IntegrityReport.read(path).writeIndex()
      try Data(Self.bytes).write(to: URL(fileURLWithPath: path))
      let file = try ReadableFile(path: path)
      let index = try LineIndex(of: path, file, session: session)
      #expect(index.lineCount == 700)
      let (indexed, scan) = (try LineScan(file, index: index), try LineScan(file))
      #expect(indexed.count == scan.count)
      for line in 0..<scan.count { #expect(indexed.range(of: line) == scan.range(of: line)) }
    }
  }

  @Test("is not believed where it is about another log, or another state of this one")
  func others() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let place = URL(fileURLWithPath: path)
      try Data(Self.bytes).write(to: place)
      try IntegrityReport.read(path).writeIndex()
      func opens(_ session: String) throws -> Bool {
        (try? LineIndex(of: path, ReadableFile(path: path), session: session)) != nil
      }
      #expect(try opens(session))
      #expect(try !opens("another"))
      try Data(Self.bytes.dropLast(1)).write(to: place)
      #expect(try !opens(session))
      try Data(RandomLog(actions: 1_200, seed: 4).bytes).write(to: place)
      #expect(try !opens(session))
      try Data(Self.bytes).write(to: place)
      #expect(try opens(session))
      try FileManager.default.removeItem(atPath: LineIndex.path(of: path))
      #expect(try !opens(session))
    }
  }

  @Test("is noticed to be damaged, whichever byte was changed, and never leads to a wrong line")
  func damage() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<40 {
      let place = Int.random(in: 0..<20_000, using: &random)
      let change = { (bytes: inout [UInt8]) in
        bytes[place % bytes.count] ^= 1 << UInt8(place % 8)
      }
      try withIndex(change: change) { index, scan, file in
        guard let index else { return }
        let indexed = try LineScan(file, index: index)
        for line in 0..<scan.count {
          let range = indexed.range(of: line)
          #expect(range == nil || range == scan.range(of: line), "byte \(place)")
        }
      }
    }
  }
}
