import Foundation
import RewindJSON
import RewindSession
import RewindTestSupport
import Testing

@Suite("The tool, on a damaged log", .process)
struct DamagedLogTests {
  private let folder = TemporaryFolder()

  /// The lines of a sample session.
  private func sample() throws -> [String] {
    try String(contentsOfFile: win, encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  private func write(_ lines: [String], _ folder: TemporaryFolder) throws -> String {
    try folder.file("log.jsonl", lines.map { $0 + "\n" }.joined()).path
  }

  @Test("claims no death where only the log ends")
  func noDeath() throws {
    var lines = try sample()
    let position = try #require(lines.firstIndex { $0.hasPrefix(#"{"after":12,"#) })
    lines[position] = lines[position].replacing("patch", with: "hctap")
    let path = try write(lines, folder)
    let log = try rewind.run("log", path)
    #expect(log.lines.last?.hasSuffix("no state after it: the readable part ends here") ?? false)
    let show = try rewind.run("show", path, "12").lines.last
    #expect(show == "cut     no state after it: the readable part ends here")
    #expect(
      try rewind.run("state", path, "12").errors
        .hasSuffix("has no state after action 12: the readable part of the log ends in it.\n")
    )
  }

  @Test("can have an action twice without harm to who replays it")
  func twice() throws {
    var lines = try sample()
    let first = try #require(lines.firstIndex { $0.hasPrefix(#"{"index":5,"time""#) })
    let last = try #require(lines.firstIndex { $0.hasPrefix(#"{"after":5,"#) })
    lines.insert(contentsOf: lines[first...last], at: last + 1)
    let sealed = folder.path("sealed.jsonl")
    #expect(
      try rewind.run("check", write(lines, folder), "--repair", sealed, "--accept-edits").exit
        == .status(0)
    )
    for app in ["memory-tunes", "memory-tunes-changed"] {
      for arguments in [
        ["verify", sealed, "--update"], ["bisect", sealed],
        ["edit", sealed, "--drop", "1", "-o", folder.path("\(app).jsonl")],
      ] {
        let run = try rewind.run(arguments + ["--app", Program(app).path])
        guard case .status = run.exit else {
          Issue.record("\(arguments[0]): \(run.exit) \(run.errors)")
          continue
        }
      }
    }
  }

  @Test("reports to scripts what is wrong, and where it can be read again")
  func json() throws {
    var lines = try sample()
    lines.insert(lines[29], at: 30)
    let path = try write(lines, folder)
    let run = try rewind.run("check", path, "--json", exits: 1)
    let report = try JSONValue(parsing: try #require(run.lines.first))
    #expect(report["file"]?.string == path)
    #expect(report["damage"]?["line"] == 31)
    #expect(report["damage"]?["kind"] == "altered")
    #expect(report["damage"]?["why"] == "Line 31 was altered, or lines before it are missing.")
    #expect(report["end"] == "closed")
    #expect(report["good"] == 30)
    let from = try #require(report["readable"]?.array?.first?["from"]?.int)
    #expect(lines[from - 1].contains(#","state":"#))
  }

  @Test("shows in its overview that it is damaged, however long it is", .oracle)
  func long() throws {
    // Longer than what is verified whenever a log is opened.
    let words = String(repeating: "long ", count: 5_000_000)
    var session = SessionFile(start: 0)
    for index in 1...3 { session.add(index, "T", .string(words), state: JSONValue(index)) }
    session.add(4, "T", state: 4)
    let path = try session.write(to: folder)
    #expect(try rewind.run(path).output.contains("\nrewind step "))
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: 40_000_000)
    try file.write(contentsOf: Data("L".utf8))
    try file.close()
    let run = try rewind.run(path)
    #expect(run.errors.hasPrefix("rewind: Line 5 of \(path) is damaged."))
    #expect(run.output.contains("damaged: the readable part ends before the damage."))
    #expect(run.lines.suffix(2) == ["# next: find the damage", "rewind check \(path)"])
  }

