import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("The stepper on a terminal", .process, .needsTmux)
struct TerminalStepperTests {
  /// A shell with a stepper in it that stands at the start of a session.
  private func withStepper(
    _ command: String,
    columns: Int = 80,
    rows: Int = 24,
    environment: [String: String] = [:],
    _ body: (Tmux) throws -> Void
  ) throws {
    try Tmux.with(columns: columns, rows: rows, environment: environment) { tmux in
      // An app that never answers.
      try tmux.type("printf '#!/bin/sh\\nexec sleep 1000' > app; chmod +x app\n")
      try tmux.type("stty -g > before\n")
      try tmux.type("rewind step \(command); echo status $?\n")
      try tmux.wait(for: "─ actions")
      try body(tmux)
      try tmux.type("\nstty -g > after; echo as $((6 * 7)) before\n")
      try tmux.wait(for: "as 42 before")
      let screen = try tmux.screen()
      #expect(!screen.contains("─ actions"), "the shell's screen is back")
      #expect(try tmux.file("before") == tmux.file("after"), "and so is the terminal's mode")
    }
  }

  @Test("finds the culprit from inside, skips, and comes back")
  func culprit() throws {
    try withStepper("\(crash) --app memory-tunes", columns: 120, rows: 30) { tmux in
      for (keys, shown) in [
        ("B", "FetchTunesAction (23) is to blame"), ("k", " 22 of 24"), ("c", " 23 of 24"),
        ("c", " 24 of 24"), ("c", ">23!"), ("x", "it survives all 23 actions"), ("X", " 23 of 24"),
      ] {
        try tmux.press(keys)
        try tmux.wait(for: shown)
      }
      try tmux.press("q")
      try tmux.wait(for: "status 0")
    }
  }

  @Test("stops a replay that takes too long")
  func stoppingReplay() throws {
    try withStepper("\(win) --app ./app") { tmux in
      try tmux.type(":0\n")
      try tmux.wait(for: " 0 of 23")
      // Once with the skipped action, and once with the search.
      for (key, activity) in [("x", "replaying without action 1 …"), ("B", "searching for the")] {
        try tmux.type("j\(key)")
        try tmux.wait(for: activity)
        try tmux.press(key)
        try tmux.wait(for: "Another replay is still running.")
        try tmux.press("Escape")
        try tmux.wait(for: "Stopped.")
        try tmux.press("k")
        try tmux.wait(for: " 0 of 23")
      }
      try tmux.type("q")
      try tmux.wait(for: "status 0")
    }
  }

  @Test("copies to the clipboard, and searches")
  func clipboard() throws {
    try withStepper(win) { tmux in
      try tmux.type(":7\n")
      try tmux.wait(for: " 7 of 23")
      try tmux.type("y")
      try tmux.wait(for: "Copied: FlipCardAction.")
      #expect(try tmux.clipboard() == #"{"cardIndexToFlip":0}"#)
      try tmux.press("Tab")
      try tmux.type("jjY")
      try tmux.wait(for: "Copied: the pointer /gameState/memoryCards/0/isFlipped.")
      #expect(try tmux.clipboard() == "/gameState/memoryCards/0/isFlipped")
      for (typed, shown) in [
        (":0\n", " 0 of 23"), ("/", "search:"), ("furnace\n", " 6 of 23"), ("n", " 23 of 23"),
        ("/", "search:"), ("\u{1B}[A", "search: furnace"),
      ] {
        try tmux.type(typed)
        try tmux.wait(for: shown)
      }
      try tmux.press("Escape")
      try tmux.wait(for: "? help")
      try tmux.type("q")
      try tmux.wait(for: "status 0")
    }
  }

