import FluxToDoExample
import FluxToDoFront
import RewindTestSupport
import Testing

@Suite("The front of the Flux to-do list")
struct FrontTests {
  @Test("draws the list, its failures, the number on the icon, and the calculator")
  func screens() throws {
    try expectScreens(of: "flux-to-do") { (state: FluxToDoState) in Screen(state).lines }
  }

  @Test("dispatches results, failures too")
  func results() {
    let played = Played(
      #"{"type":"TodoAction.Create","error":"emptyTitle"}"#,
      #"TodoAction.Create {"title":"Call home","isDone":false}"#,
      "Calculate.Plus 3"
    )
    #expect(played.output[2] == "  There was nothing to add: an item has a title.")
    #expect(played.output.suffix(5) == ["TO DO (1)", "", "   0  - Call home", "", "CALCULATOR 3"])
  }
}
