import BookmarksExample
import BookmarksFront
import Foundation
import RewindReplay
import RewindTestSupport
import RewindTesting
import Testing

@Suite("A recording of the bookmarks", .process)
@MainActor
struct RecordingTests {
  private let bookmarks = Program("bookmarks")
  private let rewind = Program("rewind")

  /// Plays a script, and gives the replay of its recording with the states that were printed.
  func recorded(
    _ script: String,
    check: (_ replay: Replay<BookmarkState, BookmarkAction>, _ printed: [BookmarkState]) throws
      -> Void,
    tool: (_ log: String) throws -> Void = { _ in }
  ) throws {
    try TemporaryFolder.with { folder in
      let (log, states) = (folder.path("log.jsonl"), folder.path("states"))
      _ = try bookmarks.run("--record", log, "--print-states", states, input: script)
      let printed = try printedStates(states, of: BookmarkState.self)
      try check(try Replay(log, of: BookmarksFront.bookmarks), printed)
      try tool(log)
    }
  }

  @Test("is the same whichever thread dispatched, though the app's types are on the main actor")
  func bothSides() throws {
    try recorded("BookmarkAction.onClickRefresh\nwake\narrive\narrive\n") { replay, printed in
      #expect(printed.map(\.pendingRefreshes) == [0, 1, 2, 1, 0])
      for (index, state) in printed.enumerated() {
        let (decoded, madeAgain) = (
          try replay.state(after: index), try replay.state(after: index, by: .rerunning)
        )
        #expect(decoded == state && madeAgain == state)
      }
    } tool: { log in
      let verified = try rewind.run("verify", log, "--app", bookmarks.path, "--pure")
      #expect(verified.output == "\(log): same, 4 actions\n")
    }
  }

  @Test("knows of a state that was set past all actions")
  func externalChange() throws {
    try recorded(
      """
      BookmarkAction.onClickRefresh
      arrive
      clear
      BookmarkAction.onClickRefresh
      """
    ) { replay, printed in
      #expect(printed.map(\.list.count) == [0, 0, 2, 0])
      let last = try replay.state(after: 3)
      #expect(last == BookmarkState(pendingRefreshes: 1))
    } tool: { log in
      let text = try String(contentsOfFile: log, encoding: .utf8)
      #expect(text.contains(#""external":true"#))
    }
  }

  @Test("leads from the bookmark that is removed while it is open to the Undo that took it")
  func undo() throws {
    let log = Recordings.path("bookmarks/undo-while-open.jsonl")
    let found = try rewind.run("bisect", log, "--app", bookmarks.path)
    #expect(found.lines[0].hasPrefix("fatal   7  .remove "))
    #expect(found.lines[1] == "culprit 6  .undo")
  }

  @Test("has searches of which a late answer finds nothing")
  func search() throws {
    let replay = try Replay(
      Recordings.path("bookmarks/late-search.jsonl"),
      of: BookmarksFront.bookmarks
    )
    let found = try (2...5).map { try replay.state(after: $0).shown.found.map(\.title) }
    #expect(found == [[], [], [], ["Tide tables"]])
  }

  @Test("leads to the empty list that the screen does not survive, since a replay draws it too")
  func screen() throws {
    try recorded(String(repeating: "BookmarkAction.onClickRefresh\narrive\n", count: 3)) {
      replay,
      printed in
      #expect(replay.lastIndex == 6)
      let last = try replay.state(after: 6)
      #expect(last.list == [])
    } tool: { log in
      let found = try rewind.run("bisect", log, "--app", bookmarks.path)
      #expect(found.lines[0].hasPrefix("fatal   6  .refresh "))
      // The log stops after the last state, as it does where the screen dies: so does the replay.
      #expect(
        try rewind.run("verify", log, "--app", bookmarks.path).output
          == "\(log): same, 6 actions, the crash (trap) included\n"
      )
    }
  }
}
