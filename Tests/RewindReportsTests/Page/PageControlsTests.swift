import Foundation
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

/// What a page shows first, and everything that can be pressed on it.
@Suite("A page's controls", .browser, .serialized, .needsChromium)
struct PageControlsTests: PageTesting {
  private let folder = TemporaryFolder()
  private static let crash = Recordings.path("memory-tunes/tap-while-loading.jsonl")
  private static let win = Recordings.path("memory-tunes/win.jsonl")
  private static let todo = Recordings.path("to-do/delete-twice.jsonl")

  /// A script that gives the crash the result of a replay, as the tool writes it.
  static func found(_ more: String = "") -> String {
    """
    rewind.page.session.facts = { ...rewind.page.session.facts, diagnosis: {
      kind: "found", fatal: 24, culprit: 23, external: null, class: "trap", isEveryState: false,
      frames: ["Array.flip(at:)", "appReducer"], said: "Index out of range",
      reasons: ["Replaying action 24 crashes from every state after action 23."],
      wrote: ["Fatal error: Index out of range"], probes: 10, unprobed: 0, minimal: null, \(more)
    } };
    rewind.page.open(0);
    """
  }

  // MARK: - The finding

  @Test("begins with the finding, at the culprit, with its change in sight")
  func finding() throws {
    try withPage(of: [Self.crash]) { browser, _ in
      try browser.value(Self.found())
      try expectText(browser, "#title", "Index out of range in Array.flip(at:)")
      try expect(
        browser,
        "document.getElementById('title').title",
        """
        Index out of range in Array.flip(at:). FetchTunesAction (23) emptied memoryCards (16 → 0); \
        FlipCardAction (24) with cardIndexToFlip 3 then crashed.
        """
      )
      try expect(browser, "rewind.page.current.index", 23)
      for width in [1_400, 900, 390] {
        try browser.resize(width: width, height: 800)
        let isInSight = try browser.value(
          """
          (() => {
            const box = document.querySelector(".changes li").getBoundingClientRect();
            const pane = document.getElementById("details").getBoundingClientRect();
            return box.height > 0 && box.top >= pane.top && box.bottom <= pane.bottom;
          })()
          """
        )
        #expect(isInSight == true, "\(width)")
      }
      // The cards lead to their actions.
      try browser.value("document.querySelector('.scene.fatal button.step').click()")
      try expect(browser, "rewind.page.current.index", 24)
    }
  }

  @Test("says what is known where no action is to blame, or not for certain")
  func otherFindings() throws {
    try withPage(of: [Self.crash]) { browser, _ in
      for (facts, expected) in [
        (
          "isEveryState: true",
          """
          Index out of range in Array.flip(at:). FlipCardAction (24) with cardIndexToFlip 3 crashes \
          from every state that was tried.
          """
        ),
        (
          "unprobed: 3, said: \"Crash (trap)\", frames: []",
          """
          Crash (trap). FetchTunesAction (23), probably to blame, emptied memoryCards (16 → 0); \
          FlipCardAction (24) with cardIndexToFlip 3 then crashed.
          """
        ),
        (
          "external: \"the time machine's jump\", culprit: 22, "
            + "said: \"The stack overflowed\", frames: []",
          """
          The stack overflowed. The time machine's jump after FlipCardAction (22) is to blame; \
          FlipCardAction (24) with cardIndexToFlip 3 then crashed.
          """
        ),
      ] {
        try browser.value(Self.found(facts))
        try expect(browser, "document.getElementById('title').title", .string(expected))
      }
    }
  }

  // MARK: - The overview

