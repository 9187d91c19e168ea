public import RewindStore

/// A game: its store, the service that delivers pictures, and the subscriber that restarts it.
public final class Game {
  public let store: Store<AppState>
  public let catalogue: any TuneCatalogue
  private let presenter: GamePresenter

  /// Makes a game in its initial state, at the menu.
  ///
  /// - Parameters:
  ///   - catalogue: The service that delivers pictures.
  ///   - reducer: The rules, for programs that change one of them.
  ///   - middleware: Middleware for every action, such as a recorder.
  public init(
    catalogue: any TuneCatalogue,
    reducer: @escaping Reducer<AppState> = appReducer,
    middleware: [Middleware<AppState>] = []
  ) {
    self.catalogue = catalogue
    store = Store(reducer: reducer, state: nil, middleware: middleware)
    presenter = GamePresenter(store: store, catalogue: catalogue)
  }

  /// Goes to the board and requests pictures.
  public func play() {
    store.dispatch(RoutingAction(destination: .game))
    store.dispatch(catalogue.fetchTunes)
  }

  /// Turns over pair after pair until the game is won.
  ///
  /// One turn for each card is enough. A game that is not won then has unknown rules.
  public func solve() {
    for _ in store.state.gameState.memoryCards {
      guard let index = store.state.gameState.memoryCards.nextIndexToWin else { return }
      store.dispatch(FlipCardAction(cardIndexToFlip: index))
    }
  }
}
