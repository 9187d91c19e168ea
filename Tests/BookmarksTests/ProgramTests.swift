import BookmarksExample
import Foundation
import RewindTestSupport
import Testing

/// Starting a program needs child processes, which only the computers among Apple's platforms have.
#if os(macOS) || os(Linux)
@Suite("The program bookmarks")
@MainActor
struct ProgramTests {
  private let bookmarks = Program("bookmarks")

  @Test("plays a script and shows it like a session")
  func session() throws {
    let run = try bookmarks.run(input: "refresh\n# the list is on its way\narrive\nquit\n")
    #expect(
      run.output == """
        BOOKMARKS

          None yet. Type refresh.
        > refresh
        BOOKMARKS (refreshing)

          None yet. Type refresh.
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
    try TemporaryFolder.with { folder in
      let states = folder.path("states")
      let script = String(repeating: "refresh\narrive\n", count: 3)
      let run = try bookmarks.run("--print-states", states, input: script)
      #expect(run.exit == .trap)
      let lines = try String(contentsOfFile: states, encoding: .utf8).split(separator: "\n")
      let printed = try lines.map {
        try JSONDecoder().decode(BookmarkState.self, from: Data($0.utf8))
      }
      #expect(printed.map(\.list.count) == [0, 0, 2, 2, 3, 3, 0])
      #expect(printed.map(\.pendingRefreshes) == [0, 1, 0, 1, 0, 1, 0])
    }
  }

  @Test("explains itself in 79 columns")
  func help() throws {
    let run = try bookmarks.run("--help")
    #expect(run.output.hasPrefix("A list of bookmarks that is loaded by its own reducer.\n"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 79 })
  }
}
#endif
