import Foundation
import RewindJSON
import RewindStepper
import RewindTestSupport
import Testing

@Suite("The stepper's screen")
struct ScreenTests {
  @Test("shows actions, change and state on a terminal of 80 by 24")
  func usual() throws {
    #expect(
      try screen("jjj", 80, 24) == #"""
         player  3 of 7  2.250 s  ────────────┃───────────────×     crashed in action 7
        ─ actions ──────────────────────┬─ change ──────────────────────────────────────
         0 the initial state            │ Rate {"track":1,"stars":5,"note":"これは素晴…
         1 Play {"track":0}      +250 ms│ read date = "2026-11-21"
         2 Queue.Add 2            +1.0 s│ ~ /tracks/1/stars  4 → 5
        >3 Rate 1 5 "これは素晴らしい…  │
         4 Settings.Set 31 -1     +1.0 s│
         5 Tick                   +1.0 s│
         6 Next                   +1.0 s├─ state after 3 ───────────────────────────────
         7 Seek {"to":-1}         +1.0 s│  ▾ tracks  [4]
                                        │    ▸ 0  {"title":"東京は夜の七時","by":"ピチ…
                                        │    ▾ 1  {3}
                                        │        title  "Für Elise"
                                        │        by  "Beethoven"
                                        │ ~      stars  4 → 5
                                        │    ▸ 2  {"title":"👩‍👩‍👧‍👦 Family ❤️","by":"🇫🇷 Les …
                                        │    ▸ 3  {"title":"강남스타일","by":"싸이","st…
                                        │  … 4 unchanged
                                        │
                                        │
                                        │
                                        │
                                        │
         ? help  tab pane  / search  space b forward, back  d before | after  f filter
        """#
    )
  }

  /// The list of a session whose actions have these types.
  private func list(_ types: String...) throws -> [String] {
    var file = SessionFile(app: "game")
    file.add(["after": 0, "state": 0])
    for (number, type) in types.enumerated() { file.add(number + 1, type, [:], state: 0) }
    var stepper = try file.stepper()
    return stepper.text("", 60, 10).split(separator: "\n").dropFirst().prefix(2 + types.count)
      .map { $0.replacing(" +1.0 s ", with: "").trimmingCharacters(in: ["─", " "]) }
  }

  @Test("names the enum of which all actions are cases once, in the title of the list")
  func commonType() throws {
    #expect(
      try list("Game.Action.start", "Game.Action.board.flip", "Game.Action.rows[…].on")
        == [
          "actions of Game.Action", ">0 the initial state", "1  .start", "2  .board.flip",
          "3  .rows[…].on",
        ]
    )
    #expect(
      try list("Box<Game.one>.open", "Box<Game.one>.shut")
        == ["actions of Box<Game.one>", ">0 the initial state", "1  .open", "2  .shut"]
    )
    for types in [
      ["Game.start", "Cart.add"], ["Game.start", "Flip"], ["Game.Start", "Game.Stop"],
    ] {
      #expect(
        try list(types[0], types[1])
          == ["actions", ">0 the initial state", "1  \(types[0])", "2  \(types[1])"]
      )
    }
  }

  @Test("shows times and names where there is room for them")
  func large() throws {
    #expect(
      try screen("jjjjjj<tab>jj", 120, 40) == #"""
         player  6 of 7  5.250 s  ──────────────────────────────────────────────────┃────────×              crashed in action 7
        ─ actions ──────────────────────────────────────────────────┬─ change ──────────────────────────────────────────────────
         0 the initial state                                        │ Next
         1 +250 ms  Play {"track":0}        ~ /playing → "東京は夜… │ ~ /playing  "東京は夜の七時" → "👩‍👩‍👧‍👦 Family ❤️"
         2  +1.0 s  Queue.Add {"track":2}   + /queue/next/0 2       │>- /queue/next/0  2
         3  +1.0 s  Rate 1 5 "これは素晴らしい…  ~ 1/stars → 5      │ + /queue/history/0  0
         4  +1.0 s  Settings.Set 31 -1      ~ option31 → -1         │
         5  +1.0 s  Tick                    no change               │
        >6  +1.0 s  Next                    ~ /playing → "👩‍👩‍👧‍👦 Fam… +2│
         7  +1.0 s  Seek {"to":-1}                                  │
                                                                    │
                                                                    │
                                                                    │
                                                                    ├─ state after 6 /queue/next/0 ─────────────────────────────
                                                                    │  ▸ tracks  [4 elements]
                                                                    │ ~  playing  "東京は夜の七時" → "👩‍👩‍👧‍👦 Family ❤️"
                                                                    │    volume  0.5
                                                                    │  ▾ queue  {2}
                                                                    │ ~    next  []
                                                                    │    ▾ history  [1]
                                                                    │ +      0  0
                                                                    │  ▸ settings  {"option1":1,"option2":2,"option3":3,"option…
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
                                                                    │
         ? help  tab pane  enter show in state  v view  { } its changes  p pin  y copy  / search  space b forward, back  q quit
        """#
    )
  }

  @Test("shows one pane at a time where there is room for no more")
  func smallActions() throws {
    #expect(
      try screen("jjj", 40, 10) == #"""
         player  3 of 7  2.250 s
        ─ actions ──────────────────────────────
         0 the initial state
         1 +250 ms  Play {"track":0}
         2  +1.0 s  Queue.Add 2
        >3  +1.0 s  Rate 1 5 "これは素晴らしい…
         4  +1.0 s  Settings.Set 31 -1
         5  +1.0 s  Tick
         6  +1.0 s  Next
         ? help  tab pane  / search  f filter
        """#
    )
  }

  @Test("shows the change, on a small terminal after a tab")
  func smallChange() throws {
    #expect(
      try screen("jjj<tab>", 40, 10) == #"""
         player  3 of 7  2.250 s
        ─ change ───────────────────────────────
        >Rate {"track":1,"stars":5,"note":"これ…
         read date = "2026-11-21"
         ~ /tracks/1/stars  4 → 5




         ? help  tab pane  enter show in state
        """#
    )
  }

  @Test("shows the state, on a small terminal after two")
  func smallState() throws {
    #expect(
      try screen("jjj<tab><tab>lj", 40, 10) == #"""
         player  3 of 7  2.250 s
        ─ state after 3 /tracks/2 ──────────────
            ▾ 1  {3}
                title  "Für Elise"
                by  "Beethoven"
         ~      stars  4 → 5
        >   ▸ 2  {"title":"👩‍👩‍👧‍👦 Family ❤️","by":"…
            ▸ 3  {"title":"강남스타일","by":"싸…
          … 4 unchanged
         ? help  tab pane  ← → close, open
        """#
    )
  }

  @Test("folds unchanged values")
  func folded() throws {
    #expect(
      try screen("jjjj", 80, 24) == #"""
         player  4 of 7  3.250 s  ────────────────┃───────────×     crashed in action 7
        ─ actions ──────────────────────┬─ change ──────────────────────────────────────
         0 the initial state            │ Settings.Set {"option":31,"value":-1}
         1 Play {"track":0}      +250 ms│ ~ /settings/option31  31 → -1
         2 Queue.Add 2            +1.0 s│
         3 Rate 1 5 "これは素晴らしい…  │
        >4 Settings.Set 31 -1     +1.0 s│
         5 Tick                   +1.0 s│
         6 Next                   +1.0 s├─ state after 4 ───────────────────────────────
         7 Seek {"to":-1}         +1.0 s│  … 4 unchanged
                                        │  ▾ settings  {62}
                                        │    … 30 unchanged
                                        │ ~    option31  31 → -1
                                        │    … 31 unchanged
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
         ? help  tab pane  / search  space b forward, back  d before | after  f filter
        """#
    )
  }

  @Test("unfolds unchanged values, and goes to their end")
  func unfolded() throws {
    #expect(
      try screen("jjjju<tab><tab>G", 80, 24) == #"""
         player  4 of 7  3.250 s  ────────────────┃───────────×     crashed in action 7
        ─ actions ──────────────────────┬─ change ──────────────────────────────────────
         0 the initial state            │ Settings.Set {"option":31,"value":-1}
         1 Play {"track":0}      +250 ms│ ~ /settings/option31  31 → -1
         2 Queue.Add 2            +1.0 s│
         3 Rate 1 5 "これは素晴らしい…  │
        >4 Settings.Set 31 -1     +1.0 s│
         5 Tick                   +1.0 s│
         6 Next                   +1.0 s├─ state after 4 /settings/option62 ────────────
         7 Seek {"to":-1}         +1.0 s│      option49  49
                                        │      option50  50
                                        │      option51  51
                                        │      option52  52
                                        │      option53  53
                                        │      option54  54
                                        │      option55  55
                                        │      option56  56
                                        │      option57  57
                                        │      option58  58
                                        │      option59  59
                                        │      option60  60
                                        │      option61  61
                                        │>     option62  62
         ? help  tab pane  ← → close, open  v view  { } its changes  p pin  u fold
        """#
    )
  }

  @Test("keeps open, selected and pinned rows while stepping")
  func keeps() throws {
    #expect(
      try screen("<tab><tab>gljlp<space><space><space>", 80, 24) == #"""
         player  3 of 7  2.250 s  ────────────┃───────────────×     crashed in action 7
        ─ actions ──────────────────────┬─ change ──────────────────────────────────────
         0 the initial state            │ Rate {"track":1,"stars":5,"note":"これは素晴…
         1 Play {"track":0}      +250 ms│ read date = "2026-11-21"
         2 Queue.Add 2            +1.0 s│ ~ /tracks/1/stars  4 → 5
        >3 Rate 1 5 "これは素晴らしい…  │
         4 Settings.Set 31 -1     +1.0 s│
         5 Tick                   +1.0 s│
         6 Next                   +1.0 s├─ state after 3 /tracks/0 ─────────────────────
         7 Seek {"to":-1}         +1.0 s│*/tracks/0  {"title":"東京は夜の七…
                                        │  ▾ tracks  [4]
                                        │>   ▾ 0  {3}
                                        │        title  "東京は夜の七時"
                                        │        by  "ピチカート・ファイヴ"
                                        │        stars  5
                                        │    ▾ 1  {3}
                                        │        title  "Für Elise"
                                        │        by  "Beethoven"
                                        │ ~      stars  4 → 5
                                        │    ▸ 2  {"title":"👩‍👩‍👧‍👦 Family ❤️","by":"🇫🇷 Les …
                                        │    ▸ 3  {"title":"강남스타일","by":"싸이","st…
                                        │  … 4 unchanged
                                        │
         ? help  tab pane  ← → close, open  v view  { } its changes  p pin  u unfold
        """#
    )
  }

  @Test("lists the actions that a filter lets through")
  func filter() throws {
    #expect(
      try screen("f/settings/option31 == -1<enter>", 60, 15) == #"""
         player  4 of 7  3.250 s                crashed in action 7
        ─ actions where /settings/o…┬─ change ──────────────────────
        >4 Settings.Set 31 -1       │ Settings.Set {"option":31,"va…
         5 Tick               +1.0 s│ ~ /settings/option31  31 → -1
         6 Next               +1.0 s│
                                    ├─ state after 4 ───────────────
                                    │  … 4 unchanged
                                    │  ▾ settings  {62}
                                    │    … 30 unchanged
                                    │ ~    option31  31 → -1
                                    │    … 31 unchanged
                                    │
                                    │
                                    │
         ? help  tab pane  esc all actions  / search  f filter
        """#
    )
  }

  @Test("shows the state that the app died in")
  func fatal() throws {
    #expect(
      try screen("G", 80, 24) == #"""
         player  7 of 7  6.250 s  ────────────────────────────┃     crashed in action 7
        ─ actions ──────────────────────┬─ change ──────────────────────────────────────
         0 the initial state            │ Seek {"to":-1}
         1 Play {"track":0}      +250 ms│ there is no state after it
         2 Queue.Add 2            +1.0 s│
         3 Rate 1 5 "これは素晴らしい…  │
         4 Settings.Set 31 -1     +1.0 s│
         5 Tick                   +1.0 s│
         6 Next                   +1.0 s├─ state before 7 ──────────────────────────────
        >7 Seek {"to":-1}         +1.0 s│  ▸ tracks  [4 elements]
                                        │    playing  "👩‍👩‍👧‍👦 Family ❤️"
                                        │    volume  0.5
                                        │  ▸ queue  {"next":[],"history":[0]}
                                        │  ▸ settings  {"option1":1,"option2":2,"option…
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
         ? help  tab pane  / search  space b forward, back  d before | after  f filter
        """#
    )
  }

  @Test("shows a value in full")
  func viewer() throws {
    #expect(
      try screen("jjj<tab>v", 40, 10) == #"""
         Rate
        {
          "track": 1,
          "stars": 5,
          "note": "これは素晴らしい曲です 🎉"
        }



         esc back
        """#
    )
  }

  @Test("breaks the keys' words between words on a narrow screen")
  func narrowHelp() throws {
    #expect(
      try screen("?", 40, 10) == #"""
         Keys                         1–8 of 52
          ↑ ↓  k j   a row up, down; PgUp PgDn a
                     page, ctrl-u ctrl-d half a
                     page
          ← →  h l   an action back, forward; in
                     the state: close, open
          space b    an action forward, back, in
                     every pane
          g G  tab   the first row, the last;
         esc back
        """#
    )
  }

  @Test("shows the keys")
  func help() throws {
    #expect(
      try screen("?", 80, 24) == #"""
         Keys
          ↑ ↓  k j   a row up, down; PgUp PgDn a page, ctrl-u ctrl-d half a page
          ← →  h l   an action back, forward; in the state: close, open
          space b    an action forward, back, in every pane
          g G  tab   the first row, the last; the next pane
          enter      open or close a value; from a change, go to it in the state
          [ ]  { }   previous, next action of this type; change of the selected value
          / n N      search for a word, a "text" or an expression; next, previous
          f s  esc   filter the actions by one; one store's; show all again
          :          go to a position: 12, end-1, 50%, 12.5s, note:NAME

          B c        find the action to blame for the crash (--app); go there and back
          x X        skip this action and see what comes then (--app); return
          d m        compare the states before and after; from the action marked by m
          D          after x: compare with the session as it was recorded

          !          tell the running app to jump here, hold, dispatch … (`rewind live`)
          v y Y      view the selected value in full; copy it; copy its pointer
          p u        pin or unpin the selected value; show or fold unchanged ones
          < > - +    move the lines between the panes
          M F        leave the mouse to the terminal, or not; follow a growing session
          i ? q      what is special about this session; this help; quit

         esc back
        """#
    )
  }

  @Test("shows no less of an action the wider it is")
  func wider() throws {
    var stepper = try Player.stepper()
    let actions = ["Play 0", "Queue.Add 2", "Settings.Set 31 -1", "Seek -1"]
    var shown = Set<String>()
    for columns in 60...220 {
      // With the names of its members, a payload is still there.
      let text = stepper.text("", columns, 20)
        .replacing(/\{[^}]*\}/) {
          $0.output.replacing(/"[a-z]*":|[{}]/, with: "").replacing(",", with: " ")
        }
      let now = Set(actions.filter { text.contains($0) })
      #expect(now.isSuperset(of: shown), "\(columns) columns")
      shown = now
    }
    #expect(shown.count == actions.count)
  }

  @Test("selects a row in one color, and highlights the searched text")
  func styles() throws {
    var stepper = try Player.stepper()
    _ = stepper.text("/elise<enter>", 80, 24)
    let lines = stepper.screen(.usual).lines
    let bar = try #require(lines.first { $0.text.hasPrefix(">") }).pieces.prefix { $0.text != "│" }
    #expect(bar.allSatisfy { $0.style.isReversed && !$0.style.isDim && $0.style.color == nil })
    let found = lines.flatMap(\.pieces).filter { $0.text == "Elise" }
    #expect(found.count == 1)
    let style = found.first?.style
    #expect(style?.color == .yellow && style?.isBold == true && style?.isReversed == true)
  }

  @Test("shows the possible questions")
  func question() throws {
    #expect(
      try screen("/", 80, 24) == #"""
         player  0 of 7  ┃────────────────────────────────────×     crashed in action 7
        ─ actions ──────────────────────┬─ change ──────────────────────────────────────
        >0 the initial state            │ the initial state
         1 Play {"track":0}      +250 ms│
         2 Queue.Add 2            +1.0 s│
         3 Rate 1 5 "これは素晴らしい…  │
         4 Settings.Set 31 -1     +1.0 s│
         5 Tick                   +1.0 s│
         6 Next                   +1.0 s├─ state after 0 ───────────────────────────────
         7 Seek {"to":-1}         +1.0 s│  ▸ tracks  [4 elements]
                                        │    playing  null
                                        │    volume  0.5
                                        │  ▸ queue  {"next":[],"history":[]}
                                        │  ▸ settings  {"option1":1,"option2":2,"option…
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
                                        │
        a word, "a text", or an expression: changed(/a/b) and type like "Set*"
        search:
        """#
    )
  }
}
