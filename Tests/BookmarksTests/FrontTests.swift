import Testing

@Suite("The terminal of the bookmarks", .process)
@MainActor
struct FrontTests {
  @Test("draws every state: the click, and the list when it comes")
  func list() async {
    #expect(
      await played("refresh", "arrive") == [
        "BOOKMARKS (refreshing)",
        "",
        "  None yet. Type refresh.",
        "BOOKMARKS",
        "",
        "  Newest: Tide tables",
        "",
        "  Tide tables, https://tides.example",
        "  Moss of the north, https://moss.example",
      ]
    )
  }

  @Test("lets two lists be on their way")
  func twice() async {
    let output = await played("refresh", "refresh", "arrive", "arrive")
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
      await played("refresh", "arrive", "clear").suffix(3) == [
        "BOOKMARKS", "", "  None yet. Type refresh.",
      ]
    )
  }

  @Test("asks for the list from another thread as well")
  func wake() async {
    #expect(
      await played("wake", "arrive").prefix(1) == ["BOOKMARKS (refreshing)"]
    )
    #expect(await played("wake", "arrive") == played("refresh", "arrive"))
  }

  @Test("says what to do when nothing is on its way")
  func nothing() async {
    #expect(
      await played("arrive", "clean") == [
        "No list is on its way. Type refresh to ask for one.",
        "There is no command \"clean\". Type help for the list.",
      ]
    )
  }
}

/// Exit tests need child processes, which only the computers among Apple's platforms have.
#if os(macOS) || os(Linux)
@Suite("The list screen of the bookmarks crashes", .exits)
struct CrashTests {
  @Test("when the list that has come is empty: in no reducer, but in what observes the store")
  func emptyList() async {
    await #expect(processExitsWith: .failure) {
      _ = await played("refresh", "arrive", "refresh", "arrive", "refresh", "arrive")
    }
    await #expect(processExitsWith: .success) {
      _ = await played("refresh", "arrive", "refresh", "arrive", "refresh")
    }
  }
}
#endif
