import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("The command line")
struct CommandLineTests {
  private let folder = TemporaryFolder()

  @Test("takes a pointer as a JSON Pointer or as a path of an expression")
  func pointers() throws {
    let pointer = try rewind.run("blame", win, "/gameState/memoryCards/3", "--at", "22")
    for path in [
      "gameState.memoryCards.3", "gameState.memoryCards[3]", "state.gameState.memoryCards[3]",
      "gameState[\"memoryCards\"][3]",
    ] {
      let run = try rewind.run("blame", win, path, "--at", "22")
      #expect(run.output == pointer.output && run.exit == .status(0), "\(path)")
    }
    let state = try rewind.run("state", win, "22", "gameState.gameFinished")
    #expect(state.output == "true\n")
  }

  @Test("takes two positions as one word")
  func ranges() throws {
    let two = try rewind.run("diff", win, "20", "22")
    #expect(try rewind.run("diff", win, "20..22").output == two.output)
    #expect(try rewind.run("diff", win, "end-3..end-1").output == two.output)
    #expect(try rewind.run("diff", win, "1..2", "3").exit == .status(2))
  }

  @Test("takes flags before the command, and says its version")
  func leadingFlags() throws {
    let log = try rewind.run("log", win, "--json")
    #expect(try rewind.run("--json", "log", win).output == log.output)
    #expect(try rewind.run("-V").output == rewind.run("--version").output)
    #expect(try rewind.run("-V").exit == .status(0))
  }

  @Test("is colored as requested, wherever --color stands")
  func color() throws {
    let plain = try rewind.run("log", win)
    #expect(try rewind.run("log", win, "--color", "never").output == plain.output)
    let painted = try rewind.run("--color=always", "log", win).output
    #expect(painted.contains("\u{1B}[1mFetchTunesAction\u{1B}[0m"))
    #expect(painted.replacing(/\u{1B}\[[0-9]*m/, with: "") == plain.output)
    #expect(try rewind.run("log", win, "--color", "always").output == painted)
    #expect(try rewind.run("log", win, "--color", "pink").exit == .status(2))
  }

  @Test("lists the last actions, the first from a position, and types by a part of their name")
  func log() throws {
    func indexes(_ arguments: String...) throws -> [Int] {
      try rewind.run(["log", win, "--json"] + arguments).output.split(separator: "\n").map {
        try #require(try JSONValue(parsing: String($0))["index"]?.int)
      }
    }
    let flips = try indexes("--type", "FlipCardAction")
    #expect(try indexes("-n", "2") == [22, 23])
    // Of a flag that is given twice, the last value counts.
    #expect(try indexes("-n", "9", "-n", "2") == [22, 23])
    #expect(try indexes("-n", "2", "--from", "5") == [5, 6])
    #expect(try indexes("5..7") == [5, 6, 7])
    #expect(try indexes("7") == [7])
    #expect(try indexes("22..") == [22, 23])
    #expect(try indexes("..2") == [1, 2])
    #expect(try indexes("-n", "2", "5..9") == [5, 6])
    for words in [
      ["..", "A..B takes"], ["1..2..3", "A..B takes"],
      ["1..2", "--to", "3", "cannot be combined with"],
    ] {
      let run = try rewind.run(["log", win] + words.dropLast(), exits: 2)
      #expect(run.errors.contains(words.last ?? ""), "\(run.errors)")
    }
    #expect(try indexes("-n", "1000") == Array(1...23))
    #expect(try indexes("--type", "flip", "-n", "2") == flips.suffix(2))
    #expect(try indexes("--type", "FLIP") == flips)
    #expect(try indexes("--type", "Flip") == flips)
    #expect(try indexes("--type", "Flip*", "--where", "index > 20") == flips.filter { $0 > 20 })
    // A word that is a type's whole name means that type alone.
    var session = SessionFile(start: 0)
    for (index, type) in ["Flip", "FlipBack", "Flip"].enumerated() {
      session.add(index + 1, type, state: 0)
    }
    let path = try session.write(to: folder)
    let run = try rewind.run("log", path, "--type", "Flip", "--json")
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(try rewind.run("log", path, "--type", "flip", "--json").output.count > run.output.count)
  }

  @Test("gives the story to scripts")
  func story() throws {
    let json = try rewind.run(crash, "--json").json()
    #expect(json["app"] == "memory-tunes" && json["actions"] == 24 && json["end"] == "crashed")
    #expect(json["fatal"]?["index"] == 24)
    #expect(json["fatal"]?["action"]?["type"] == "FlipCardAction")
  }

  @Test("replaces a file only with --force, and never a session by itself")
  func force() throws {
    let (log, other) = (folder.path("log.jsonl"), folder.path("other"))
    try FileManager.default.copyItem(atPath: win, toPath: log)
    for words in [
      ["check", log, "--repair"], ["check", log, "--accept-edits", "--repair"],
      ["report", log, "-o"], ["decoders", log, "-o"], ["export", log, "-o"],
    ] {
      try "mine".write(toFile: other, atomically: true, encoding: .utf8)
      let kept = try rewind.run(words + [other], exits: 2)
      #expect(kept.errors.contains("--force"), "\(words)")
      #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine", "\(words)")
      let replaced = try rewind.run(words + [other, "--force"])
      #expect(replaced.exit != .status(2), "\(words): \(replaced.errors)")
      #expect(try String(contentsOfFile: other, encoding: .utf8) != "mine", "\(words)")
      try rewind.run(words + [log, "--force"], exits: 2)
      #expect(FileManager.default.contentsEqual(atPath: log, andPath: win), "\(words)")
      #expect(try rewind.run(words + [folder.url.path, "--force"]).exit == .status(2))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 2)
  }
}
