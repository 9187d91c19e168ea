import BookmarksExample
import Foundation
import RewindTestSupport
import Testing

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
}
