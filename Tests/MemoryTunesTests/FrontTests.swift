import MemoryTunesExample
import MemoryTunesFront
import Testing

@Suite("The terminal of Memory Tunes")
struct FrontTests {
  @Test("draws the categories and marks the chosen one")
  func categories() {
    #expect(
      Played("categories", "category 1").output.suffix(7) == [
        "CATEGORIES",
        "",
        "  0  pop",
        "  1  electronic *",
        "  2  rock",
        "  3  metal",
        "  4  rap",
      ]
    )
  }

  @Test("draws closed, open and guessed cards")
  func board() {
    #expect(
      Played("play", "arrive", "flip 0", "flip 8", "flip 15").output.suffix(6) == [
        "POP: 1 of 8 pairs",
        "",
        "   0 balloon *   1 ?           2 ?           3 ?",
        "   4 ?           5 ?           6 ?           7 ?",
        "   8 balloon *   9 ?          10 ?          11 ?",
        "  12 ?          13 ?          14 ?          15 waltz",
      ]
    )
  }

  @Test("draws a won game, though the board is empty when the command has been carried out")
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

  @Test(
    "quotes what it does not understand and says what to do",
    arguments: [
      ("flop 3", #"There is no command "flop 3". Type help for the list."#),
      ("flip", #""flip" lacks a whole number. Type flip and a number, such as flip 3."#),
      (
        "category pop",
        #""category pop" lacks a whole number. Type category and a number, such as category 3."#
      ),
      ("play now", #""play now" says more than the command takes. Type play alone."#),
      ("arrive", "No pictures are on their way. Type play to ask for some."),
      ("solve", "There are no cards to turn over. Type play, and then arrive."),
    ]
  )
  func messages(line: String, message: String) {
    let played = Played(line)
    #expect(played.output == [message])
    #expect(played.actions == ["ReSwiftInit"])
  }

  @Test("passes over empty lines, comments and spaces around a command")
  func spaces() {
    let played = Played("", "  ", "# flip 3", "  category   3  ")
    #expect(played.state?.categoriesState.currentCategorySelected == .metal)
  }
}