  @Test("of several sessions begins with their overview: crashes first, the same ones together")
  func overview() throws {
    try withPage(of: [Self.win, Self.crash, Self.todo, Self.crash]) { browser, _ in
      try expectText(browser, "#subtitle", "4 sessions: 3 crashed, 1 closed")
      let groups = """
        [...document.querySelectorAll(".crash")].map((group) => [
          group.querySelector("h2").textContent,
          ...[...group.querySelectorAll(".name")].map((name) => name.textContent)
        ])
        """
      try expect(
        browser,
        groups,
        [
          [
            // Of two sessions, the title has the payload of neither.
            "Died in FlipCardAction.", "tap-while-loading.jsonl", "tap-while-loading.jsonl",
          ],
          [
            #"Died in TodoAction (4) with type "delete", params {"index":2}."#,
            "delete-twice.jsonl",
          ],
          ["Other sessions", "win.jsonl"],
        ]
      )
      try browser.value("document.querySelectorAll('.session')[2].click()")
      try expect(browser, "[rewind.page.shown, rewind.page.current.index]", [2, 4])
      try browser.press("o")
      try expect(browser, "document.querySelectorAll('.crash').length", 3)
      // No key of a session does anything here.
      for key in ["j", "c", " ", "p", "y", "Escape"] { try browser.press(key) }
      try browser.value("document.querySelector('.crash button.step').click()")
      try expect(browser, "[rewind.page.shown, rewind.page.current.index]", [1, 24])
      try browser.press("Escape")
      try expect(browser, "rewind.page.shown", .null)
    }
  }

  // MARK: - Keys

  /// Every key of the page, what is done before it, and what shows that it did its work.
  private static let keys: [(key: String, before: String, shows: String, expected: JSONValue)] = [
    ("ArrowRight", "page.go(3)", "page.current.index", 4),
    ("l", "page.go(3)", "page.current.index", 4),
    ("ArrowLeft", "page.go(3)", "page.current.index", 2),
    ("h", "page.go(3)", "page.current.index", 2),
    ("ArrowDown", "page.go(3)", "page.current.index", 4),
    ("j", "page.go(3)", "page.current.index", 4),
    ("ArrowUp", "page.go(3)", "page.current.index", 2),
    ("k", "page.go(3)", "page.current.index", 2),
    ("PageDown", "page.go(3)", "page.current.index", 13),
    ("PageUp", "page.go(13)", "page.current.index", 3),
    ("g", "page.go(13)", "page.current.index", 0),
    ("Home", "page.go(13)", "page.current.index", 0),
    ("G", "page.go(13)", "page.current.index", 24),
    ("End", "page.go(13)", "page.current.index", 24),
    ("t", "page.go(1)", "page.current.index", 3),
    ("T", "page.go(23)", "page.current.index", 5),
    ("n", "page.go(7), page.choose(['gameState', 'showLoading'])", "page.current.index", 23),
    ("N", "page.go(23), page.choose(['gameState', 'showLoading'])", "page.current.index", 6),
    ("c", "page.go(3)", "page.current.index", 24),
    // There is no running app here.
    ("J", "page.go(3)", "page.current.index", 3),
    (" ", "page.go(3)", "page.player.isPlaying", true),
    ("/", "page.go(3)", "document.activeElement.id", "filter"),
    ("f", "page.go(3)", "document.activeElement.id", "find"),
    ("e", "page.state.tree.isOpen.set('/menuState', true)", "page.state.tree.isOpen.size", 0),
    ("p", "page.go(6)", "page.state.pinned.index", 6),
    ("p", "page.go(9)", "page.state.pinned", .null),
    ("y", "page.go(3)", "document.activeElement.dataset.name", "value"),
    ("+", "page.go(3)", "page.timeline.window !== null", true),
    ("-", "page.go(3)", "page.timeline.window", .null),
    ("=", "page.go(3)", "page.timeline.window !== null", true),
    (">", "page.timeline.look(0, 0.002)", "page.timeline.from", 0.001),
    ("<", "page.timeline.look(0.002, 0.004)", "page.timeline.from", 0.001),
    ("0", "page.go(3)", "page.timeline.window", .null),
    ("i", "page.go(3)", "document.getElementById('axis').textContent", "Axis: index"),
    ("s", "page.go(3)", "document.getElementById('lanes').textContent", "Lanes: state"),
    ("o", "page.go(3)", "page.shown", 0),
    ("d", "page.go(3)", "document.documentElement.dataset.theme", "light"),
    ("Escape", "document.getElementById('filter').focus()", "document.activeElement.id", "list"),
    ("v", "page.go(3)", "document.getElementById('screen').hidden", true),
    ("?", "page.go(3)", "document.getElementById('help').open", true),
  ]

