import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private func log(_ name: String) -> String { Recordings.path("memory-tunes/\(name).jsonl") }

/// The states that the game printed by Foundation's `JSONEncoder`, from the initial one on.
private func printedStates(_ name: String) throws -> [JSONValue] {
  try String(contentsOfFile: Recordings.path("memory-tunes/states/\(name).jsonl"), encoding: .utf8)
    .split(separator: "\n").map { try JSONValue(parsing: String($0)) }
}

@Suite("rewind bisect", .process)
struct BisectTests {
  @Test("blames the action that emptied the board, not the start, where it is empty as well")
  func tapWhileLoading() throws {
    let path = log("tap-while-loading")
    let answer = try rewind.run("bisect", path, "--app", game, "--json").json()
    let actions = try rewind.run("log", path, "--json").rows()
    let (fatal, culprit) = (
      try #require(answer["fatal"]?.int), try #require(answer["culprit"]?.int)
    )
    #expect(fatal == actions.count)
    #expect(actions[fatal - 1]["type"] == "FlipCardAction")
    #expect(culprit == fatal - 1)
    #expect(actions[culprit - 1]["type"] == "FetchTunesAction")
    #expect(answer["class"] == "trap")
    let signature = try #require(answer["signature"]?.string)
    #expect(signature.hasPrefix("trap in FlipCardAction"))
    #if os(Linux)
    #expect(Sanitizer.isOn || signature.contains("gameReducer(action:state:)"))
    #endif
    #expect(answer["result"] == "found")
    let words = try rewind.run("bisect", path, "--app", game).output
    #expect(words.contains("~ /gameState/memoryCards  [16 elements] → []"))
    // The same answer every time.
    #expect(try rewind.run("bisect", path, "--app", game).output == words)
  }

  @Test(
    "says that a fatal action which crashes from every state is its own culprit, or the initial state is"
  )
  func category() throws {
    let run = try rewind.run("bisect", log("category-out-of-range"), "--app", game, exits: 0)
    #expect(
      run.lines.prefix(4) == [
        #"fatal   4  ChangeCategoryAction {"categoryIndex":7}  trap"#,
        #"culprit 4  ChangeCategoryAction {"categoryIndex":7}  or the initial state"#,
        "",
        "Action 4 crashes from every state before it, and from the app's own initial state: it is its own "
          + "culprit, or the initial state is.",
      ]
    )
  }
}

@Suite("rewind verify", .process)
struct VerifyTests {
  private let folder = TemporaryFolder()

  private func verify(
    _ name: String,
    _ app: String,
    _ flags: String...
  ) throws -> (JSONValue, Program.Exit) {
    let run = try rewind.run(["verify", log(name), "--app", Program(app).path, "--json"] + flags)
    return (try run.json(), run.exit)
  }

  @Test("reports where a program with another rule diverges from the recording")
  func diverged() throws {
    let (answer, exit) = try verify("win", "memory-tunes-changed")
    #expect(exit == .status(1))
    #expect(answer["result"] == "diverged")
    #expect(answer["type"] == "FlipCardAction")
    #expect(answer["recorded"] == true)
    #expect(answer["replayed"] == false)
    let states = try printedStates("win")
    let guessed = states.firstIndex { state in
      state["gameState"]?["memoryCards"]?.array?.contains { $0["isAlreadyGuessed"] == true }
        ?? false
    }
    #expect(answer["index"]?.int == guessed)
    let pointer = try Pointer(#require(answer["path"]?.string))
    #expect(pointer.tokens.last == "isFlipped")
    #expect(states[guessed ?? 0][pointer] == true)
  }

  @Test("leaves the player's preferences alone")
  func effects() throws {
    let preferences = try folder.file("category", "untouched")
    let run = try rewind.run([
      "verify", log("tap-while-loading"), "--app", game, "--",
      "--preferences", preferences.path,
    ])
    #expect(run.exit == .status(0))
    #expect(try String(contentsOf: preferences, encoding: .utf8) == "untouched")
  }
}
