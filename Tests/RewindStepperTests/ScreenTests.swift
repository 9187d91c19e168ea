import RewindStepper
import Testing

@Suite("The stepper's screen")
struct ScreenTests {
  /// What a terminal of some size shows after some keys.
  private func screen(_ keys: String, _ columns: Int, _ rows: Int) throws -> String {
    var stepper = try Player.stepper()
    return stepper.text(keys, columns, rows)
  }

  @Test("shows actions, change and state on a terminal of 80 by 24")
  func usual() throws {
    #expect(
      try screen("jjj", 80, 24) == #"""
         player  3 of 7  2.250 s                                    crashed in action 7
        ─ actions ──────────────────────┬─ change ──────────────────────────────────────
         0 the initial state            │ Rate {"track":1,"stars":5,"note":"これは素晴…
         1 Play 0                       │ drew date = "2026-11-21"
         2 Queue.Add 2                  │ ~ /tracks/1/stars  4 → 5
        >3 Rate 1 5 "これは素晴らしい曲…│
         4 Settings.Set 31 -1           │
         5 Tick                         │
         6 Next                         ├─ state after 3 ───────────────────────────────
         7 Seek -1                      │  ▾ tracks  [4]
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
         ? help  tab pane  space forth  b back  / search  q quit
        """#
    )
  }

  @Test("shows times and names where there is room for them")
  func large() throws {
    #expect(
      try screen("jjjjjj<tab>jj", 120, 40) == #"""
         player  6 of 7  5.250 s                                                                            crashed in action 7
        ─ actions ──────────────────────────────────────┬─ change ──────────────────────────────────────────────────────────────
         0 the initial state                            │ Next
         1     0.250  Play {"track":0}                  │ ~ /playing  "東京は夜の七時" → "👩‍👩‍👧‍👦 Family ❤️"
         2     1.250  Queue.Add {"track":2}             │>- /queue/next/0  2
         3     2.250  Rate {"track":1,"stars":5,"note":…│ + /queue/history/0  0
         4     3.250  Settings.Set {"option":31,"value"…│
         5     4.250  Tick                              │
        >6     5.250  Next                              │
         7     6.250  Seek {"to":-1}                    │
                                                        │
                                                        │
                                                        │
                                                        ├─ state after 6 ───────────────────────────────────────────────────────
                                                        │  ▸ tracks  [4 elements]
                                                        │ ~  playing  "東京は夜の七時" → "👩‍👩‍👧‍👦 Family ❤️"
                                                        │    volume  0.5
                                                        │  ▾ queue  {2}
                                                        │ ~    next  []
                                                        │    ▾ history  [1]
                                                        │ +      0  0
                                                        │  ▸ settings  {"option1":1,"option2":2,"option3":3,"option4":4,"option…
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
         ? help  tab pane  space forth  b back  / search  q quit
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
         1 Play 0
         2 Queue.Add 2
        >3 Rate 1 5 "これは素晴らしい曲です 🎉"
         4 Settings.Set 31 -1
         5 Tick
         6 Next
         ? help  tab pane  space forth  b back …
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
         drew date = "2026-11-21"
         ~ /tracks/1/stars  4 → 5




         ? help  tab pane  space forth  b back …
        """#
    )
  }

  @Test("shows the state, on a small terminal after two")
  func smallState() throws {
    #expect(
      try screen("jjj<tab><tab>lj", 40, 10) == #"""
         player  3 of 7  2.250 s
        ─ state after 3 ────────────────────────
            ▾ 1  {3}
                title  "Für Elise"
                by  "Beethoven"
         ~      stars  4 → 5
        >   ▸ 2  {"title":"👩‍👩‍👧‍👦 Family ❤️","by":"…
            ▸ 3  {"title":"강남스타일","by":"싸…
          … 4 unchanged
         ? help  tab pane  space forth  b back …
        """#
    )
  }

  @Test("folds what did not change")
  func folded() throws {
    #expect(
      try screen("jjjj", 80, 24) == #"""
         player  4 of 7  3.250 s                                    crashed in action 7
        ─ actions ──────────────────────┬─ change ──────────────────────────────────────
         0 the initial state            │ Settings.Set {"option":31,"value":-1}
         1 Play 0                       │ ~ /settings/option31  31 → -1
         2 Queue.Add 2                  │
         3 Rate 1 5 "これは素晴らしい曲…│
        >4 Settings.Set 31 -1           │
         5 Tick                         │
         6 Next                         ├─ state after 4 ───────────────────────────────
         7 Seek -1                      │  … 4 unchanged
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
         ? help  tab pane  space forth  b back  / search  q quit
        """#
    )
  }

  @Test("unfolds what did not change, and goes to its end")
  func unfolded() throws {
    #expect(
      try screen("jjjju<tab><tab>G", 80, 24) == #"""
         player  4 of 7  3.250 s                                    crashed in action 7
        ─ actions ──────────────────────┬─ change ──────────────────────────────────────
         0 the initial state            │ Settings.Set {"option":31,"value":-1}
         1 Play 0                       │ ~ /settings/option31  31 → -1
         2 Queue.Add 2                  │
         3 Rate 1 5 "これは素晴らしい曲…│
        >4 Settings.Set 31 -1           │
         5 Tick                         │
         6 Next                         ├─ state after 4 ───────────────────────────────
         7 Seek -1                      │      option49  49
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
         ? help  tab pane  space forth  b back  / search  q quit
        """#
    )
  }

  @Test("keeps what is open, selected and pinned while stepping")
  func keeps() throws {
    #expect(
      try screen("<tab><tab>gljlp<space><space><space>", 80, 24) == #"""
         player  3 of 7  2.250 s                                    crashed in action 7
        ─ actions ──────────────────────┬─ change ──────────────────────────────────────
         0 the initial state            │ Rate {"track":1,"stars":5,"note":"これは素晴…
         1 Play 0                       │ drew date = "2026-11-21"
         2 Queue.Add 2                  │ ~ /tracks/1/stars  4 → 5
        >3 Rate 1 5 "これは素晴らしい曲…│
         4 Settings.Set 31 -1           │
         5 Tick                         │
         6 Next                         ├─ state after 3 ───────────────────────────────
         7 Seek -1                      │*/tracks/0  {"title":"東京は夜の七…
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
         ? help  tab pane  space forth  b back  / search  q quit
        """#
    )
  }

  @Test("lists what a filter lets through")
  func filter() throws {
    #expect(
      try screen("f/settings/option31 == -1<enter>", 60, 15) == #"""
         player  4 of 7  3.250 s                crashed in action 7
        ─ actions where /settings/o…┬─ change ──────────────────────
        >4 Settings.Set 31 -1       │ Settings.Set {"option":31,"va…
         5 Tick                     │ ~ /settings/option31  31 → -1
         6 Next                     │
                                    ├─ state after 4 ───────────────
                                    │  … 4 unchanged
                                    │  ▾ settings  {62}
                                    │    … 30 unchanged
                                    │ ~    option31  31 → -1
                                    │    … 31 unchanged
                                    │
                                    │
                                    │
         ? help  tab pane  space forth  b back  / search  q quit
        """#
    )
  }

  @Test("shows the state that the app died in")
  func fatal() throws {
    #expect(
      try screen("G", 80, 24) == #"""
         player  7 of 7  6.250 s                                    crashed in action 7
        ─ actions ──────────────────────┬─ change ──────────────────────────────────────
         0 the initial state            │ Seek {"to":-1}
         1 Play 0                       │ there is no state after it
         2 Queue.Add 2                  │
         3 Rate 1 5 "これは素晴らしい曲…│
         4 Settings.Set 31 -1           │
         5 Tick                         │
         6 Next                         ├─ state before 7 ──────────────────────────────
        >7 Seek -1                      │  ▸ tracks  [4 elements]
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
         ? help  tab pane  space forth  b back  / search  q quit
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
         Keys                         1–8 of 39
          ↑ ↓  k j   a row up, down
          ← →  h l   an action back, forth; in
                     the state: close, open
          space b    an action forth, back, in
                     every pane
          PgUp PgDn  a page up, down; also
                     ctrl-b ctrl-f, half ctrl-u
                     ctrl-d
         esc back
        """#
    )
  }

  @Test("shows the keys")
  func help() throws {
    #expect(
      try screen("?", 80, 24) == #"""
         Keys
          ↑ ↓  k j   a row up, down
          ← →  h l   an action back, forth; in the state: close, open
          space b    an action forth, back, in every pane
          PgUp PgDn  a page up, down; also ctrl-b ctrl-f, half ctrl-u ctrl-d
          g G        the first row, the last
          tab        the next pane: actions, change, state
          enter      open or close a value; from a change, go to it in the state
          v          view the selected value in full

          [ ]        the previous, next action of this type
          { }        the previous, next change of the selected value
          / n N      search for a word or an expression; next, previous
          f          filter the actions by one; esc takes the filter away
          :          go to a position: 12, end-1, 50%, 12.5s, note:NAME

          p          pin the selected value, and again to let it go
          u          show unchanged values, or fold them again
          x X        skip this action and see what comes then (--app); return
          F          follow a session that is being written, or stop
          ? q        this help; quit


         esc back
        """#
    )
  }

  @Test("tells what can be asked")
  func question() throws {
    #expect(
      try screen("/", 80, 24) == #"""
         player  0 of 7                                             crashed in action 7
        ─ actions ──────────────────────┬─ change ──────────────────────────────────────
        >0 the initial state            │ the initial state
         1 Play 0                       │
         2 Queue.Add 2                  │
         3 Rate 1 5 "これは素晴らしい曲…│
         4 Settings.Set 31 -1           │
         5 Tick                         │
         6 Next                         ├─ state after 0 ───────────────────────────────
         7 Seek -1                      │  ▸ tracks  [4 elements]
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
        a word of the type, or an expression: changed(/a/b) and type like "Set*"
        search:
        """#
    )
  }
}