  @Test("takes the size that the terminal gets, and no color where none is wanted")
  func resizing() throws {
    try withStepper(crash, environment: ["NO_COLOR": "1"]) { tmux in
      try tmux.resize(columns: 40, rows: 10)
      try tmux.wait(until: "one pane") { !$0.contains("─ state") }
      try tmux.resize(columns: 120, rows: 40)
      try tmux.wait(for: "─ state ")
      let painted = try tmux.screen(painted: true)
      for color in 31...36 { #expect(!painted.contains("\(color)m"), "\(painted)") }
      try tmux.type("q")
      try tmux.wait(for: "status 0")
    }
  }

  @Test("stops at ctrl-Z and goes on where it was")
  func stopping() throws {
    try withStepper(win) { tmux in
      try tmux.type("gjj")
      try tmux.wait(for: " 2 of 23")
      try tmux.press("C-z")
      try tmux.wait(for: "Stopped")
      #expect(try tmux.screen().contains("─ actions") == false)
      try tmux.type("stty -g > stopped; echo as $((6 * 8))\n")
      try tmux.wait(for: "as 48")
      #expect(try tmux.file("before") == tmux.file("stopped"))
      try tmux.type("fg\n")
      try tmux.wait(for: " 2 of 23")
      try tmux.type("j")
      try tmux.wait(for: " 3 of 23")
      try tmux.type("q")
      try tmux.wait(until: "the shell") { !$0.contains("─ actions") }
    }
  }

  @Test(
    "gives the terminal back whatever ends it",
    arguments: ["TERM", "HUP", "INT", "QUIT", "SEGV", "ILL", "ABRT"]
  )
  func dying(signal: String) throws {
    try Tmux.with(columns: 80, rows: 24, environment: ["SWIFT_BACKTRACE": "enable=no"]) { tmux in
      try tmux.type("stty -g > before\n")
      try tmux.type("sh -c 'echo $$ > pid; exec rewind step \(win)'\n")
      try tmux.wait(for: "─ actions")
      try Tmux.kill(signal, tmux.file("pid"))
      try tmux.wait(until: "the shell") { !$0.contains("─ actions") }
      try tmux.type("echo status $?\n")
      try tmux.wait(for: "status 1")
      try tmux.type("stty -g > after; echo as $((6 * 7)) before\n")
      try tmux.wait(for: "as 42 before")
      #expect(try tmux.screen().contains("─ actions") == false)
      #expect(try tmux.file("before") == tmux.file("after"))
    }
  }

  @Test("has rows cut to its width, and statements continued, where they go to it")
  func fitting() throws {
    try Tmux.with(columns: 50, rows: 30) { tmux in
      // In one line: what is typed while a program runs would stand in the midst of its lines.
      try tmux.type("rewind log \(win) --to 3 > whole; clear; ")
      try tmux.type("rewind log \(win) --to 3; echo as $((6 * 7))\n")
      try tmux.wait(for: "as 42")
      let shown = try tmux.screen().split(separator: "\n").filter { $0.contains("Action") }
      let whole = try tmux.file("whole").split(separator: "\n")
      // Number, time and type stay whole; then comes what the action changed.
      #expect(shown.map { $0.prefix(27) } == whole.map { $0.prefix(27) })
      #expect(shown.allSatisfy { $0.count <= 50 && $0.contains("  ~ ") })
      try tmux.type("clear; rewind \(win)\n")
      try tmux.wait(for: "# next: step through it")
      let screen = try tmux.screen()
      #expect(screen.contains("23 actions, 0.048 s, started\n  2026-11-21T13:12:27.937Z\n"))
      #expect(screen.contains("…\n"))
    }
  }

  @Test("reads long output in a pager, and short output at once")
  func paging() throws {
    let environment = ["PAGER": "sed 's/^/paged: /'"]
    try Tmux.with(columns: 100, rows: 15, environment: environment) { tmux in
      for (command, isPaged) in [
        ("rewind log \(win)", true), ("rewind log \(win) --to 3", false),
        ("rewind --no-pager log \(win)", false), ("rewind log \(win) --json", false),
        ("CI=true rewind log \(win)", false), ("REWIND_PAGER= rewind log \(win)", false),
        ("TERM=dumb rewind log \(win)", false), ("rewind help log", true),
        ("PAGER=sh rewind log \(win) --to 3", false),
      ] {
        try tmux.type("clear; \(command); echo as $((6 * 7))\n")
        try tmux.wait(for: "as 42")
        #expect(try tmux.screen().contains("paged: ") == isPaged, "\(command)")
        try tmux.type("clear; echo as $((6 * 8))\n")
        try tmux.wait(for: "as 48")
      }
      // A pager that reads nothing is no failure; less holds the screen until it is left.
      try tmux.type("PAGER='exit 0' rewind log \(win); echo status $?\n")
      try tmux.wait(for: "status 0")
    }
  }

  @Test(
    "leaves the terminal to less until the user does",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/less"), "there is no less")
  )
  func less() throws {
    try Tmux.with(columns: 100, rows: 15, environment: ["LESS": ""]) { tmux in
      try tmux.type("unset LESS PAGER; rewind log \(win); echo status $?\n")
      try tmux.wait(for: "\n:")
      try tmux.type("G")
      try tmux.wait(for: "(END)")
      try tmux.press("C-c")
      // Whatever is typed at once after it, less may forget.
      for _ in 0..<200 where try tmux.screen().contains("(END)") { try tmux.type("q") }
      try tmux.type("\nclear; echo as $((6 * 7))\n")
      try tmux.wait(for: "as 42")
    }
  }

  @Test("ends at ctrl-C, and where the terminal is dumb prints its screen")
  func ends() throws {
    try withStepper(win) { tmux in
      try tmux.press("C-c")
      try tmux.wait(for: "status 0")
    }
    try Tmux.with(columns: 80, rows: 40, environment: ["PAGER": "cat"]) { tmux in
      try tmux.type("TERM=dumb rewind step \(win); echo status $?\n")
      try tmux.wait(for: " 23 of 23")
      try tmux.wait(for: "status 0")
    }
  }
}

@Suite("The stepper without a terminal", .process)
struct ScriptedStepperTests {
  @Test("skips an action, and shows the consequences")
  func skipping() throws {
    let app = game
    let run = try rewind.run("step", crash, "23", "--app", app, "--keys", "x", exits: 0)
    #expect(run.errors == "")
    #expect(run.lines[0].hasPrefix(" memory-tunes without 23  23 of 23"))
    #expect(run.lines[23] == " Without FetchTunesAction it survives all 23 actions. X returns.")
    let back = try rewind.run("step", crash, "23", "--app", app, "--keys", "xX")
    #expect(back.lines[0].hasPrefix(" memory-tunes  23 of 24"))
  }

  @Test("draws the screen that keys lead to, as text or as a picture")
  func keys() throws {
    let text = try rewind.run("step", crash, "--keys", "G", "--size", "40x10")
    #expect(text.lines.count == 10)
    #expect(text.lines[0].hasPrefix(" memory-tunes  24 of 24"))
    let picture = try rewind.run("step", crash, "--keys", "G", "--size", "40x10", "--svg")
    #expect(picture.output.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(picture.output.hasSuffix("</svg>\n"))
    #expect(picture.output.contains("{&quot;") || picture.output.contains("24 of 24"))
  }
}
