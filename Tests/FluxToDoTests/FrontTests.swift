import Testing

@Suite("The terminal of the Flux to-do list")
struct FrontTests {
  @Test("draws the list with the number on the icon, and the calculator")
  func screen() {
    #expect(
      Played("add Call home", "add Buy milk", "done 1", "plus 3").output.suffix(6) == [
        "TO DO (1)",
        "",
        "   0  - Buy milk",
        "   1  x Call home",
        "",
        "CALCULATOR 3",
      ]
    )
  }

  @Test("says what has failed, and what to do")
  func failures() {
    #expect(
      Played("fetch", "fail").output == [
        "TO DO (0)",
        "",
        "  The list did not come. Type fetch to ask again.",
        "",
        "  Nothing to do.",
        "",
        "CALCULATOR 0",
      ]
    )
    #expect(
      Played("add").output[2] == "  There is nothing to add. Type add and the task."
    )
    #expect(Played("arrive").output == ["No list is on its way. Type fetch to ask for one."])
  }

  @Test("draws nothing when nothing has changed")
  func unchanged() {
    #expect(Played("plus 0", "fetch").output == [])
  }
}
