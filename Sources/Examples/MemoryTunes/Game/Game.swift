public import RewindStore

/// A game: its store, the service that it asks for pictures, and the subscriber that starts it anew.
public final class Game {
  public let store: Store<AppState>
  public let catalogue: any TuneCatalogue
  private let presenter: GamePresenter

  /// Makes a game in its first state, at the menu.
  ///
  /// - Parameters:
  ///   - catalogue: The service that is asked for pictures.
  ///   - reducer: The rules, for programs that change one of them.
  ///   - middleware: What every action passes on its way to the reducer, such as a recorder.
  public init(
    catalogue: any TuneCatalogue,
    reducer: @escaping Reducer<AppState> = appReducer,
    middleware: [Middleware<AppState>] = []
  ) {
    self.catalogue = catalogue
    store = Store(reducer: reducer, state: nil, middleware: middleware)
    presenter = GamePresenter(store: store, catalogue: catalogue)
  }

  /// Goes to the board and asks for pictures.
  public func play() {
    store.dispatch(RoutingAction(destination: .game))
    store.dispatch(catalogue.fetchTunes)
  }

  /// Turns over pair after pair until the game is won.
  ///
  /// One turn for each card is enough. A game that is not won then has rules that are not known here.
  public func solve() {
    for _ in store.state.gameState.memoryCards {
      guard let index = store.state.gameState.memoryCards.nextIndexToWin else { return }
      store.dispatch(FlipCardAction(cardIndexToFlip: index))
    }
  }
}
