import Foundation
import Rewind
import RewindReplay
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTesting
import Testing

/// The types of the old recordings, as an app has them today.
private struct Tally: Codable, Equatable {
  var count = 0
  var steps: [String] = []
}

/// What the recordings call `Add`.
private struct Increase: Action, Codable {
  let amount: Int
}

private func reduce(_ action: any Action, _ tally: Tally?) -> Tally {
  guard let increase = action as? Increase else { return tally ?? Tally() }
  var next = tally ?? Tally()
  next.count += increase.amount
  next.steps.append("+\(increase.amount)")
  return next
}

private let folder = Recordings.folder.deletingLastPathComponent()
  .appending(path: "Tests/Fixtures/format-1")

@Suite("An app with old logs")
struct OldLogReplayTests {
  private func replay(_ name: String) throws -> Replay<Tally, any Action> {
    let actions = ActionDecoders<any Action>().adding(Increase.self, formerly: ["Add", "Plus"])
    #expect(actions.names == ["Add", "Increase", "Plus"])
    return try Replay(
      folder.appending(path: name + ".jsonl").path,
      of: ReplayableStore(reducer: reduce, actions: actions)
    )
  }

  @Test(
    "replays them, though an action has another name now",
    arguments: [
      "notes", "stopped", "external", "travel", "nested", "causes", "hooks", "middleware",
    ]
  )
  func renamed(name: String) throws {
    let replay = try replay(name)
    #expect(try replay.firstDivergence() == nil)
    #expect(try replay.state(after: replay.lastIndex, by: .rerunning).count > 0)
  }

  @Test("decodes their states")
  func states() throws {
    let replay = try replay("whole")
    #expect(try replay.state(after: 10).count == 55)
  }

  @Test("finds a past session of theirs, and how it ended")
  func sessions() throws {
    let sessions = SessionFolder(folder: folder.appending(path: "folder"))
    let session = try #require(sessions.previous)
    #expect(sessions.all.count == 1)
    #expect(session.files.count == 2)
    #expect(session.header?.app == "tally")
    #expect(session.end == .closed)
    #expect(!session.isRunning)
  }
}
