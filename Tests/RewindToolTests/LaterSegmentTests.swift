import Foundation
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A log that begins later than its session", .process)
struct LaterSegmentTests {
  private let folder = TemporaryFolder()

  /// A sample of the game, and what a second segment would hold of it, from the state after `first` on.
  private struct Sample {
    let whole: String
    let later: String
    let first: Int
    let last: Int

    init(_ name: String, from first: Int, in folder: TemporaryFolder) throws {
      whole = Recordings.path("memory-tunes/\(name).jsonl")
      let log = try SessionLog.open(whole)
      let timeline = try Timeline.open(log)
      self.first = first
      last = timeline.lastIndex
      var header = log.header.json
      header["segment"] = 2
      let start = try #require(try timeline.stateLine(after: first))
      var lines = [
        JSONValue.object(header),
        ["after": JSONValue(first), "state": try timeline.state(after: first)],
      ]
      for line in (start + 1)..<log.lineCount {
        lines.append(try JSONValue(parsing: log.bytes(of: line)))
      }
      var bytes: [UInt8] = []
      var checksum = Checksum()
      for line in lines {
        var members = try #require(line.object)
        members["crc"] = nil
        var text = Array(JSONValue.object(members).text.utf8.dropLast())
        checksum = text.seal(after: checksum)
        bytes += text
      }
      later = try folder.file("\(name).2.jsonl", String(decoding: bytes, as: UTF8.self)).path
    }
  }

  private func withSamples(_ body: (Sample, TemporaryFolder) throws -> Void) throws {
    for (name, first) in [("win", 8), ("tap-while-loading", 5)] {
      try TemporaryFolder.with { folder in
        try body(Sample(name, from: first, in: folder), folder)
      }
    }
  }

  /// The index that a line of JSON is about.
  private func index(_ line: String) throws -> Int {
    try #require(try JSONValue(parsing: line)["index"]?.int)
  }

  @Test("answers questions about an action as the whole session does")
  func actions() throws {
    try withSamples { sample, _ in
      for index in (sample.first + 1)...sample.last {
        for command in ["state", "show", "diff"] {
          let later = try rewind.run(command, sample.later, "\(index)", "--json")
          let whole = try rewind.run(command, sample.whole, "\(index)", "--json")
          #expect(later.exit == whole.exit)
          #expect(later.output == whole.output, "\(command) \(index)")
        }
      }
      let start = "\(sample.first)"
      #expect(
        try rewind.run("state", sample.later, start).output
          == rewind.run("state", sample.whole, start).output
      )
    }
  }

  @Test("lists the actions after its start as the whole session does")
  func lists() throws {
    let condition = "changed(gameState) or gameState.showLoading == true"
    try withSamples { sample, _ in
      for command in [["log"], ["export", "--states"], ["log", "--where", condition]] {
        func lines(_ file: String) throws -> [String] {
          let arguments = [command[0], file] + command.dropFirst()
          let asJSON = command[0] == "export" ? [] : ["--json"]
          return try rewind.run(arguments + asJSON).lines.filter { try index($0) > sample.first }
        }
        let whole = try lines(sample.whole)
        #expect(!whole.isEmpty)
        #expect(try lines(sample.later) == whole, "\(command)")
      }
    }
  }

  @Test("follows a value back as the whole session does, as far as it reaches")
  func values() throws {
    try withSamples { sample, _ in
      let state = try Timeline.open(SessionLog.open(sample.later)).state(after: sample.last - 1)
      for pointer in state.leafPointers.prefix(TestScale.count(6, of: 60)) {
        let at = ["--at", "\(sample.last - 1)", "--json"]
        let whole = try rewind.run(["blame", sample.whole, pointer] + at)
        let later = try rewind.run(["blame", sample.later, pointer] + at)
        if try index(whole.lines[0]) > sample.first {
          #expect(later.output == whole.output, "\(pointer)")
        } else {
          let blame = try JSONValue(parsing: later.lines[0])
          #expect(blame["index"] == JSONValue(sample.first))
          #expect(blame["type"] == .null)
        }
        let history = try rewind.run("blame", sample.whole, pointer, "--history", "--json").lines
        #expect(
          try rewind.run("blame", sample.later, pointer, "--history", "--json").lines.dropFirst()
            == history.filter { try index($0) > sample.first }[...],
          "\(pointer)"
        )
      }
      #expect(try rewind.run("blame", sample.later, "--all").exit == .status(0))
      #expect(try rewind.run("why", sample.later, "/gameState").exit == .status(0))
    }
  }

  @Test("is replayed from its first state, and keeps its numbers")
  func replays() throws {
    let win = try Sample("win", from: 7, in: folder)
    #expect(
      try rewind.run("verify", win.later, "--app", game).output
        == "\(win.later): same, 16 actions\n"
    )
    let edited = folder.path("edited.jsonl")
    let edit = try rewind.run("edit", win.later, "--drop", "9", "--app", game, "-o", edited)
    #expect(
      edit.output.contains("From action 9 of the changed session (FlipCardAction, recorded as 10)")
    )
    #expect(try index(rewind.run("log", edited, "--json").lines[0]) == 8)
    #expect(try rewind.run("verify", edited, "--app", game).output.contains("same, 15 actions"))
    let refused = try rewind.run(
      ["edit", win.later, "--drop", "7", "--app", game, "-o", folder.path("x")]
    )
    #expect(refused.errors.contains("There is no action 7: the session has actions 8 to 23."))

    let crash = try Sample("tap-while-loading", from: 5, in: folder)
    let bisect = try rewind.run("bisect", crash.later, "--app", game, "--json", exits: 0)
    let found = try bisect.json()
    let expected = try rewind.run("bisect", crash.whole, "--app", game, "--json").json()
    for member in ["fatal", "culprit", "pointer"] {
      #expect(found[member] == expected[member], "\(member)")
    }
    let test = folder.path("Tests.swift")
    #expect(try rewind.run("test", crash.later, "--app", game, "-o", test).exit == .status(0))
    let source = try String(contentsOfFile: test, encoding: .utf8)
    #expect(source.contains("//   24  "))
    #expect(!source.contains("//   5  "))
    let few = folder.path("few.jsonl")
    _ = try rewind.run("minimize", crash.later, "--app", game, "-o", few, exits: 0)
    #expect(try rewind.run("verify", few, "--app", game).exit == .status(0))
  }
}

extension JSONValue {
  /// Pointers to all values that hold no others.
  fileprivate var leafPointers: [String] {
    JSONValue.null.leafChanges(to: self).map(\.pointer.description)
  }
}
