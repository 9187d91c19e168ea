import Foundation
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import Testing

@Suite("A session log")
struct SessionLogTests {
  private let folder = TemporaryFolder()

  @Test("gives its lines back as they were written", arguments: 1...5)
  func lines(seed: UInt64) throws {
    let random = RandomRecording(actions: 50, seed: seed)
    let log = try SessionLog.open(bytes: random.bytes)
    #expect(log.damage == nil)
    #expect(log.lineCount == random.lines.count)
    for (line, json) in random.lines.enumerated() {
      #expect(try log.text(of: line) == json.text)
    }
  }

  @Test("finds the first line of an action as going through all lines does", arguments: 1...20)
  func firstLine(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = RandomSession(actions: 40, using: &random)
    let log = try SessionLog.open(bytes: session.file.bytes)
    let indexes = try (0..<log.lineCount).map { try log.index(of: $0) }
    for index in 0...42 {
      let expected = indexes.firstIndex { $0.map { $0 >= index } ?? false } ?? log.lineCount
      #expect(try log.firstLine(from: index) == expected, "index \(index)")
    }
  }

  @Test("reports how the session ended")
  func ends() throws {
    func end(_ lines: JSONValue..., tail: String = "") throws -> SessionEnd {
      var file = SessionFile()
      for line in lines { file.add(line) }
      let bytes = file.bytes + Array(tail.utf8)
      let end = try SessionLog.open(bytes: bytes).findEnd().end
      #expect(try SessionTail.read(ReadableFile(bytes: bytes))?.end == end)
      return end
    }
    let state: JSONValue = ["after": 0, "state": 1]
    let action: JSONValue = ["index": 1, "time": 1, "action": ["type": "T"]]
    let after: JSONValue = ["after": 1, "patch": []]
    let note: JSONValue = ["note": "n", "index": 1]
    let gap: JSONValue = ["gap": ["actions": 0, "states": 1], "index": 1]
    let smallGap: JSONValue = ["gap": ["actions": 0, "inputs": 1], "index": 1]
    let hugeGap: JSONValue = ["gap": ["actions": JSONValue(Int.max), "states": 1], "index": 1]
    #expect(try end() == .stopped)
    #expect(try end(state) == .stopped)
    #expect(try end(state, action) == .crashed(action: 1))
    #expect(try end(state, action, ["index": 1, "input": ["name": "n"]]) == .crashed(action: 1))
    #expect(try end(state, action, note) == .crashed(action: 1))
    #expect(try end(state, action, gap) == .stopped)
    #expect(try end(state, action, smallGap) == .crashed(action: 1))
    #expect(try end(state, action, hugeGap) == .stopped)
    #expect(try end(state, action, after) == .stopped)
    #expect(try end(state, action, after, note) == .stopped)
    #expect(try end(state, action, after, tail: #"{"ind"#) == .cut)
    #expect(try end(state, action, tail: #"{"after":1"#) == .cut)
    #expect(try end(state, action, after, tail: #"{"ind"# + "\n") == .cut)
    #expect(try end(state, action, after, tail: "\0\0\0") == .cut)
    #expect(try end(state, action, after, ["end": "closed", "index": 1]) == .closed)
    #expect(try end(state, action, after, ["end": "continued", "index": 1]) == .continued)
  }