  @Test("does with every key what its help says")
  func everyKey() throws {
    try withPage(of: [Self.crash]) { browser, _ in
      try browser.value(
        "var page = rewind.page, byTitle = () => document.getElementById('state-title').textContent"
      )
      for (key, before, shows, expected) in Self.keys {
        try browser.value("document.getElementById('list').focus(), \(before), null")
        try browser.press(key)
        let found = try browser.value(shows)
        #expect(found == expected, "\(key)")
        if key == " " { try browser.press(" ") }
        if key == "y" { try browser.press("Escape") }
      }
      // The help lists these keys, and no other.
      let listed = try browser.value(
        """
        [...document.querySelectorAll("#help dl:first-of-type dt")].flatMap((term) =>
          term.textContent.split(" "))
        """
      )
      let names = [
        "ArrowRight": "→", "ArrowLeft": "←", "ArrowDown": "↓", "ArrowUp": "↑", "PageDown": "PgDn",
        "PageUp": "PgUp", " ": "space", "Escape": "esc",
      ]
      let pressed = Set(Self.keys.map { names[$0.key] ?? $0.key })
      let silent: Set = ["Home", "End", "=", "J"]
      #expect(Set(listed.array?.compactMap(\.string) ?? []) == pressed.subtracting(silent))
    }
  }

  @Test("needs no mouse: every control has a name and can be reached")
  func reachable() throws {
    try withPage(of: [Self.crash]) { browser, _ in
      try browser.value(Self.found())
      let unreachable = try browser.value(
        """
        [...document.querySelectorAll("button, select, input, summary, [role=slider], [role=separator], [role=listbox]")]
          .filter((element) => element.offsetParent !== null && element.tabIndex < 0)
          .map((element) => element.outerHTML)
        """
      )
      #expect(unreachable == [])
      // What is not native says what it is, and which value it has.
      for selector in ["#slider", ".divider"] {
        let value = "document.querySelector('\(selector)').getAttribute('aria-valuenow')"
        let before = try browser.value(value)
        try browser.value("document.querySelector('\(selector)').focus()")
        try browser.press("ArrowRight")
        let after = try browser.value(value)
        #expect(before != after && after != .null, "\(selector)")
      }
    }
  }

  // MARK: - The timeline

  @Test("has a timeline that finds the step under the pointer, however it is zoomed")
  func timeline() throws {
    try withPage(of: [Self.win]) { browser, timelines in
      let differing = try browser.value(
        """
        (() => {
          const { timeline, session } = rewind.page;
          const wrong = [];
          for (const isByTime of [true, false]) {
            if (timeline.axis.isByTime !== isByTime) timeline.switchAxis();
            for (const factor of [1, 0.5, 0.5, 0.5]) {
              timeline.zoom(factor, timeline.axis.end / 3);
              for (const step of session.steps) {
                const x = timeline.painter.xOf(step);
                const found = timeline.stepAt(x);
                const [a, b] = [found, step].map(({ place }) => timeline.axis.positions[place]);
                if (Math.abs(a - b) > 1e-9) wrong.push([step.index, found.index]);
              }
            }
            timeline.fit();
          }
          return wrong;
        })()
        """
      )
      #expect(differing == [])
      // The lanes by state are the members that some action changed.
      try browser.press("s")
      try browser.wait(until: "rewind.page.timeline.lanes.names.length > 0")
      let changed = try timelines[0].changes(of: 1)
      #expect(changed.count > 0)
      var members: Set<String> = []
      for index in 1...timelines[0].lastIndex {
        for change in try timelines[0].changes(of: index) {
          members.formUnion(change.pointer.tokens.prefix(1))
        }
      }
      let names = try browser.value("rewind.page.timeline.lanes.names").array?.compactMap(\.string)
      #expect(Set(names ?? []) == members)
    }
  }

