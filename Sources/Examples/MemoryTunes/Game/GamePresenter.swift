public import RewindStore

/// The game screen's subscriber, which requests new pictures as soon as a game is won.
///
/// So the board empties under the finger of a player who continues tapping, and the tap on the old
/// board meets no card. This bug is intended: it makes the game a good one to debug.
public final class GamePresenter: StoreSubscriber {
  private let store: Store<AppState>
  private let catalogue: any TuneCatalogue

  public init(store: Store<AppState>, catalogue: any TuneCatalogue) {
    self.store = store
    self.catalogue = catalogue
    store.subscribe(self) { $0.select(\.gameState) }
  }

  public func newState(state: GameState) {
    if state.gameFinished {
      store.dispatch(catalogue.fetchTunes)
    }
  }
}
