import Foundation
import MemoryTunesExample
import RewindStore
import Testing

@Suite("In JSON, Memory Tunes")
struct CodingTests {
  func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  func roundTrip<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
    try JSONDecoder().decode(Value.self, from: Data(try json(value).utf8)) == value
  }

  @Test("writes its state by the names of its parts")
  func state() throws {
    var state = AppState()
    state.gameState.memoryCards = [MemoryCard(imageUrl: "a/b.png", isFlipped: true)]
    #expect(
      try json(state) == """
        {"categoriesState":{"categories":["pop","electronic","rock","metal","rap"],\
        "currentCategorySelected":"pop"},\
        "gameState":{"gameFinished":false,"memoryCards":[{"imageUrl":"a/b.png",\
        "isAlreadyGuessed":false,"isFlipped":true}],"showLoading":false},\
        "menuState":{"menuTitles":["New Game","Choose Category"]},\
        "routingState":{"navigationState":"menu"}}
        """
    )
    #expect(try roundTrip(state))
  }

  @Test("writes its actions by the names of what they hold")
  func actions() throws {
    #expect(try json(RoutingAction(destination: .game)) == #"{"destination":"game"}"#)
    #expect(try json(ChangeCategoryAction(categoryIndex: 7)) == #"{"categoryIndex":7}"#)
    #expect(try json(FetchTunesAction()) == "{}")
    #expect(try json(SetCardsAction(cardImageUrls: ["a"])) == #"{"cardImageUrls":["a"]}"#)
    #expect(try json(FlipCardAction(cardIndexToFlip: 3)) == #"{"cardIndexToFlip":3}"#)

    #expect(try roundTrip(RoutingAction(destination: .game)))
    #expect(try roundTrip(ChangeCategoryAction(categoryIndex: 7)))
    #expect(try roundTrip(FetchTunesAction()))
    #expect(try roundTrip(SetCardsAction(cardImageUrls: ["a", "b"])))
    #expect(try roundTrip(FlipCardAction(cardIndexToFlip: 3)))
  }
}
