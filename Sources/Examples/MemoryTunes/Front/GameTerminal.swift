package import ExampleFront
package import MemoryTunesExample
import RewindStore

/// The game in a terminal.
///
/// A won game is drawn at once, since the board is cleared immediately.
package final class GameTerminal: TerminalApp, StoreSubscriber {
  package let game: Game
  package var hasChanged = false
  private let catalogue: OfflineCatalogue
  private let write: (String) -> Void
  private var state = AppState()

  /// Makes a terminal for a game in its initial state.
  package init(game: Game, catalogue: OfflineCatalogue, write: @escaping (String) -> Void) {
    self.game = game
    self.catalogue = catalogue
    self.write = write
    game.store.subscribe(self)
  }

  package static var commands: [CommandForm<GameTerminal>] {
    [
      CommandForm("menu", help: "go to the menu") { $0.go(to: .menu) },
      CommandForm("categories", help: "go to the list of categories") { $0.go(to: .categories) },
      CommandForm("category", .number, help: "choose category N, 0 to 4") {
        $0.game.store.dispatch(ChangeCategoryAction(categoryIndex: $1))
      },
      CommandForm("play", help: "go to the board and ask for the pictures of a new game") {
        $0.game.play()
      },
      CommandForm("arrive", help: "let the pictures that were asked for arrive") { $0.arrive() },
      CommandForm("flip", .number, help: "turn card N over, 0 to 15") {
        $0.game.store.dispatch(FlipCardAction(cardIndexToFlip: $1))
      },
      CommandForm("solve", help: "turn over pair after pair until the game is won") { $0.solve() },
    ]
  }

  package func newState(state: AppState) {
    self.state = state
    hasChanged = true
    guard state.gameState.gameFinished else { return }
    hasChanged = false
    for line in screen { write(line) }
    write("All pairs found. The next game begins.")
  }

  package var screen: [String] { Screen(state).lines }

  /// True while pictures are on their way.
  package var isWaiting: Bool { catalogue.hasPendingRequests }

  package func arrive() {
    if isWaiting {
      catalogue.arrive()
    } else {
      write("No pictures are on their way. Type play to ask for some.")
    }
  }

  private func go(to destination: RoutingDestination) {
    game.store.dispatch(RoutingAction(destination: destination))
  }

  private func solve() {
    if game.store.state.gameState.memoryCards.isEmpty {
      write("There are no cards to turn over. Type play, and then arrive.")
    } else {
      game.solve()
    }
  }
}
