public import ExampleFront
public import MemoryTunesExample
import RewindStore

/// The game in a terminal.
public final class GameTerminal: TerminalApp {
  public static var commands: [CommandForm<Command>] { Command.forms }

  public let game: Game
  private let catalogue: OfflineCatalogue
  private let write: (String) -> Void
  private let display: Display

  /// Makes a terminal for a game in its initial state.
  ///
  /// - Parameters:
  ///   - game: The game.
  ///   - catalogue: The game's service, which `arrive` makes respond.
  ///   - write: Called with each line of the output.
  public init(game: Game, catalogue: OfflineCatalogue, write: @escaping (String) -> Void) {
    self.game = game
    self.catalogue = catalogue
    self.write = write
    display = Display(write: write)
    game.store.subscribe(display)
  }

  /// True while pictures are on their way.
  public var isWaiting: Bool { catalogue.hasPendingRequests }

  public func begin() {
    display.draw()
  }

  public func arrive() {
    carryOut(.arrive)
  }

  public func carryOut(_ command: Command) {
    let store = game.store
    switch command {
    case .menu: store.dispatch(RoutingAction(destination: .menu))
    case .categories: store.dispatch(RoutingAction(destination: .categories))
    case .category(let index): store.dispatch(ChangeCategoryAction(categoryIndex: index))
    case .play: game.play()
    case .arrive: answer()
    case .flip(let index): store.dispatch(FlipCardAction(cardIndexToFlip: index))
    case .solve: solve()
    }
    display.drawIfChanged()
  }

  public func drawIfChanged() {
    display.drawIfChanged()
  }

  private func answer() {
    if isWaiting {
      catalogue.arrive()
    } else {
      write("No pictures are on their way. Type play to ask for some.")
    }
  }

  private func solve() {
    if game.store.state.gameState.memoryCards.isEmpty {
      write("There are no cards to turn over. Type play, and then arrive.")
    } else {
      game.solve()
    }
  }
}