  @Test("says that states hang together, or which do not")
  func states() throws {
    let path = try write(sample(), folder)
    try rewind.run("check", path, "--json", exits: 0)
    let sealed = folder.path("sealed.jsonl")
    var lines = try sample()
    let flip = #"isFlipped","value":true"#
    let patch = try #require(lines.firstIndex { $0.contains(flip) && !$0.contains(#""state""#) })
    lines[patch] = lines[patch].replacing(flip, with: #"isFlipped","value":false"#)
    let edited = try folder.file("edited.jsonl", lines.map { $0 + "\n" }.joined()).path
    #expect(try rewind.run("check", edited).exit == .status(1))
    #expect(
      try rewind.run("check", edited, "--repair", sealed, "--accept-edits").exit == .status(0)
    )
    #expect(try rewind.run("check", sealed, "--quick").exit == .status(0))
    let contradiction = try rewind.run("check", sealed, exits: 1)
    #expect(contradiction.output.contains("The patches and the keyframe disagree at /"))
    #expect(contradiction.output.contains("Recorder.Options(verifying: true)"))
  }

  @Test("keeps what is good in a new log, and touches and overwrites nothing")
  func repair() throws {
    var lines = try sample()
    lines[29] = lines[29].replacing("\"", with: "'", maxReplacements: 1)
    let path = try write(lines, folder)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let good = folder.path("good.jsonl")
    #expect(try rewind.run("check", path, "--repair", good).exit == .status(0))
    #expect(
      try String(contentsOfFile: good, encoding: .utf8)
        == lines[..<29].map { $0 + "\n" }.joined()
    )
    #expect(try rewind.run("check", good).exit == .status(0))

    let rest = folder.path("rest.jsonl")
    #expect(try rewind.run("check", path, "--repair", rest, "--after", "30").exit == .status(0))
    #expect(try rewind.run("check", rest).exit == .status(0))
    for position in ["end", "20"] {
      #expect(
        try rewind.run("state", rest, position, "--json").output
          == rewind.run("state", win, position, "--json")
          .output
      )
    }

    let again = try rewind.run("check", path, "--repair", good, exits: 2)
    #expect(again.errors.contains("already exists."))
    #expect(try rewind.run("check", path, "--after", "3").errors.contains("needs --repair OUT"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("gets new checksums whatever editor has reformatted its lines")
  func reformatted() throws {
    let lines = try sample().map { $0.replacing(",\"crc\":", with: ", \"crc\" : ") }
    let path = try write(lines, folder)
    #expect(try rewind.run("check", path).exit == .status(1))
    let sealed = folder.path("sealed.jsonl")
    #expect(try rewind.run("check", path, "--repair", sealed, "--accept-edits").exit == .status(0))
    #expect(try rewind.run("check", sealed).exit == .status(0))
    #expect(try rewind.run("state", sealed, "end").output == rewind.run("state", win, "end").output)
  }

  @Test("is not clean where a line cannot be read, though its checksum is right")
  func unreadable() throws {
    let session = SessionFile(start: 0)
    var bytes = session.bytes
    var checksum = Checksum()
    for line in bytes.split(separator: 0x0A) {
      checksum = line.withUnsafeBytes { ChecksummedLine($0)?.stored } ?? checksum
    }
    var broken = Array(#"{"index":1,"index":2"#.utf8)
    _ = broken.seal(after: checksum)
    bytes += broken
    let path = folder.path("log.jsonl")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let run = try rewind.run("check", path, exits: 1)
    #expect(run.output.contains("Line 3 cannot be read, although its checksum is correct"))
  }

  @Test("is not taken as an edit if a line is not of a session; it names that line")
  func badEdit() throws {
    var lines = try sample()
    lines[9] = "{\"index\":"
    let path = try write(lines, folder)
    let run = try rewind.run([
      "check", path, "--repair", folder.path("out.jsonl"), "--accept-edits",
    ])
    #expect(run.exit == .status(2))
    #expect(run.errors.contains("line 10 is not a session line"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.jsonl")))
    lines.remove(at: 9)
    let edited = try write(lines, folder)
    let output = folder.path("out.jsonl")
    #expect(
      try rewind.run("check", edited, "--repair", output, "--accept-edits").exit == .status(0)
    )
    #expect(try rewind.run("check", output, "--quick").exit == .status(0))
  }
}
