import Foundation
import RewindInputs
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

// The forms of the page on causes, as an app of Swift 5 has them.

private func send(_ action: RoutingAction) {}

private struct PriceService: Sendable {
  func load(completion: @escaping @Sendable (RoutingDestination) -> Void) {}
}

private func carry(_ service: PriceService, _ queue: DispatchQueue, _ url: URL) {
  service.load(completion: Recorded.callback { send(RoutingAction(destination: $0)) })
  queue.async(execute: Recorded.callback { send(RoutingAction(destination: .menu)) })
  _ = Timer(timeInterval: 1, repeats: false, block: Recorded.callback { _ in })
}
