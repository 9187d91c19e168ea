import MemoryTunesExample
import Testing

@Suite("The inputs of Memory Tunes")
struct InputTests {
  @Test("is the remembered category at every action, and the order of the cards")
  func drawn() {
    let played = Played(go("categories"), choose(3), "play", "arrive")
    #expect(
      played.inputs.drawn == [
        "category",
        "category",
        "category", "effect: remember category",
        "category",
        "category",
        "category", "shuffle",
      ]
    )
    #expect(played.preferences.category == .metal)
  }

  @Test("decides the beginning of a game")
  func remembered() {
    let played = Played(preferences: InMemoryPreferences(category: .rap))
    #expect(played.state?.categoriesState.currentCategorySelected == .rap)
  }

  @Test("is not written to in a replay")
  func replay() {
    let played = Played(choose(3), inputs: Inputs(performsEffects: false))
    #expect(played.state?.categoriesState.currentCategorySelected == .metal)
    #expect(played.preferences.category == nil)
  }
}
