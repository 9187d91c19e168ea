import HomeListExample
import HomeListFront
import RewindTestSupport
import Testing

@Suite("The front of the home list")
struct FrontTests {
  @Test("draws the list, its title bar and its color")
  func screens() throws {
    try expectScreens(of: "home-list") { (state: AppState) in Screen(state).lines }
  }

  @Test("shows the settings, under the same title bar")
  func settings() {
    #expect(
      Played(theme(true), color(true), "settings").output.suffix(4) == [
        "### SETTINGS ###", "", "  dark title bar  on", "  colored text   on",
      ]
    )
  }

  @Test("says what to do when there is nothing")
  func nothing() {
    let output = Played("fail", "arrive").output
    #expect(
      output == output.prefix(3) + [
        "=== HOME ===", "", "  Nothing here. Type refresh to ask again.",
      ]
    )
  }
}
