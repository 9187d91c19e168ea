import RewindStore
import Testing

@Suite("An app that was written for ReSwift")
struct MovedAppTests {
  @Test("runs with this store")
  @MainActor
  func runs() {
    let router = AppRouter()
    let screen = GameViewController()
    let menu = MenuScreen()
    store.subscribe(menu)
    screen.viewWillAppear()

    store.dispatch(RoutingAction(destination: .game))
    store.dispatch(fetchTunes)
    answerFromService?(["pop", "rock"])
    screen.viewWillDisappear()
    store.dispatch(
      Thunk<AppState> { dispatch, getState in
        guard getState()?.gameState.showLoading == false else { return }
        dispatch(RoutingAction(destination: .menu))
      }
    )

    #expect(store.state.gameState.pictures == ["pop", "rock"])
    #expect(store.state?.routingState.navigationState == .menu)
    #expect(menu.title == "menu")
    #expect(screen.drawn == ["", "loading", "pop rock"])
    #expect(router.route == [.menu, .game, .game, .game, .menu])
    #expect(
      log == [
        "ReSwiftInit from -", "RoutingAction from menu", "FetchTunesAction from game",
        "SetCardsAction from game", "Thunk<AppState> from game", "RoutingAction from game",
      ]
    )
  }
}
