import RewindInputs
public import RewindStore

/// The board of the current game.
public struct GameState: StateType, Codable, Equatable, Sendable {
  public var memoryCards: [MemoryCard]
  public var showLoading: Bool
  public var gameFinished: Bool

  public init(
    memoryCards: [MemoryCard] = [],
    showLoading: Bool = false,
    gameFinished: Bool = false
  ) {
    self.memoryCards = memoryCards
    self.showLoading = showLoading
    self.gameFinished = gameFinished
  }
}

/// The board is cleared, and pictures for a new game have been requested.
public struct FetchTunesAction: Action, Codable, Equatable, Sendable {
  public init() {}
}

/// Pictures have arrived: two cards of each are dealt.
public struct SetCardsAction: Action, Codable, Equatable, Sendable {
  public let cardImageUrls: [String]

  public init(cardImageUrls: [String]) {
    self.cardImageUrls = cardImageUrls
  }
}

/// The player turns a card over.
public struct FlipCardAction: Action, Codable, Equatable, Sendable {
  public let cardIndexToFlip: Int

  public init(cardIndexToFlip: Int) {
    self.cardIndexToFlip = cardIndexToFlip
  }
}

/// Deals and turns cards.
///
/// It stops the program if there is no card at the index, as on a board that has been cleared.
public func gameReducer(action: any Action, state: GameState?) -> GameState {
  var state = state ?? GameState()
  switch action {
  case is FetchTunesAction:
    state = GameState(showLoading: true)
  case let action as SetCardsAction:
    let pictures = Recorded.shuffled(action.cardImageUrls + action.cardImageUrls)
    state = GameState(memoryCards: pictures.map { MemoryCard(imageUrl: $0) })
  case let action as FlipCardAction:
    state.memoryCards.flip(at: action.cardIndexToFlip)
    state.gameFinished = state.memoryCards.areAllGuessed
  default:
    break
  }
  return state
}
