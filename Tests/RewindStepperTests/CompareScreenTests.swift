import RewindJSON
import RewindTestSupport
import Testing

@Suite("The stepper's screen with two states")
struct CompareScreenTests {
  @Test("compares the state after an action with the one before it")
  func beforeAndAfter() throws {
    #expect(
      try screen("jjjjjjd", 80, 15) == #"""
         player  6 of 7  5.250 s  ────────────────────────┃───×     crashed in action 7
        ─ before 6 ────────────────────────────┬─ after 6 ──────────────────────────────
           … 1 unchanged                       │   … 1 unchanged
        >~ playing  "東京は夜の七時"           │ ~ playing  "👩‍👩‍👧‍👦 Family ❤️"
           … 1 unchanged                       │   … 1 unchanged
           queue  {2}                          │   queue  {2}
             next  [1]                         │     next  [0]
         -     0  2                            │
             history  [0]                      │     history  [1]
                                               │ +     0  0
           … 1 unchanged                       │   … 1 unchanged



         /playing  esc back  space b forward, back  ↑ ↓ rows  y copy  Y copy pointer
        """#
    )
  }

  @Test("compares the states after any two actions")
  func comparison() throws {
    #expect(
      try screen("jmGkdj", 80, 15) == #"""
         player  6 of 7  5.250 s  ────•───────────────────┃───×     crashed in action 7
        ─ after 1 ─────────────────────────────┬─ after 6 ──────────────────────────────
           tracks  [4]                         │   tracks  [4]
             … 1 unchanged                     │     … 1 unchanged
             1  {3}                            │     1  {3}
               … 2 unchanged                   │       … 2 unchanged
         ~     stars  4                        │ ~     stars  5
        >    … 2 unchanged                     │     … 2 unchanged
         ~ playing  "東京は夜の七時"           │ ~ playing  "👩‍👩‍👧‍👦 Family ❤️"
           … 1 unchanged                       │   … 1 unchanged
           queue  {2}                          │   queue  {2}
             … 1 unchanged                     │     … 1 unchanged
             history  [0]                      │     history  [1]
                                               │ +     0  0
         /tracks  esc back  space b forward, back  ↑ ↓ rows  y copy  Y copy pointer
        """#
    )
  }

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

  @Test("says so where there are not two states to compare")
  func noComparison() throws {
    #expect(
      try screen("Gd", 60, 6) == #"""
         player  7 of 7  6.250 s                crashed in action 7
        ─ before 7 ──────────────────┬─ after 7 ────────────────────
         There are not two states here to compare.


         esc back  space b forward, back  ↑ ↓ rows  y copy
        """#
    )
  }
}
