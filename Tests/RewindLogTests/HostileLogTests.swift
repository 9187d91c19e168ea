import Foundation
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import Testing

@Suite("A log made to harm")
struct HostileLogTests {
  private let folder = TemporaryFolder()

  private func reason(_ body: () throws -> Void) -> SessionLogError.Reason? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SessionLogError)?.reason
    }
  }

  /// A log of a header and these lines, with checksums as they should be.
  private func log(_ bodies: String...) throws -> SessionLog {
    var bytes: [UInt8] = []
    var checksum = Checksum()
    for body in [#"{"rewind":1,"session":"s"}"#] + bodies {
      var line = Array(body.utf8.dropLast())
      checksum = line.seal(after: checksum)
      bytes += line
    }
    return try SessionLog.open(bytes: bytes)
  }

  @Test("with 100,000 levels of nesting is refused where it is read")
  func nesting() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let log = try log(#"{"after":0,"state":\#(deep)}"#)
    #expect(log.lineCount == 2)
    let why = reason { _ = try log.line(1) }
    guard case .unreadable(line: 2, let text)? = why else {
      Issue.record("\(String(describing: why))")
      return
    }
    #expect(text.contains("nested deeper"))
  }

  @Test("with one line of a quarter of a gigabyte is refused, and not read into memory")
  func hugeLine() throws {
    let path = folder.path("log.jsonl")
    let url = URL(fileURLWithPath: path)
    let log = SessionFile(start: 0)
    try Data(log.bytes).write(to: url)
    let file = try FileHandle(forWritingTo: url)
    // A hole in the file: it has the length, and takes no room.
    let length = TestScale.count(256 << 20, of: 2 << 30)
    try file.truncate(atOffset: UInt64(length))
    #expect(try SessionLog.open(path).findEnd().end == .cut)
    try file.seekToEnd()
    try file.write(contentsOf: Data("\n".utf8))
    try file.close()
    let number = log.lines.count + 1
    let bytes = length - log.bytes.count
    #expect(reason { _ = try SessionLog.open(path) } == .lineTooLong(line: number, bytes: bytes))
    #expect(
      reason { _ = try IntegrityReport.read(path) } == .lineTooLong(line: number, bytes: bytes)
    )
  }

  @Test("of zeros only is refused without reading it to its end")
  func zeros() throws {
    let path = folder.path("log.jsonl")
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 8 << 30)
    try file.close()
    #expect(
      reason { _ = try SessionLog.open(path) }
        == .notASession("its first line is longer than any header")
    )
  }

  @Test("whose keyframe has no state, or whose index is not a number, is refused in a sentence")
  func emptyPromises() throws {
    for body in [
      #"{"after":0,"states":1}"#, #"{"after":1e99,"state":1}"#, #"{"after":-3,"state":1}"#,
      #"{"index":99999999999999999999,"time":0,"action":{"type":"T"}}"#,
    ] {
      let log = try log(body)
      let why = reason { _ = try log.line(1) }
      guard case .unreadable(line: 2, _)? = why else {
        Issue.record("\(body): \(String(describing: why))")
        continue
      }
    }
  }

  @Test("of nothing but line feeds, or of the same line over and over, is judged in one go")
  func manyLines() throws {
    let header = RandomRecording(actions: 1, seed: 1).bytes.lines
    let empty = header.joinedBytes + [UInt8](repeating: 0x0A, count: 200_000)
    let log = try SessionLog.open(bytes: empty)
    #expect(log.lineCount == header.count)
    #expect(log.damage == nil)
    let line = header[header.count - 1]
    let copies = header.joinedBytes + repeatElement(line, count: 20_000).joinedBytes
    let doubled = try SessionLog.open(bytes: copies)
    #expect(doubled.lineCount == header.count)
    #expect(doubled.damage?.line == header.count + 1)
    #expect(doubled.damage?.kind == .altered)
  }
}
