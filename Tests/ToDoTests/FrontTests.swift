import Testing

@Suite("The terminal of the to-do list")
struct FrontTests {
  @Test("draws the list")
  func list() {
    #expect(
      played("load", "status 1 doing", "remove 0").suffix(5) == [
        "TO DO",
        "",
        "   0  removed  Buy milk",
        "   1  doing    Water the plants",
        "   2  open     Call home",
      ]
    )
  }

  @Test("steps through the snapshots")
  func snapshots() {
    let output = played("load", "delete 1", "snapshots", "previous", "next", "list")
    #expect(
      output.filter { $0.hasPrefix("SNAPSHOT") || $0.hasPrefix("TO DO") } == [
        "TO DO", "TO DO", "SNAPSHOT 2 OF 2", "SNAPSHOT 1 OF 2", "SNAPSHOT 2 OF 2", "TO DO",
      ]
    )
    #expect(
      played("load", "delete 1", "snapshots", "previous").suffix(5) == [
        "SNAPSHOT 1 OF 2",
        "",
        "   0  open     Buy milk",
        "   1  open     Water the plants",
        "   2  open     Call home",
      ]
    )
  }

  @Test("says where the snapshots end, and when there are none")
  func ends() {
    #expect(played("load", "snapshots", "previous").last == "This is the first snapshot.")
    #expect(played("load", "snapshots", "next").last == "This is the last snapshot.")
    #expect(
      played("next") == ["Type snapshots first: that is the screen to step through."]
    )
    #expect(
      played("snapshots") == [
        "NO SNAPSHOTS", "", "  There is one after every change of the list.",
      ]
    )
  }

  @Test("says which statuses there are")
  func statuses() {
    #expect(
      played("status 0 asleep") == [
        "\"status 0 asleep\" lacks a status. It is one of: open, doing, done."
      ]
    )
  }
}
