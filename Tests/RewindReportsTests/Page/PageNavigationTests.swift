import Foundation
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

/// The ways through a page and between its sessions, gone with real keys.
@Suite("A page's ways", .browser, .serialized, .needsChromium)
struct PageNavigationTests: PageTesting {
  private let folder = TemporaryFolder()
  private static let crash = Recordings.path("memory-tunes/tap-while-loading.jsonl")
  private static let win = Recordings.path("memory-tunes/win.jsonl")
  private static let todo = Recordings.path("to-do/delete-twice.jsonl")

  /// The session, the index and the filter in view.
  private static let view =
    "[rewind.page.shown, rewind.page.current.index, document.getElementById('filter').value]"

  /// True for what a key has set going.
  private static let busy = "[rewind.page.player.isPlaying, rewind.page.copies.isOpen]"

  /// The address, once it has come to rest.
  private func expectAddress(_ browser: Browser, _ fragment: String) throws {
    try browser.wait(until: "location.hash === '\(fragment)'")
  }

  // MARK: - Keys

  @Test("leaves to a field and to a dialog every key that is pressed in it")
  func typing() throws {
    try withPage(of: [Self.crash], fragment: "#index=7") { browser, _ in
      // Every key of the page that is a character.
      let keys = "lhjkgGtTnNcJ /febpy+=-0<>isod?"
      let inputs = try browser.value(
        "[...document.querySelectorAll('input, textarea')].map((input) => input.id)"
      )
      #expect(inputs == ["filter", "find"])
      for id in inputs.array?.compactMap(\.string) ?? [] {
        try browser.value("document.getElementById('\(id)').focus()")
        try browser.type(keys)
        try expect(browser, "document.getElementById('\(id)').value", .string(keys))
        try browser.press("Escape")
        try expect(browser, "document.activeElement.id", "list")
        try browser.value(
          """
          document.getElementById('\(id)').value = '';
          document.getElementById('\(id)').dispatchEvent(new Event('input'));
          """
        )
      }
      try browser.press("?")
      try browser.wait(until: "document.getElementById('help').open")
      try browser.type("jlcyo")
      try browser.press("Escape")
      try browser.wait(until: "!document.getElementById('help').open")
      try expect(browser, Self.view, [0, 7, ""])
      try expect(browser, Self.busy, [false, false])
      try browser.press("j")
      try expect(browser, "rewind.page.current.index", 8)
    }
  }

  // MARK: - Sessions

  @Test("has an overview of which the keys are the browser's: it scrolls, and no session moves")
  func overview() throws {
    try withPage(of: [Self.win, Self.crash, Self.todo, Self.crash, Self.win]) { browser, _ in
      try browser.resize(width: 390, height: 300)
      try browser.value("document.querySelectorAll('.session')[3].click()")
      try browser.value("rewind.page.go(2)")
      let before = try browser.value("[rewind.page.session.facts.name, rewind.page.current.index]")
      try browser.press("o")
      try expect(browser, "rewind.page.shown", .null)
      let scrolled = "document.getElementById('overview').scrollTop"
      for key in ["PageDown", "ArrowDown", "End", " "] {
        try browser.value("void (\(scrolled) = 0)")
        try browser.press(key)
        try browser.wait(until: "\(scrolled) > 0")
      }
      for key in ["j", "c", "y", "p", "Home", "Escape"] { try browser.press(key) }
      try expect(browser, Self.busy, [false, false])
      try expect(browser, "[rewind.page.session.facts.name, rewind.page.current.index]", before)
    }
  }

  @Test("leads back and forward between the overview and the sessions, each as it was left")
  func backAndForward() throws {
    try withPage(of: [Self.win, Self.crash]) { browser, _ in
      let names = "[...document.querySelectorAll('.session .name')]"
      try browser.value("\(names).find((name) => name.textContent === 'win.jsonl').click()")
      // Whoever leaves the field has typed to the end, however long its pause is.
      try browser.value("void (rewind.page.filter.constructor.pause = 1e9)")
      try browser.value("document.getElementById('filter').focus()")
      try browser.type("flip")
      try browser.press("Escape")
      try browser.wait(
        until: "document.getElementById('filter-status').textContent.endsWith('\"flip\".')"
      )
      try browser.press("g")
      try browser.press("j")
      try expect(browser, Self.view, [0, 6, "flip"])
      // Another session has no filter yet, and the address leads to what is in view.
      try browser.value(
        """
        document.getElementById('choice').value = 1;
        document.getElementById('choice').dispatchEvent(new Event('change'));
        """
      )
      try expect(browser, Self.view, [1, 24, ""])
      try expectAddress(browser, "#session=2&index=24")
      try browser.press("g")
      try expectAddress(browser, "#session=2&index=0")

      try browser.value("history.back()")
      try browser.wait(until: "rewind.page.shown === 0")
      try expect(browser, Self.view, [0, 6, "flip"])
      try browser.value("history.back()")
      try browser.wait(until: "rewind.page.shown === null")
      try expect(browser, "document.querySelectorAll('.session').length", 2)
      try browser.value("history.forward()")
      try browser.wait(until: "rewind.page.shown === 0")
      try expect(browser, Self.view, [0, 6, "flip"])
      try browser.value("history.forward()")
      try browser.wait(until: "rewind.page.shown === 1")
      try expect(browser, Self.view, [1, 0, ""])
    }
  }

