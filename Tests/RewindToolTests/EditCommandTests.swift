import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let minefield = Program("minefield").path

@Suite("rewind edit", .process)
struct EditCommandTests {
  private let folder = TemporaryFolder()

  /// Arms, ticks, disarms, ticks, steps: nothing happens.
  private let moves = Recordings.fixture("Answers/moves.jsonl").path

  @Test("says what becomes of the app, and from where on the states differ")
  func drop() throws {
    let out = folder.path("out.jsonl")
    let run = try rewind.run(
      ["edit", moves, "--app", minefield, "-o", out, "--drop", "3"],
      exits: 0
    )
    #expect(
      run.lines.filter { !$0.contains("it wrote") } == [
        "The app dies in action 4 of the changed session (Move.step, recorded as 5): trap. "
          + "The recording does not crash in an action.",
        "From action 3 of the changed session (Move.tick, recorded as 4) on, "
          + "the states differ from the recorded ones:",
        "  ~ /isArmed  false → true",
        "  ~ /steps  4 → 3",
        "Differences from the last recorded state, after action 5:",
        "  ~ /isArmed  false → true",
        "  ~ /steps  5 → 3",
        "Written to \(out).",
      ]
    )
    let verify = try rewind.run("verify", out, "--app", minefield)
    #expect(verify.output.contains("same, 4 actions, the crash (trap) included"))
  }

  @Test("says of a recorded crash that it is still there")
  func recordedCrash() throws {
    let out = folder.path("out.jsonl")
    let run = try rewind.run(["edit", crash, "--drop", "1..2", "--app", game, "-o", out])
    #expect(
      run.lines.filter { !$0.contains("it wrote") }.prefix(2) == [
        "The app still dies in action 22 of the changed session (FlipCardAction, recorded as 24): trap.",
        "From action 1 of the changed session (RoutingAction, recorded as 3) on, the states differ from the recorded ones:",
      ]
    )
  }
}

@Suite("rewind test", .process)
struct TestCommandTests {
  private let folder = TemporaryFolder()
  private let tests = Recordings.package.appending(path: "Tests")

  /// Writes a test of the game's crash, as one that lies in the package and is compiled and run with the others.
  private func write(_ name: String, _ flags: String...) throws -> Program.Run {
    try TemporaryFolder.with { folder in
      let log = folder.url.appending(path: "\(name).jsonl")
      try FileManager.default.copyItem(
        at: tests.appending(path: "Fixtures/Generated/category.jsonl"),
        to: log
      )
      let words = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      let out = folder.path("\(words.joined())Tests.swift")
      let run = try rewind.run(
        ["test", log.path, "--app", game, "-o", out] + flags
          + ["--import", "MemoryTunesExample", "--import", "MemoryTunesFront"]
      )
      let written = try String(contentsOfFile: out, encoding: .utf8)
      return Program.Run(
        output: written,
        errors: (run.lines.first ?? "").replacing(out, with: "OUT") + "\n",
        exit: run.exit
      )
    }
  }

  /// A test of the package that the tool wrote.
  private func kept(_ name: String) throws -> String {
    try String(contentsOf: tests.appending(path: "RewindTests/\(name).swift"), encoding: .utf8)
  }

  @Test("writes the test that lies beside the other tests, letter for letter", .needsBacktraces)
  func golden() throws {
    let recorded = try write("category", "--store", "gameOfKnownCrash", "--expect", "recorded")
    #expect(recorded.exit == .status(0))
    #expect(
      recorded.errors
        == "Written to OUT: it compares the states before action 4; it passes as long as the app dies in action 4, as a known issue.\n"
    )
    let guarding = try write("category-guard", "--store", "gameUnderTest")
    #expect(guarding.exit == .status(0))
    #expect(
      guarding.errors
        == "Written to OUT: it compares the states before action 4; it fails until the app survives action 4, and guards that from then on.\n"
    )
    // Where an app died is known on Linux only.
    #if os(Linux)
    #expect(try recorded.output == kept("CategoryTests"))
    #expect(try guarding.output == kept("CategoryGuardTests"))
    #endif
  }

  @Test("writes a test of conditions that never must hold, letter for letter")
  func never() throws {
    let rules = try folder.file(
      "rules",
      #"""
      no rap: categoriesState.currentCategorySelected == "rap"
      a board: gameState.gameFinished and length(gameState.memoryCards) == 0
      """#
    ).path
    let crash = "It ignores the crash in action 4."
    let red = try write("category-never", "--store", "gameWithoutRap", "--never-file", rules)
    #expect(red.exit == .status(0))
    #expect(
      red.errors
        == "Written to OUT: it fails as long as this holds after some action: no rap. \(crash)\n"
    )
    #expect(try red.output == kept("CategoryNeverTests"))
    let known = try write(
      "category-known",
      "--store",
      "gameOfKnownRap",
      "--never-file",
      rules,
      "--expect",
      "recorded"
    )
    #expect(
      known.errors
        == "Written to OUT: it passes as long as this holds, as a known issue: no rap. \(crash)\n"
    )
    #expect(try known.output == kept("CategoryKnownTests"))
    let green = try write(
      "category",
      "--never",
      "a board: gameState.gameFinished and length(gameState.memoryCards) == 0"
    )
    #expect(
      green.errors
        == "Written to OUT: it guards that none of this holds after any action, as today. \(crash)\n"
    )
    #expect(green.output.contains("// It did not when this test was written,"))
  }

  @Test("guards against a crash that is already fixed")
  func mended() throws {
    let log = tests.appending(path: "Fixtures/Generated/category.jsonl").path
    func write(_ out: String, _ flags: String...) throws -> (String, String) {
      let path = folder.path(out)
      let app = Program("memory-tunes-mended").path
      let run = try rewind.run(["test", log, "--app", app, "-o", path] + flags)
      #expect(!run.output.contains("# next"), "There is no crash to be fixed.")
      return (run.lines.first ?? "", try String(contentsOfFile: path, encoding: .utf8))
    }
    let (words, text) = try write("Guard.swift")
    #expect(words.hasSuffix("it guards that the app survives action 4, as it does today."))
    #expect(text.contains(#"//   4  ChangeCategoryAction {"categoryIndex":7}   <- the app died"#))
    #expect(text.contains("await #expect(processExitsWith: .success) {"))
    #expect(!text.contains("withKnownIssue"))
    let (none, states) = try write("States.swift", "--expect", "recorded")
    #expect(none.hasSuffix("no longer dies in action 4, which --expect no-crash guards."))
    #expect(!states.contains("processExitsWith"))
  }

  @Test("says how the test target names the store if no flag does")
  func store() throws {
    let path = folder.path("WinTests.swift")
    let log = win
    #expect(try rewind.run("test", log, "--app", game, "-o", path).exit == .status(0))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      text.contains(
        """
        import RewindReplay
        import RewindTesting
        import Testing

        // `replayableStore` is the app's declaration of its store. Where the app has none yet:
        //
        //   let replayableStore = ReplayableStore(
        //     initial: AppState(), actions: AppAction.self, reduce: appReducer)

        @MainActor  // A reducer may be.
        @Suite("win")
        """
      )
    )
    #expect(text.contains("try Replay(text: session, of: replayableStore)\n"))
  }
}
