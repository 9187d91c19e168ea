import MemoryTunesExample
import MemoryTunesFront
import RewindTestSupport
import Testing

@Suite("The front of Memory Tunes")
struct FrontTests {
  @Test("draws menu, categories and board")
  func screens() throws {
    try expectScreens(of: "memory-tunes") { (state: AppState) in Screen(state).lines }
  }

  @Test("draws a won game, though the board is empty when the line has been carried out")
  func won() {
    #expect(
      Played("play", "arrive", "solve").output.suffix(8) == [
        "POP: 8 of 8 pairs",
        "",
        "   0 balloon *   1 cherry *    2 dancer *    3 diary *",
        "   4 heart *     5 neon *      6 summer *    7 waltz *",
        "   8 balloon *   9 cherry *   10 dancer *   11 diary *",
        "  12 heart *    13 neon *     14 summer *   15 waltz *",
        "All pairs found. The next game begins.",
        "POP: waiting for the pictures",
      ]
    )
  }

  @Test("draws a board of any size")
  func anySize() {
    let state = AppState(
      routingState: RoutingState(navigationState: .game),
      gameState: GameState(memoryCards: (0..<6).map { MemoryCard(imageUrl: "\($0)") })
    )
    #expect(
      Screen(state).lines == [
        "POP: 0 of 3 pairs",
        "",
        "   0 ?           1 ?           2 ?           3 ?",
        "   4 ?           5 ?",
      ]
    )
  }

  @Test("turns nothing over and lets nothing arrive where there is nothing")
  func nothing() {
    let played = Played("arrive", "solve", go("game"))
    #expect(played.output.last == "POP: no cards yet")
    #expect(played.actions == ["ReSwiftInit", "RoutingAction"])
  }
}
