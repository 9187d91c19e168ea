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
}
