import Foundation
import MemoryTunesExample
import RewindStore
import RewindTestSupport
import Testing

@Suite("In JSON, Memory Tunes")
struct CodingTests {
  @Test("writes its state by the names of its parts")
  func state() throws {
    var state = AppState()
    state.gameState.memoryCards = [MemoryCard(imageUrl: "a/b.png", isFlipped: true)]
    #expect(
      try coded(state) == """
        {"categoriesState":{"categories":["pop","electronic","rock","metal","rap"],\
        "currentCategorySelected":"pop"},\
        "gameState":{"gameFinished":false,"memoryCards":[{"imageUrl":"a/b.png",\
        "isAlreadyGuessed":false,"isFlipped":true}],"showLoading":false},\
        "menuState":{"menuTitles":["New Game","Choose Category"]},\
        "routingState":{"navigationState":"menu"}}
        """
    )
  }

  @Test("writes its actions by the names of their values")
  func actions() throws {
    #expect(try coded(RoutingAction(destination: .game)) == #"{"destination":"game"}"#)
    #expect(try coded(ChangeCategoryAction(categoryIndex: 7)) == #"{"categoryIndex":7}"#)
    #expect(try coded(FetchTunesAction()) == "{}")
    #expect(try coded(SetCardsAction(cardImageUrls: ["a"])) == #"{"cardImageUrls":["a"]}"#)
    #expect(try coded(FlipCardAction(cardIndexToFlip: 3)) == #"{"cardIndexToFlip":3}"#)

    try coded(SetCardsAction(cardImageUrls: ["a", "b"]))
  }
}
