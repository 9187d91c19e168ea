import RewindTestSupport
import Testing
import ToDoExample
import ToDoFront

@Suite("The front of the to-do list")
struct FrontTests {
  @Test("draws the list")
  func screens() throws {
    try expectScreens(of: "to-do") { (state: TodoState) in Screen(state).lines }
  }

  @Test("goes through the snapshots")
  func snapshots() {
    #expect(
      played("load", #"TodoAction {"type":"delete","params":{"index":1}}"#, "snapshots").suffix(9)
        == [
          "SNAPSHOT 1 OF 2",
          "",
          "   0  open     Buy milk",
          "   1  open     Water the plants",
          "   2  open     Call home",
          "SNAPSHOT 2 OF 2",
          "",
          "   0  open     Buy milk",
          "   1  open     Call home",
        ]
    )
    #expect(
      played("snapshots") == [
        "NO SNAPSHOTS", "", "  There is one after every change of the list.",
      ]
    )
  }
}
