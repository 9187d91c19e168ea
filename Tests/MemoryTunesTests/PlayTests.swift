import MemoryTunesExample
import MemoryTunesFront
import RewindStore
import Testing

@Suite("A game of Memory Tunes")
struct PlayTests {
  @Test("begins at the menu, in pop, without cards")
  func begins() {
    let played = Played()
    #expect(played.states == [AppState()])
    #expect(played.actions == ["ReSwiftInit"])
    #expect(played.state?.menuState.menuTitles == ["New Game", "Choose Category"])
    #expect(
      played.state?.categoriesState.categories.map(\.rawValue)
        == ["pop", "electronic", "rock", "metal", "rap"]
    )
  }

  @Test("goes from screen to screen")
  func routes() {
    let played = Played(go("categories"), "play", go("menu"))
    #expect(
      played.states.map(\.routingState.navigationState)
        == [.menu, .categories, .game, .game, .menu]
    )
  }

  @Test("clears the board, waits, and deals two cards of each picture")
  func deals() {
    let played = Played("play", "arrive")
    #expect(
      played.actions == ["ReSwiftInit", "RoutingAction", "FetchTunesAction", "SetCardsAction"]
    )
    #expect(played.states[2].gameState == GameState(showLoading: true))
    let cards = played.game?.memoryCards ?? []
    #expect(cards.count == 16)
    #expect(cards[0].imageUrl == "https://tunes.example/pop/balloon.png")
    #expect(cards[0] == cards[8])
    #expect(Set(cards.map(\.imageUrl)).count == 8)
    #expect(played.game?.showLoading == false)
  }

  @Test("shuffles the cards")
  func shuffles() {
    let pictures = (0..<26).map { "\($0)" }
    let state = gameReducer(action: SetCardsAction(cardImageUrls: pictures), state: nil)
    let dealt = state.memoryCards.map(\.imageUrl)
    #expect(dealt != pictures + pictures)
    #expect(dealt.sorted() == (pictures + pictures).sorted())
  }

  @Test("asks for pictures of the chosen category")
  func category() {
    let played = Played(choose(3), "play", "arrive")
    #expect(played.game?.memoryCards.first?.imageUrl == "https://tunes.example/metal/anvil.png")
  }

  @Test("keeps equal cards face up")
  func equalCards() {
    let played = Played("play", "arrive", flip(2), flip(10))
    let cards = played.game?.memoryCards ?? []
    #expect(cards.indices.filter { cards[$0].isAlreadyGuessed } == [2, 10])
    #expect(cards.indices.filter { cards[$0].isFlipped } == [2, 10])
    #expect(played.game?.gameFinished == false)
  }

  @Test("turns two cards that differ back when the next one is turned over")
  func differentCards() {
    let played = Played("play", "arrive", flip(0), flip(1), flip(2))
    let faceUp = played.states.suffix(3).map { state in
      state.gameState.memoryCards.indices.filter { state.gameState.memoryCards[$0].isFlipped }
    }
    #expect(faceUp == [[0], [0, 1], [2]])
  }

  @Test("does not take a card for its own pair")
  func sameCardTwice() {
    let played = Played("play", "arrive", flip(5), flip(5))
    #expect(played.game?.memoryCards.contains { $0.isAlreadyGuessed } == false)
    #expect(played.game?.memoryCards[5].isFlipped == true)
  }

  @Test("is won when the last pair is found; its subscriber then asks for a new game")
  func won() {
    let played = Played("play", "arrive", "solve")
    #expect(played.actions.suffix(3) == ["FlipCardAction", "FlipCardAction", "FetchTunesAction"])
    #expect(played.states.suffix(2).map(\.gameState.gameFinished) == [true, false])
    #expect(played.game == GameState(showLoading: true))
  }

  @Test("can be played again and again")
  func playedAgain() {
    let played = Played("play", "arrive", "solve", "arrive", flip(3), "solve", "arrive")
    #expect(played.game?.memoryCards.count == 16)
    #expect(played.actions.count { $0 == "FetchTunesAction" } == 3)
  }

  @Test("is solved from any position", arguments: 0..<16)
  func solvedFromAnywhere(index: Int) {
    let played = Played(
      "play",
      "arrive",
      flip(index),
      flip((index * 7 + 1) % 16),
      "solve"
    )
    #expect(played.states.suffix(2).first?.gameState.gameFinished == true)
  }

  @Test("that no picture came for is not won, and asks for nothing")
  func emptyBoardIsNotWon() {
    let mended: Reducer<AppState> = { action, state in
      if let state, action is FlipCardAction, state.gameState.memoryCards.isEmpty {
        var next = state
        next.gameState = gameReducer(action: SetCardsAction(cardImageUrls: []), state: nil)
        return next
      }
      return appReducer(action: action, state: state)
    }
    let played = Played("play", flip(3), flip(3), reducer: mended)
    #expect(played.game == GameState())
    #expect(played.actions.suffix(2) == ["FlipCardAction", "FlipCardAction"])
  }

  @Test("gives its notes to whoever records, and shows nothing")
  func notes() {
    let played = Played("note here it comes", "note")
    #expect(played.notes == ["here it comes", ""])
    #expect(played.output == [])
    #expect(played.actions == ["ReSwiftInit"])
  }

  @Test("ends with quit")
  func quit() {
    #expect(Played("quit", "play").actions == ["ReSwiftInit"])
  }
}
