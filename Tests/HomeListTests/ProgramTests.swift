import Foundation
import HomeListExample
import RewindTestSupport
import Testing

/// Starting a program needs child processes, which only the computers among Apple's platforms have.
#if os(macOS) || os(Linux)
@Suite("The program home-list", .process)
struct ProgramTests {
  private let homeList = Program("home-list")

  @Test("plays a script and shows it like a session")
  func session() throws {
    let run = try homeList.run(
      input: """
        settings
        ChangeSetSwitch {"titleTheme":true}
        quit
        """
    )
    #expect(
      run.output == """
        === HOME ===

          loading
        > settings
        === SETTINGS ===

          dark title bar  off
          colored text   off
        > ChangeSetSwitch {"titleTheme":true}
        ### HOME ###

          loading
        > quit

        """
    )
    #expect(run.errors == "")
    #expect(run.exit == .status(0))
  }

  @Test("is killed by a trap outside its reducers, and has printed the state after every action")
  func crash() throws {
    let (run, states) = try homeList.play("fail\nmore\nsettings\n", printing: AppState.self)
    #expect(run.exit == .trap)
    #expect(
      states.map(\.home) == [
        HomeState(),
        HomeState(isLoading: true),
        HomeState(isLoading: false),
        HomeState(isLoadMore: true, isLoading: false),
      ]
    )
  }

  @Test("keeps list and settings in a file between starts")
  func persist() throws {
    try TemporaryFolder.with { folder in
      let file = folder.path("kept")
      _ = try homeList.run(
        "--persist",
        file,
        input: """
          arrive
          ChangeSetSwitch {"titleTheme":true}
          """
      )
      let run = try homeList.run("--log", "--persist", file, input: "settings")
      #expect(run.output.hasPrefix("### HOME ###\n"))
      #expect(run.errors.hasPrefix("action Rehydrate(state: HomeListExample.PersistedState("))
    }
  }

  @Test("stops when the file holds something else")
  func damagedFile() throws {
    try TemporaryFolder.with { folder in
      let file = try folder.file("kept", "no list")
      let run = try homeList.run("--persist", file.path, input: "arrive")
      #expect(run.errors.hasPrefix("The list cannot be kept in \"\(file.path)\": "))
      #expect(run.exit == .status(2))
      #expect(try String(contentsOf: file, encoding: .utf8) == "no list")
    }
  }

  @Test("writes each action and the next state to standard error when asked")
  func log() throws {
    let run = try homeList.run("--log", input: #"ChangeSetText {"textColor":true}"#)
    #expect(
      run.errors.split(separator: "\n").map { $0.prefix { $0 != "(" } } == [
        "action FetchHomeList", "next state AppState", "action ChangeSetText",
        "next state AppState",
      ]
    )
  }

  @Test("explains itself in 79 columns")
  func help() throws {
    try homeList.expectHelp(beginningWith: "A list that is loaded page by page")
  }
}
#endif
