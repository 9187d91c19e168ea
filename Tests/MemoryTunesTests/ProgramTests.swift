import Foundation
import MemoryTunesExample
import RewindTestSupport
import Testing

@Suite("The program memory-tunes", .process)
struct ProgramTests {
  private let folder = TemporaryFolder()

  private let memoryTunes = Program("memory-tunes")

  @Test("plays a script and shows it like a session")
  func session() throws {
    let run = try memoryTunes.run(
      input: """
        note begin
        play

        quit
        RoutingAction {"destination":"menu"}
        """
    )
    #expect(
      run.output == """
        MEMORY TUNES

          New Game          play
          Choose Category   RoutingAction {"destination":"categories"}
        > play
        POP: waiting for the pictures
        > quit

        """
    )
    #expect(run.errors == "")
    #expect(run.exit == .status(0))
  }

  @Test("prints the first state and the state after each action, up to the crash")
  func printStates() throws {
    let file = folder.url.appending(path: "file.txt")
    let run = try memoryTunes.run(
      "--print-states",
      file.path,
      input: """
        RoutingAction {"destination":"categories"}
        ChangeCategoryAction {"categoryIndex":1}
        play
        arrive
        FlipCardAction {"cardIndexToFlip":3}
        solve
        FlipCardAction {"cardIndexToFlip":3}
        """
    )
    #expect(run.exit == .trap)

    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(
      lines[0] == """
        {"categoriesState":{"categories":["pop","electronic","rock","metal","rap"],\
        "currentCategorySelected":"pop"},\
        "gameState":{"gameFinished":false,"memoryCards":[],"showLoading":false},\
        "menuState":{"menuTitles":["New Game","Choose Category"]},\
        "routingState":{"navigationState":"menu"}}
        """
    )
    // The first state; two actions; two for play; the cards; sixteen turns; the new game.
    #expect(lines.count == 1 + 2 + 2 + 1 + 16 + 1)

    let states = try lines.map { try JSONDecoder().decode(AppState.self, from: Data($0.utf8)) }
    #expect(states[5].gameState.memoryCards.count == 16)
    #expect(states[6] == appReducer(action: FlipCardAction(cardIndexToFlip: 3), state: states[5]))
    #expect(states[21].gameState.gameFinished)
    #expect(states[22] == appReducer(action: FetchTunesAction(), state: states[21]))
  }

  @Test("writes its actions to standard error when asked")
  func log() throws {
    let run = try memoryTunes.run("--log", input: #"ChangeCategoryAction {"categoryIndex":2}"#)
    #expect(run.errors == "ReSwiftInit()\nChangeCategoryAction(categoryIndex: 2)\n")
  }

  @Test(
    "goes on where no file may grow any more, though it is recorded",
    .disabled(if: Sanitizer.isOn, "A sanitizer writes larger files itself.")
  )
  func fileSizeLimit() throws {
    let file = folder.url.appending(path: "file.txt")
    let log = file.path
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    // In blocks of 512 bytes, or of 1,024 in some shells.
    shell.arguments = ["-c", "ulimit -f 6; exec '\(memoryTunes.path)' --record '\(log)'"]
    let input = Pipe()
    shell.standardInput = input
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    try shell.start()
    input.fileHandleForWriting.write(Data("play\narrive\nsolve\nquit\n".utf8))
    try input.fileHandleForWriting.close()
    shell.waitUntilExit()
    #expect(shell.terminationReason == .exit)
    #expect(shell.terminationStatus == 0)
    let lines = try String(contentsOfFile: log, encoding: .utf8)
    #expect(lines.utf8.count <= 6 * 1_024)
    #expect(lines.hasSuffix("\"}\n"))
    #expect(lines.contains(#"{"gap":"#))
    #expect(lines.contains(#"{"end":"closed""#))
  }

  @Test(
    "refuses what it cannot do with a message and status 2",
    arguments: [
      (["--nope"], "There is no flag \"--nope\". Start memory-tunes --help for the list.\n"),
      (["--print-states"], "\"--print-states\" lacks its argument: --print-states FILE.\n"),
    ]
  )
  func refuses(arguments: [String], message: String) throws {
    let run = try memoryTunes.run(arguments, input: "play", exits: 2)
    #expect(run.output == "")
    #expect(run.errors == message)
  }

  @Test("stops when states cannot be printed")
  func cannotPrint() throws {
    let run = try memoryTunes.run(["--print-states", "/nowhere/states"], input: "play", exits: 2)
    #expect(run.errors.hasPrefix("States cannot be printed to \"/nowhere/states\": "))
  }
}
