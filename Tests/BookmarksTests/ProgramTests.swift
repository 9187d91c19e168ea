import BookmarksExample
import Foundation
import RewindTestSupport
import Testing

/// Starting a program needs child processes, which only the computers among Apple's platforms have.
#if os(macOS) || os(Linux)
@Suite("The program bookmarks", .process)
@MainActor
struct ProgramTests {
  private let bookmarks = Program("bookmarks")

  @Test("plays a script and shows it like a session")
  func session() throws {
    let run = try bookmarks.run(
      input: """
        BookmarkAction.onClickRefresh
        # the list is on its way
        arrive
        quit
        """
    )
    #expect(
      run.output == """
        BOOKMARKS

          None yet. Type BookmarkAction.onClickRefresh.
        > BookmarkAction.onClickRefresh
        BOOKMARKS (refreshing)

          None yet. Type BookmarkAction.onClickRefresh.
        > arrive
        BOOKMARKS

          Newest: Tide tables

          Tide tables, https://tides.example
          Moss of the north, https://moss.example
        > quit

        """
    )
    #expect(run.errors == "")
    #expect(run.exit == .status(0))
  }

  @Test("prints the state after each action, the one that the screen does not survive too")
  func printStates() throws {
    let script = String(repeating: "BookmarkAction.onClickRefresh\narrive\n", count: 3)
    let (run, states) = try bookmarks.play(script, printing: BookmarkState.self)
    #expect(run.exit == .trap)
    #expect(states.map(\.list.count) == [0, 0, 2, 2, 3, 3, 0])
    #expect(states.map(\.pendingRefreshes) == [0, 1, 0, 1, 0, 1, 0])
  }

  @Test("explains itself in 79 columns")
  func help() throws {
    try bookmarks.expectHelp(
      beginningWith: "A list of bookmarks that is loaded by its own reducer.\n"
    )
  }
}
#endif
