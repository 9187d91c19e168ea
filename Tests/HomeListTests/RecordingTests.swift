import Foundation
import HomeListExample
import HomeListFront
import RewindReplay
import RewindTestSupport
import RewindTesting
import Testing

/// The sample sessions, which `scripts/record` makes.
private let samples = ["pages-and-settings", "more-after-failure"]

@Suite("A recording of the home list", .process)
struct RecordingTests {
  @Test("gives every state that the program printed, decoded and reconstructed", arguments: samples)
  func states(name: String) throws {
    let states: [AppState] = try printedStates(
      Recordings.path("home-list/states/\(name).jsonl")
    )
    let replay = try Replay(Recordings.path("home-list/\(name).jsonl"), of: HomeListFront.homeList)
    #expect(replay.lastIndex == states.count - 1)
    for (index, state) in states.enumerated() {
      #expect(try replay.state(after: index) == state)
      #expect(try replay.state(after: index, by: .rerunning) == state)
    }
  }

  @Test("distinguishes a crash outside the reducers from one inside: no action is open")
  func end() throws {
    func end(_ name: String) throws -> String {
      "\(try Replay(Recordings.path("home-list/\(name).jsonl"), of: HomeListFront.homeList).end)"
    }
    #expect(try end("pages-and-settings").hasPrefix("closed"))
    #expect(try end("more-after-failure").hasPrefix("stopped"))
  }

  #if os(macOS) || os(Linux)
  @Test("is made by the program, and begins with the remembered list")
  func records() throws {
    try TemporaryFolder.with { folder in
      let homeList = Program("home-list")
      let (kept, log, states) = (folder.path("kept"), folder.path("log"), folder.path("states"))
      _ = try homeList.run(
        "--persist",
        kept,
        input: """
          arrive
          ChangeSetSwitch {"titleTheme":true}
          """
      )
      _ = try homeList.run(
        ["--persist", kept, "--record", log, "--print-states", states],
        input: "arrive\nmore\narrive\n"
      )
      let replay = try Replay(log, of: HomeListFront.homeList)
      let printed: [AppState] = try printedStates(states)
      #expect(printed[1].settings.titleTheme)
      #expect(replay.lastIndex == 5)
      #expect(try replay.state(after: 5) == printed[5])
      #expect(try replay.state(after: 5, by: .rerunning) == printed[5])
    }
  }

  @Test("is begun beside another one, and says so")
  func existingFile() throws {
    try TemporaryFolder.with { folder in
      let file = try folder.file("log", "something else")
      let run = try Program("home-list").run("--record", file.path, input: "arrive")
      #expect(run.exit == .status(0))
      #expect(run.errors == "rewind: recording to \(file.path)-2\n")
      #expect(try String(contentsOf: file, encoding: .utf8) == "something else")
      #expect(try Replay(folder.path("log-2"), of: HomeListFront.homeList).lastIndex > 0)
    }
  }

  @Test("is verified and searched by the tool, and the reducers are not to blame")
  func tool() throws {
    let (rewind, homeList) = (Program("rewind"), Program("home-list").path)
    for name in samples {
      let log = Recordings.path("home-list/\(name).jsonl")
      #expect(try rewind.run("verify", log, "--app", homeList).exit == .status(0))
    }
    let log = Recordings.path("home-list/more-after-failure.jsonl")
    let run = try rewind.run("bisect", log, "--app", homeList)
    #expect(run.exit == .status(1))
    #expect(run.output.contains("outside the reducers"))
  }
  #endif
}
