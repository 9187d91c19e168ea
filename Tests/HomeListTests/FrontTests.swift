import Testing

@Suite("The terminal of the home list")
struct FrontTests {
  @Test("shows that it loads, and then the list")
  func list() {
    #expect(
      Played("arrive").output == [
        "=== HOME ===",
        "",
        "  12  A kettle that remembers",
        "  11  Bread without a mixer",
        "  10  Chairs from one board",
        "   9  Drawing rain",
        "   8  Eleven kinds of moss",
      ]
    )
    #expect(Played("reset").output == ["=== HOME ===", "", "  loading"])
  }

  @Test("shows the old list while it refreshes")
  func refreshing() {
    #expect(
      Played("arrive", "refresh").output[7...].prefix(4) == [
        "=== HOME ===", "", "  refreshing", "  12  A kettle that remembers",
      ]
    )
  }

  @Test("gives every page the same title bar, and the list its color")
  func settings() {
    #expect(
      Played("theme on", "settings", "color on").output.suffix(4) == [
        "### SETTINGS ###", "", "  dark title bar  on", "  colored text   on",
      ]
    )
    #expect(
      Played("arrive", "settings", "theme on", "color on", "home").output.suffix(7).prefix(3) == [
        "### HOME ###", "", " *12  A kettle that remembers",
      ]
    )
  }

  @Test("says what to do when there is nothing")
  func nothing() {
    #expect(
      Played("fail", "arrive", "fail").output == [
        "=== HOME ===",
        "",
        "  Nothing here. Type refresh to ask again.",
        "No answer is on its way. Type load, refresh or more to ask for one.",
        "No answer is on its way. Type load, refresh or more to ask for one.",
      ]
    )
  }

  @Test("says what a switch can be")
  func mistakes() {
    #expect(
      Played("theme dark").output == [
        "\"theme dark\" lacks on or off. It is one of: on, off."
      ]
    )
  }
}
