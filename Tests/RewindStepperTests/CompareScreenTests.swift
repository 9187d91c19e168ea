import RewindJSON
import RewindTestSupport
import Testing

@Suite("The stepper's screen with two states")
struct CompareScreenTests {
  @Test("pairs the elements of lists as the change does: one removed moves no others")
  func comparisonOfLists() throws {
    var file = SessionFile(app: "list")
    let rows: [JSONValue] = ["a", "b", "c", "d"].map { ["id": $0, "qty": 1] }
    file.add(["after": 0, "state": .array(rows)])
    file.add(1, "Change", [:], state: .array([rows[1], rows[2], ["id": "d", "qty": 2]]))
    var stepper = try file.stepper()
    #expect(
      stepper.text("ld", 60, 10) == #"""
         list  1 of 1  1.000 s  ──────────────────────┃     stopped
        ─ before 1 ──────────────────┬─ after 1 ────────────────────
        >- 0  {"id":"a","qty":1}     │
           … 2 unchanged             │   … 2 unchanged
           2  {2}                    │   2  {2}
             … 1 unchanged           │     … 1 unchanged
         ~   qty  1                  │ ~   qty  2


         /0  esc back  space b forward, back  ↑ ↓ rows  y copy
        """#
    )
  }
}
