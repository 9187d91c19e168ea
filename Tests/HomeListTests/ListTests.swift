import HomeListExample
import RewindStore
import RewindTestSupport
import Testing

@Suite("The home list", .process)
struct ListTests {
  @Test("begins with nothing but the wish to load")
  func begins() {
    let state = appReducer(ResetState(), nil)
    #expect(state == AppState())
    #expect(state.home.isLoading)
    #expect(state.settings == SettingsState(titleTheme: false, textColor: false))
  }

  @Test("says that it asks, asks, and takes the answer in")
  func loads() {
    let played = Played("arrive")
    #expect(played.actions == ["FetchHomeList", "ReceiveHomeList"])
    #expect(played.states[0].home == HomeState(isLoading: true))
    #expect(played.seqs == [12, 11, 10, 9, 8])
    #expect(played.state.home.isLoading == false)
  }

  @Test("grows page by page to its end, and then no more")
  func loadsMore() {
    let played = Played("arrive", "more", "arrive", "more", "arrive", "more", "arrive")
    #expect(played.states.map(\.home.homeList.count) == [0, 5, 5, 10, 10, 12, 12, 12])
    #expect(played.seqs == (1...12).reversed())
    #expect(played.state.home.isLoadMore)
  }

  @Test("is replaced by a refresh, and shown until that arrives")
  func refreshes() {
    let played = Played("arrive", "more", "arrive", "refresh", "arrive")
    #expect(played.states.suffix(2).map(\.home.homeList.count) == [10, 5])
    #expect(played.states.suffix(2).map(\.home.isRefreshing) == [true, false])
  }

  @Test("is empty after a first load that failed")
  func failedLoad() {
    let played = Played("fail")
    #expect(played.actions == ["FetchHomeList", "ReceiveHomeList"])
    #expect(played.state.home == HomeState(isLoading: false))
  }

  @Test("is kept when loading more fails, and emptied when a refresh fails")
  func failedLater() {
    #expect(Played("arrive", "more", "fail").seqs.count == 5)
    #expect(Played("arrive", "refresh", "fail").seqs == [])
  }

  @Test("is forgotten by a reset, and loading again")
  func resets() {
    let played = Played("arrive", "ResetState")
    #expect(played.state.home == HomeState(isLoading: true))
  }

  @Test("answers requests in the order in which they were made")
  func order() {
    let played = Played("arrive", "more", "refresh", "arrive", "arrive")
    // The first answer comes to a state that knows of the refresh only: it replaces the list.
    #expect(played.states.map(\.home.homeList.first?.seq) == [nil, 12, 12, 12, 7, 12])
  }

  @Test("has settings that nothing else touches")
  func settings() {
    let played = Played(theme(true), color(true), "arrive", "ResetState", theme(false))
    #expect(
      played.states.map(\.settings.titleTheme) == [false, true, true, true, true, false]
    )
    #expect(played.state.settings == SettingsState(titleTheme: false, textColor: true))
  }
}

/// Exit tests need child processes, which only the computers among Apple's platforms have.
#if os(macOS) || os(Linux)
@Suite("The home list crashes", .exits)
struct CrashTests {
  @Test("when more is asked for after a first load that failed: outside any reducer")
  func loadMoreOfNothing() async {
    await #expect(processExitsWith: .failure) { withoutBacktrace { _ = Played("fail", "more") } }
    await #expect(processExitsWith: .failure) { withoutBacktrace { _ = Played("more") } }
    // The reducers go through the same actions without harm.
    await #expect(processExitsWith: .success) {
      let actions: [any Action] = [
        FetchHomeList(isLoading: true), ReceiveHomeList(homeList: []),
        FetchHomeList(isLoadMore: true),
      ]
      _ = actions.reduce(AppState()) { state, action in appReducer(action, state) }
    }
  }
}
#endif
