import ExampleFront
package import MemoryTunesExample
package import RewindReplay

/// The game as lines of text.
package struct Screen {
  /// Long enough for a number, the longest name of a picture, and the mark of a guessed card.
  private static let cellWidth = 14
  /// The board is as wide as it is high: four by four for the sixteen cards of a game.
  private static let columns = 4

  package let lines: [String]

  package init(_ state: AppState) {
    switch state.routingState.navigationState {
    case .menu: lines = Self.menu(state.menuState)
    case .categories: lines = Self.categories(state.categoriesState)
    case .game: lines = Self.board(state)
    }
  }

  private static func menu(_ menu: MenuState) -> [String] {
    let lines = ["play", #"RoutingAction {"destination":"categories"}"#]
    return ["MEMORY TUNES", ""]
      + zip(menu.menuTitles, lines).map { title, line in
        "  \(title.padded(to: 18))\(line)"
      }
  }

  private static func categories(_ state: CategoriesState) -> [String] {
    ["CATEGORIES", ""]
      + state.categories.enumerated().map { index, category in
        "  \(index)  \(category.rawValue)" + (category == state.currentCategorySelected ? " *" : "")
      }
  }

  private static func board(_ state: AppState) -> [String] {
    let game = state.gameState
    let category = state.categoriesState.currentCategorySelected.rawValue.uppercased()
    if game.showLoading {
      return ["\(category): waiting for the pictures"]
    }
    if game.memoryCards.isEmpty {
      return ["\(category): no cards yet"]
    }
    let guessed = game.memoryCards.count { $0.isAlreadyGuessed } / 2
    return ["\(category): \(guessed) of \(game.memoryCards.count / 2) pairs", ""]
      + rows(of: game.memoryCards)
  }

  private static func rows(of cards: [MemoryCard]) -> [String] {
    stride(from: 0, to: cards.count, by: columns).map { start in
      (start..<min(start + columns, cards.count)).reduce("") { row, index in
        row.padded(to: (index - start) * cellWidth)
          + "  \(index < 10 ? " " : "")\(index) \(face(of: cards[index]))"
      }
    }
  }

  private static func face(of card: MemoryCard) -> String {
    guard card.isFlipped else { return "?" }
    let file = card.imageUrl.split(separator: "/").last ?? ""
    let name = String(file.prefix { $0 != "." })
    return card.isAlreadyGuessed ? "\(name) *" : name
  }
}

extension Screen {
  /// The game for `rewind`: its lines, or a picture of its board.
  package func drawn(from state: AppState) -> DrawnScreen {
    guard Picture.isWanted else { return .lines(lines) }
    let isBoard = state.routingState.navigationState == .game && !state.gameState.showLoading
    let cards = isBoard ? state.gameState.memoryCards : []
    let rows = (cards.count + Self.columns - 1) / Self.columns
    var picture = Picture(420, by: max(120, 60 + 64 * rows))
    for (row, line) in lines.enumerated() where cards.isEmpty || row == 0 {
      picture.text(line, 16, 34 + 22 * row, size: row == 0 ? 18 : 13)
    }
    for (index, card) in cards.enumerated() {
      let (x, y) = (14 + 100 * (index % Self.columns), 52 + 64 * (index / Self.columns))
      let fill = card.isAlreadyGuessed ? "#bfe3c0" : card.isFlipped ? "#ffffff" : "#3d5a80"
      picture.box(x, y, 92, 56, fill)
      if card.isFlipped { picture.text(Self.face(of: card), x + 8, y + 33, size: 12) }
    }
    return picture.drawn
  }
}