  @Test("has a card for the step under the pointer, and is zoomed by the wheel")
  func card() throws {
    try withPage(of: [Self.crash]) { browser, _ in
      let point = try browser.value(
        """
        (() => {
          const { timeline, session } = rewind.page;
          const box = timeline.container.getBoundingClientRect();
          return [box.left + timeline.painter.xOf(session.stepAt.get(5)), box.top + 20];
        })()
        """
      )
      let mouse: (JSONValue) throws -> Void = { parameters in
        try browser.call("Input.dispatchMouseEvent", parameters)
      }
      let (x, y) = (point.array?.first ?? 0, point.array?.last ?? 0)
      try mouse(["type": "mouseMoved", "x": x, "y": y])
      try browser.wait(until: "!document.querySelector('.card').hidden")
      let card = try text(browser, ".card")
      #expect(card?.hasPrefix("5 FetchTunesActionshowLoading → true") == true, "\(card ?? "")")
      try mouse(["type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": -400])
      try browser.wait(until: "rewind.page.timeline.window !== null")
      let step = try browser.value(
        "rewind.page.timeline.stepAt(\(x.text) - document.getElementById('slider').getBoundingClientRect().left).index"
      )
      #expect(step == 5)
    }
  }

  // MARK: - Comparing, searching, copying

  @Test("compares any two states")
  func comparing() throws {
    try withPage(of: [Self.win], fragment: "#index=5") { browser, _ in
      let finished = """
        [...document.querySelectorAll("#tree .node")].find((row) =>
          row.dataset.pointer === "/gameState/gameFinished").textContent
        """
      try browser.value("rewind.page.go(22)")
      try browser.press("p")
      try browser.value("rewind.page.go(5)")
      try expectText(browser, "#state-title", "22 | 5")
      try expect(browser, finished, "gameFinishedtrue→falsechanged")
      // The link leads to the same comparison.
      try expect(browser, "rewind.page.address.text", "#index=5&with=22")
      try browser.press("p")
      try expectText(browser, "#state-title", "State after 5")
    }
  }

  @Test("searches texts in the state")
  func searching() throws {
    try withPage(of: [Self.win], fragment: "#index=22") { browser, _ in
      let type: (String) throws -> Void = { text in
        try browser.value(
          """
          (() => {
            const input = document.getElementById("find");
            input.value = \(JSONValue.string(text).text);
            input.dispatchEvent(new Event("input"));
          })()
          """
        )
      }
      try type("navigation")
      try expect(browser, "rewind.page.tokens", ["routingState", "navigationState"])
      try expectText(browser, "#find-status", "1 of 1")
      try type("navigatonState")
      try expectText(browser, "#find-status", "none")
    }
  }

  @Test("copies a value, its pointer, a link, the command, and an issue")
  func copying() throws {
    try withPage(of: [Self.crash], fragment: "#index=23&at=/gameState/showLoading") { browser, _ in
      try browser.value(
        """
        Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => {
          window.copied = text;
        } } })
        """
      )
      var copied: [String] = []
      for item in 0..<5 {
        try browser.press("y")
        for _ in 0..<item { try browser.press("ArrowDown") }
        try browser.value("document.activeElement.click()")
        copied.append(try browser.value("window.copied").string ?? "")
      }
      #expect(copied[0] == "true")
      #expect(copied[1] == "/gameState/showLoading")
      #expect(copied[2].hasSuffix("page.html#index=23&at=/gameState/showLoading"))
      #expect(copied[3] == "rewind blame tap-while-loading.jsonl /gameState/showLoading --at 23")
      let issue = copied[4].split(separator: "\n", omittingEmptySubsequences: false)
      #expect(issue.first == "# Died in `FlipCardAction` (24) with cardIndexToFlip 3.")
      #expect(issue.contains("**fatal**: 24 `FlipCardAction` with cardIndexToFlip 3"))
      #expect(issue.last == "" && issue.dropLast().last == "Look at it: `\(copied[3])`")
    }
  }

