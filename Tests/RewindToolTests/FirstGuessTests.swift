import RewindTestSupport
import Testing

private let rewind = Program("rewind")
private let win = Recordings.path("memory-tunes/win.jsonl")

/// What people who know Swift and git type first.
@Suite("A first guess", .process)
struct FirstGuessTests {
  @Test(
    "at an expression finds what the documented form finds",
    arguments: [
      ("FlipCardAction", "type == 'FlipCardAction'"),
      ("!FlipCardAction", "type != 'FlipCardAction'"),
      ("type == FlipCardAction", "type == 'FlipCardAction'"),
      ("FlipCardAction == type", "type == 'FlipCardAction'"),
      ("action == FlipCardAction", "type == 'FlipCardAction'"),
      ("type != FlipCardAction", "type != 'FlipCardAction'"),
      ("type === 'FlipCardAction'", "type == 'FlipCardAction'"),
      ("type in ['FlipCardAction', 'RoutingAction']", "type matches '^(Flip|Routing)'"),
      ("type.hasPrefix('Flip')", "type startsWith 'Flip'"),
      ("type.contains('Card')", "type contains 'Card'"),
      (".FetchTunesAction", "type == 'FetchTunesAction'"),
      ("FlipCardAction && payload.cardIndexToFlip > 9", "payload.cardIndexToFlip > 9"),
      ("index < 3 || index > 20", "index < 3 or index > 20"),
      ("!gameState.gameFinished", "not gameState.gameFinished"),
      ("!(index > 3) && !gameState.showLoading", "not (index > 3) and not gameState.showLoading"),
      ("gameState.memoryCards.count == 16", "length(gameState.memoryCards) == 16"),
      (
        "categoriesState.currentCategorySelected.count == 5",
        "length(/categoriesState/currentCategorySelected) == 5"
      ),
      ("gameState.memoryCards.isEmpty", "length(gameState.memoryCards) == 0"),
      ("!gameState.memoryCards.isEmpty", "length(gameState.memoryCards) > 0"),
      ("gameState.memoryCards[0] == nil", "not exists(gameState.memoryCards[0])"),
      ("gameState.memoryCards[0] != nil", "exists(gameState.memoryCards[0])"),
      ("payload != nil and index > 0", "exists(payload)"),
      ("gameState?.gameFinished", "gameState.gameFinished"),
      ("gameState.memoryCards.first.isFlipped", "gameState.memoryCards[0].isFlipped"),
      ("gameState.memoryCards.last.isFlipped", "gameState.memoryCards[15].isFlipped"),
      ("count(gameState.memoryCards) > 0", "length(gameState.memoryCards) > 0"),
      (
        "count(gameState.memoryCards where isFlipped) > 4",
        "count(gameState.memoryCards, it.isFlipped) > 4"
      ),
      (
        "any(gameState.memoryCards where isFlipped, not it.isAlreadyGuessed)",
        "any(gameState.memoryCards, it.isFlipped and not it.isAlreadyGuessed)"
      ),
      ("changed(gameState) && FetchTunesAction", "changed(gameState) and type like 'Fetch*'"),
    ]
  )
  func expressions(guess: String, form: String) throws {
    let expected = try rewind.run("log", win, "--where", form)
    #expect(!expected.lines.isEmpty)
    let run = try rewind.run("log", win, "--where", guess)
    #expect(run.output == expected.output && run.errors.isEmpty, "\(run.errors)")
  }

  @Test(
    "at an argument does what the documented form does",
    arguments: [
      (["log", "last"], ["log", "@last"]),
      (["bisect", "last", "--never", "index > 1"], ["bisect", "@last", "--never", "index > 1"]),
      (["last", "--help"], ["win.jsonl", "--help"]),
      (["state", "last"], ["state", "@last", "end"]),
      (
        ["bisect", "last", "--never", "FlipCardAction"],
        ["bisect", "@last", "--never", "type == 'FlipCardAction'"]
      ),
    ]
  )
  func arguments(guess: [String], form: [String]) throws {
    try TemporaryFolder.with { folder in
      try folder.file("win.jsonl", String(contentsOfFile: win, encoding: .utf8))
      func run(_ words: [String]) throws -> Program.Run {
        try rewind.run(words, environment: ["HOME": folder.path("home")], in: folder.url)
      }
      let (guessed, documented) = (try run(guess), try run(form))
      #expect(
        guessed.exit == documented.exit && documented.exit != .status(2),
        "\(documented.errors)"
      )
      #expect(
        guessed.output.replacing("FlipCardAction", with: "")
          == documented.output.replacing("type == 'FlipCardAction'", with: "").replacing(
            "FlipCardAction",
            with: ""
          )
      )
    }
  }

  @Test(
    "that is none of the language is answered with the right form",
    arguments: [
      (["log", win, "--where", "a = 1"], "Use == to compare."),
      (["log", win, "--where", "nil == gameState"], "user.name == nil"),
      (
        ["log", win, "--where", "gameState.memoryCards.allSatisfy(it.isFlipped)"],
        "did you mean all"
      ),
      (["log", win, "--where", "type == Flip"], #"Did you mean "FlipCardAction"?"#),
      (["log", win, "--where", "FlipCardActoin"], "Did you mean FlipCardAction?"),
      (["log", win, "3-5"], "Write a range as 3..5"),
      (["log", win, "3:5"], "Write a range as 3..5"),
      (["log", "3-5", win], "The session comes first: `rewind log FILE [A..B]`."),
      (["show", "3", win], "The session comes first"),
      (["diff", win, "3-5"], "Write a range as 3..5"),
      (["log", win.replacing("win", with: "wim")], "Did you mean \(win)?"),
      ([win.replacing("memory-tunes", with: "memory-tune")], "Did you mean \(win)?"),
      (["log", "caf\u{FFFD}.jsonl"], "Its name is not UTF-8"),
      (["ls"], "Instead: `rewind [FOLDER]`"), (["undo", win], "Instead: `rewind step FILE`"),
      (["log", win, "--grep", "Flip"], "Did you mean --where?"),
      (["show", win, "HEAD~1"], "Write positions as 12, end, end-1"),
    ]
  )
  func messages(guess: [String], message: String) throws {
    let run = try rewind.run(guess)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output.isEmpty && run.exit != .status(0))
  }
}