  // MARK: - Links

  @Test("is, at a link, what it would be if it were opened there")
  func links() throws {
    try withPage(of: [Self.crash], fragment: "#index=12") { browser, _ in
      let shown = """
        [rewind.page.current.index, rewind.page.tokens, rewind.page.state.pinned?.index ?? null,
          document.getElementById('filter').value, rewind.page.list.steps.length]
        """
      for (link, expected) in [
        (
          "index=12&at=/gameState/memoryCards/2&with=7&filter=Routing",
          [12, ["gameState", "memoryCards", "2"], 7, "Routing", 4]
        ),
        ("index=3", [3, .null, .null, "", 25]),
        ("at=/gameState", [24, ["gameState"], .null, "", 25]),
        ("index=5&with=3", [5, .null, 3, "", 25]),
      ] as [(String, JSONValue)] {
        try browser.value("void (location.hash = '\(link)')")
        let index = expected.array?.first?.int ?? 0
        let status = "document.getElementById('filter-status').textContent"
        try browser.wait(
          until: "rewind.page.current.index === \(index) && /^$|\\.$/.test(\(status))"
        )
        try expect(browser, shown, expected)
        // The address does not go back to what was there.
        let text = link.contains("index") ? link : "index=\(index)&\(link)"
        try expect(browser, "rewind.page.address.text", .string("#\(text)"))
      }
    }
  }

  @Test("copies an issue in which the actions keep their indexes, as Markdown shows it")
  func issue() throws {
    try withPage(of: [Self.crash]) { browser, _ in
      let issue = try browser.value(
        """
        Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => {
          window.copied = text;
        } } });
        rewind.page.session.facts = { ...rewind.page.session.facts, diagnosis: {
          kind: "found", fatal: 24, culprit: 23, external: null, class: "trap", isEveryState: false,
          frames: [], said: "Crash (trap)", reasons: [], wrote: [], probes: 10, unprobed: 0,
          minimal: {
            before: 24, culprit: 23, losesCulprit: false, beginsOutside: false, isMinimal: true,
            steps: [
              { index: 6, type: "SetCardsAction", payload: {} },
              { index: 23, type: "FetchTunesAction", payload: {} },
              { index: 24, type: "FlipCardAction", payload: { cardIndexToFlip: 3 } },
            ],
          },
        } };
        rewind.page.copies.items.at(-1).click();
        window.copied
        """
      ).string
      #expect(
        issue?.contains(
          """
          3 of 24 actions are enough for the same crash:

          - 6 `SetCardsAction`
          - 23 `FetchTunesAction`
          - 24 `FlipCardAction` `cardIndexToFlip 3`
          """
        ) == true,
        "\(issue ?? "")"
      )
    }
  }

  // MARK: - The axis

  @Test("has the axis that its button names: by time once there are times, unless the reader chose")
  func axis() throws {
    var timeless = SessionFile(start: ["n": 0])
    timeless.add(["index": 1, "action": ["type": "Count"]])
    timeless.add(["after": 1, "patch": []])
    let path = try timeless.write(to: folder, as: "timeless.jsonl")
    try withPage(of: [path, Self.win], fragment: "#session=1") { browser, _ in
      let axis = """
        [document.getElementById("axis").textContent, document.getElementById("axis").disabled,
          rewind.page.timeline.axis.isByTime]
        """
      try expect(browser, axis, ["Axis: index", true, false])
      try browser.press("i")
      try expect(browser, axis, ["Axis: index", true, false])
      try browser.value("rewind.page.enter(1)")
      try expect(browser, axis, ["Axis: time", false, true])
      try browser.press("i")
      try expect(browser, axis, ["Axis: index", false, false])
      try browser.value("rewind.page.enter(0), rewind.page.enter(1)")
      try expect(browser, axis, ["Axis: index", false, false])
      try browser.press("i")
      // A session that begins while it is looked at has no time at first.
      try browser.value(
        """
        rewind.page.sessions[0] = new rewind.Session(rewind.page.sessions[0].facts, 'k 0 {"after":0,"state":{}}');
        rewind.page.enter(0);
        """
      )
      try expect(browser, axis, ["Axis: index", true, false])
      try browser.value(
        """
        rewind.page.append('a 1 {"index":1,"time":0.5,"action":{"type":"A"}}\\ns 1 {"after":1,"patch":[]}')
        """
      )
      try expect(browser, axis, ["Axis: time", false, true])
      try expect(browser, "rewind.page.timeline.axis.positions", [0, 0.5])
    }
  }
}