  @Test(
    "gives commands that a shell reads as they are meant, whatever a pointer and a file are called"
  )
  func commands() throws {
    let names = [
      "plain", "it's", "two words", "$HOME `id`", "50 %", "back\\slash", "-n", "line\nfeed",
      "end\n\n",
      "\u{1B}[31m", "\u{202E}abc", "日本", "tab\t'", "\n", "*", "a;b|c&d", "\"", "é\u{200B}", "~",
      "#",
    ]
    var session = SessionFile(start: .object(JSONObject(names.map { ($0, 0) })))
    session.add(1, "A", state: .object(JSONObject(names.map { ($0, 1) })))
    for file in ["-x.jsonl", "@last", "it's \u{1B}.jsonl"] {
      try withPage(of: [session.write(to: folder, as: file)]) { browser, _ in
        for name in names {
          let pointer = Pointer(tokens: [name])
          let command = try browser.value(
            """
            rewind.page.answers.command("blame", rewind.tokensOf(\(JSONValue.string(pointer.description).text)))
            """
          )
          let text = try #require(command.string)
          #expect(
            !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E },
            "\(text)"
          )
          let shell = Process()
          let output = Pipe()
          shell.executableURL = URL(fileURLWithPath: "/bin/bash")
          let script = "rewind() { printf '%s\\0' \"$@\"; }; \(text)"
          shell.arguments = ["--norc", "-c", script]
          shell.standardOutput = output
          try shell.start()
          let words = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
          )
          shell.waitUntilExit()
          let path = file == "it's \u{1B}.jsonl" ? file : "./\(file)"
          #expect(words == "blame\0\(path)\0\(pointer)\0", "\(text)")
        }
      }
    }
  }

  @Test("marks which elements of lists came, went and changed, with ids and without")
  func elements() throws {
    var session = SessionFile()
    session.add([
      "after": 0,
      "state": [
        "rows": [["id": 1, "n": 0], ["id": 2, "n": 0], ["id": 3, "n": 0]],
        "plain": [1, 2, 3, 4, 5, 6],
        "flags": [false, false, false, false],
      ],
    ])
    session.add(
      1,
      "Move",
      state: [
        "rows": [["id": 4, "n": 0], ["id": 3, "n": 1], ["id": 1, "n": 0]],
        "plain": [1, 3, 4, 9, 6],
        "flags": [false, true, false, true],
      ]
    )
    try withPage(of: [session.write(to: folder)], fragment: "#index=1") { browser, _ in
      let marked = """
        [...document.querySelectorAll("#tree .node:not(.same)")].filter((row) => row.ariaExpanded !== "true")
          .map((row) => `${row.className.split(" ")[1]} ${row.dataset.pointer} ${row.textContent}`)
        """
      let expected: JSONValue = [
        #"added /rows/0 0{"id":4,"n":0}added"#, "changed /rows/1/n n0→1changed",
        #"removed /rows/1- 1{"id":2,"n":0}"#, "changed /plain/3 35→9changed",
        "removed /plain/1- 12",
        "changed /flags/1 1false→truechanged", "changed /flags/3 3false→truechanged",
      ]
      try expect(browser, marked, expected)
      // A pinned step is compared in the same way.
      try browser.value("rewind.page.go(0)")
      try browser.press("p")
      try browser.value("rewind.page.go(1)")
      try expectText(browser, "#state-title", "0 | 1")
      try expect(browser, marked, expected)
    }
  }
}
