import ExampleFront

/// The commands of a player.
public enum Command: Equatable, Sendable {
  case menu
  case categories
  case category(Int)
  case play
  case arrive
  case flip(Int)
  case solve

  /// The commands in their typed form.
  static let forms: [CommandForm<Command>] = [
    CommandForm("menu", help: "go to the menu") { _ in .menu },
    CommandForm("categories", help: "go to the list of categories") { _ in .categories },
    CommandForm("category", "N", help: "choose category N, 0 to 4") { .category(try $0.number()) },
    CommandForm("play", help: "go to the board and ask for the pictures of a new game") { _ in
      .play
    },
    CommandForm("arrive", help: "let the pictures that were asked for arrive") { _ in .arrive },
    CommandForm("flip", "N", help: "turn card N over, 0 to 15") { .flip(try $0.number()) },
    CommandForm("solve", help: "turn over pair after pair until the game is won") { _ in .solve },
  ]
}