  @Test(
    "takes a line for cut that was being copied when the program was killed, whatever is missing of it",
    arguments: 1...100
  )
  func holes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let whole = RandomRecording(actions: 20, seed: seed).bytes
    let starts = [0] + whole.indices.filter { whole[$0] == 0x0A }.map { $0 + 1 }
    let line = Int.random(in: 1..<(starts.count - 1), using: &random)
    // The last three bytes are stored last; of the others, any may be missing.
    var fragment = Array(whole[starts[line]..<starts[line + 1]])
    fragment.replaceSubrange((fragment.count - 3)..., with: [0x0A, 0x0A, 0x0A])
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let first = Int.random(in: fragment.indices, using: &random)
      let end = min(first + Int.random(in: 1...80, using: &random), fragment.count)
      for position in first..<end { fragment[position] = 0x0A }
    }
    // A copy leaves more than one byte somewhere; a single one was changed there.
    if fragment.count(where: { $0 != 0x0A }) == 1 { fragment[0] = UInt8(ascii: "{") }
    func padded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
      let bytes = Array(bytes)
      let unit = MappedLogStorage.unit
      return bytes + [UInt8](repeating: 0x0A, count: 2 * unit - bytes.count % unit)
    }
    let killed = padded(whole[..<starts[line]] + fragment)
    let isBlank = fragment.allSatisfy { $0 == 0x0A }
    let url = folder.url.appending(path: "log.jsonl")
    try Data(killed).write(to: url)
    let log = try SessionLog.open(url.path)
    #expect(log.damage == nil)
    #expect(log.lineCount == line)
    #expect((log.tailLength == 0) == isBlank)
    let report = try IntegrityReport.read(url.path)
    #expect(report.damage?.kind == (isBlank ? nil : .torn))
    #expect(report.goodLines.count == line)
    if !isBlank {
      #expect(try log.findEnd().end == .cut)
      #expect(try report.end() == .cut)
      #expect(try SessionTail.read(ReadableFile(bytes: killed))?.end == .cut)
    }
    // A reader that looks on while the line is copied gets it when it is there.
    let file = try FileHandle(forWritingTo: url)
    try file.write(contentsOf: padded(whole))
    try file.close()
    #expect(try log.refresh())
    #expect(log.damage == nil)
    #expect(log.lineCount == starts.count - 1)
  }

  @Test("of more bytes than are verified at once is verified line by line, as they are read")
  func verifiedOnReading() throws {
    var file = SessionFile()
    for index in 0...2 { file.add(["after": JSONValue(index), "state": "some"]) }
    let text = String(decoding: file.bytes, as: UTF8.self)
      .replacing(#"1,"state":"some"#, with: #"1,"state":"same"#)
    let length = SessionLog.verifiedLength + MappedLogStorage.unit
    let room = [UInt8](repeating: 0x0A, count: length - text.utf8.count)
    let log = try SessionLog.open(bytes: Array(text.utf8) + room)
    #expect(log.isVerifiedOnReading && log.lineCount == 4)
    for line in 0..<4 where line != 2 { _ = try log.bytes(of: line) }
    let error = #expect(throws: SessionLogError.self) { try log.bytes(of: 2) }
    #expect(error?.description.hasPrefix("log: line 3 is damaged.") == true)
  }

  @Test("gives its lines back in any order, however long they are", arguments: 1...5)
  func anyOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var file = SessionFile()
    for index in 0...300 {
      let length = Int.random(in: 0...(index % 20 == 0 ? 200_000 : 2_000), using: &random)
      file.add(["after": JSONValue(index), "state": .string(String(repeating: "x", count: length))])
    }
    let log = try SessionLog.open(bytes: file.bytes)
    var line = 301
    for _ in 0..<1_000 {
      line += Bool.random(using: &random) ? -1 : Int.random(in: -3...3, using: &random)
      if !(1...301).contains(line) { line = Int.random(in: 1...301, using: &random) }
      #expect(try log.key(of: line) == LineKey(.keyframe, line - 1))
      #expect(try log.text(of: line) == file.lines[line].text)
    }
  }

  @Test("takes a whole last line that lacks only its line feed")
  func noLineFeed() throws {
    var random = SessionFile(start: 0)
    random.add(["end": "closed", "index": 0])
    let log = try SessionLog.open(bytes: random.bytes.dropLast())
    #expect(log.lineCount == random.lines.count)
    #expect(log.tailLength == 0)
    #expect(try log.findEnd().end == .closed)
  }

  @Test("is refused in a sentence where it is none, or of a newer format")
  func refusals() throws {
    func reason(_ text: String) -> SessionLogError.Reason? {
      do throws(SessionLogError) {
        _ = try SessionLog.open(bytes: Array(text.utf8))
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason("") == .empty)
    #expect(reason("{}\n") == .notASession(#"its first line has no member "rewind""#))
    #expect(reason("{\"rewind\":1") == .notASession("its first line is cut off"))
    #expect(reason("{\"rewind\":7,\"session\":\"x\"}\n") == .newerFormat(7))
    #expect(reason("{\"rewind\":1,\"session\":\"x\"}\n") != nil)
    #expect(
      reason(String(repeating: "x", count: 2 << 20))
        == .notASession("its first line is longer than any header")
    )
  }

  @Test("takes in what is appended while it is open", arguments: 1...5)
  func growth(seed: UInt64) throws {
    let whole = RandomRecording(actions: 40, seed: seed).bytes
    let path = folder.path("log.jsonl")
    let start = whole.lines[0].count
    try Data(whole[..<start]).write(to: URL(fileURLWithPath: path))
    let log = try SessionLog.open(path)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try file.seekToEnd()
    var random = SeededGenerator(seed: seed)
    var end = start
    while end < whole.count {
      let next = min(end + Int.random(in: 1..<300, using: &random), whole.count)
      try file.write(contentsOf: whole[end..<next])
      end = next
      let before = log.lineCount
      let isNew = try log.refresh()
      let fresh = try SessionLog.open(bytes: Array(whole[..<end]))
      #expect(log.lineCount == fresh.lineCount)
      #expect(log.tailLength == fresh.tailLength)
      #expect(isNew == (log.lineCount > before))
      #expect(try log.text(of: log.lineCount - 1) == fresh.text(of: log.lineCount - 1))
    }
    #expect(log.damage == nil)
    try file.truncate(atOffset: 10)
    #expect(throws: SessionLogError.self) { try log.refresh() }
  }

  @Test("shows what stands where a writer took a piece of a line back")
  func takenBack() throws {
    var session = SessionFile(start: 0)
    let path = try folder.file(
      "log.jsonl",
      String(decoding: session.bytes, as: UTF8.self) + #"{"index":1,"time":1,"action":{"ty"#
        + String(repeating: "x", count: 200)
    )
    let log = try SessionLog.open(path.path)
    #expect(try log.text(of: 1) == #"{"after":0,"state":0}"#)
    session.add(["note": "n", "index": 0])
    try Data(session.bytes).write(to: path)
    let file = try FileHandle(forUpdating: path)
    try file.truncate(atOffset: UInt64(session.bytes.count))
    try file.close()
    #expect(try log.refresh())
    #expect(try log.text(of: 2) == #"{"note":"n","index":0}"#)
  }

  @Test("takes a state line for the same, laid out by its writer or by another program")
  func foreignLayout() throws {
    for (members, kind) in [
      (#""patch":[],"state":{}"#, LineKind.patch), (#""state":{},"patch":[]"#, .keyframe),
      (#""patch":[]"#, .patch), (#""state":{}"#, .keyframe),
    ] {
      for start in [#"{"after":9,"#, #"{"after": 9, "#] {
        let bytes = SessionFile().bytes
        var checksum = Checksum()
        bytes.withUnsafeBytes {
          checksum =
            ChecksummedLine(UnsafeRawBufferPointer(rebasing: $0.dropLast()))?.stored ?? checksum
        }
        var line = Array((start + members).utf8)
        _ = line.seal(after: checksum)
        let log = try SessionLog.open(bytes: bytes + line)
        #expect(try log.key(of: 1) == LineKey(kind, 9), "\(start)\(members)")
      }
    }
  }
}
