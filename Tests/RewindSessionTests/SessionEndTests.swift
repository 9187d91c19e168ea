import Foundation
import RewindLog
import RewindSession
import RewindTestSupport
import Testing

/// What an app asks of its last session, by reading the log's end; held against a report of the whole log.
@Suite("The end of a session, read from its last lines")
struct SessionEndTests {
  private static let recordings = [
    "memory-tunes/tap-while-loading.jsonl", "memory-tunes/win.jsonl", "to-do/delete-twice.jsonl",
    "home-list/more-after-failure.jsonl", "smart-home/few-states.jsonl",
  ]

  private func end(_ bytes: [UInt8]) throws -> SessionEnd? {
    try SessionTail.read(ReadableFile(bytes: bytes))?.end
  }

  private func reported(_ bytes: [UInt8], _ folder: TemporaryFolder) throws -> SessionEnd? {
    let file = try folder.file("log.jsonl", String(decoding: bytes, as: UTF8.self))
    return try IntegrityReport.read(file.path).end()
  }

  private func bytes(_ recording: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: Recordings.path(recording))))
  }

  @Test("is that of the whole log, wherever that is cut", arguments: recordings)
  func truncations(recording: String) throws {
    let whole = try bytes(recording)
    let header = (whole.firstIndex(of: 0x0A) ?? 0) + 1
    // Every offset in the last lines, and some in all of them.
    let step = TestScale.hasTime ? 97 : 997
    let offsets = Set(stride(from: header, to: whole.count, by: step))
      .union(max(header, whole.count - TestScale.count(150, of: 600))...whole.count)
    try TemporaryFolder.with { folder in
      for offset in offsets {
        let cut = Array(whole[..<offset])
        guard let expected = try? reported(cut, folder) else { continue }
        let found = try end(cut)
        #expect(found == expected, "\(recording) cut at byte \(offset)")
      }
    }
  }

  @Test("is cut where a line that it reads is damaged, and else that of the whole log")
  func damage() throws {
    let whole = try bytes("memory-tunes/tap-while-loading.jsonl")
    let expected = try #require(try end(whole))
    #expect(expected == .crashed(action: 24))
    for offset in stride(from: 0, to: whole.count, by: TestScale.hasTime ? 61 : 307) {
      for bit in [0, 5] {
        var damaged = whole
        damaged[offset] ^= 1 << bit
        let found = try end(damaged)
        #expect(found == expected || found == .cut, "bit \(bit) of byte \(offset)")
        if offset > whole.count - 60 { #expect(found == .cut, "bit \(bit) of byte \(offset)") }
      }
    }
  }

  @Test("is that of its lines, whatever pieces a failed write has left before the last one")
  func fragments() throws {
    var lines = try bytes("memory-tunes/win.jsonl").lines
    lines.insert(contentsOf: [Array("{\"ind\n".utf8), [0x0A]], at: lines.count - 1)
    #expect(try end(lines.joinedBytes) == .closed)
  }

  @Test("is nothing for an empty file, and cut for one that is not a log")
  func others() throws {
    #expect(try end([]) == nil)
    #expect(try end(Array("\n\n".utf8)) == .cut)
    #expect(try end(Array("hello".utf8)) == .cut)
    #expect(try end(Array("{}\n".utf8)) == .cut)
  }
}
