import BookmarksExample
import BookmarksFront
import RewindTestSupport
import Testing

@Suite("The front of the bookmarks", .process)
@MainActor
struct FrontTests {
  @Test("draws the click, and the list when it comes")
  func screens() throws {
    try expectScreens(of: "bookmarks") { (state: BookmarkState) in Screen(state).lines }
  }

  @Test("lets two lists be on their way")
  func twice() async {
    let output = await played(click, click, "arrive", "arrive")
    #expect(
      output.filter { $0.hasPrefix("BOOKMARKS") || $0.hasPrefix("  Newest") } == [
        "BOOKMARKS (refreshing)",
        "BOOKMARKS (refreshing)",
        "BOOKMARKS (refreshing)",
        "  Newest: Tide tables",
        "BOOKMARKS",
        "  Newest: Paper lamps",
      ]
    )
  }

  @Test("draws a state that is set past all actions")
  func clear() async {
    #expect(
      await played(click, "arrive", "clear").suffix(3) == [
        "BOOKMARKS", "", "  None yet. Type BookmarkAction.onClickRefresh.",
      ]
    )
  }

  @Test("asks for the list from another thread as well")
  func wake() async {
    #expect(await played("wake", "arrive") == played(click, "arrive"))
  }
}

/// Exit tests need child processes, which only the computers among Apple's platforms have.
#if os(macOS) || os(Linux)
@Suite("The list screen of the bookmarks crashes", .exits)
struct CrashTests {
  @Test("when the list that has come is empty: in no reducer")
  func emptyList() async {
    await #expect(processExitsWith: .failure) {
      _ = await played(click, "arrive", click, "arrive", click, "arrive")
    }
    await #expect(processExitsWith: .success) {
      _ = await played(click, "arrive", click, "arrive", click)
    }
  }
}
#endif
