import Foundation
import RewindJSON
import RewindLog
import RewindQuery
import RewindReports
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// A page, opened in a browser and used as a person uses it.
@Suite("A page", .browser, .serialized, .needsChromium)
struct PageBrowserTests: PageTesting {
  private let folder = TemporaryFolder()
  private static let crash = Recordings.path("memory-tunes/tap-while-loading.jsonl")
  private static let win = Recordings.path("memory-tunes/win.jsonl")

  @Test("lands on the right state wherever its timeline is pressed")
  func slider() throws {
    try withPage(of: [Self.win]) { browser, timelines in
      var random = SeededGenerator(seed: 5)
      try browser.press("i")
      for _ in 0..<25 {
        let index = Int.random(in: 0...timelines[0].lastIndex, using: &random)
        let point = try browser.value(
          """
          (() => {
            const { container, painter } = rewind.page.timeline;
            const box = container.getBoundingClientRect();
            return [box.left + painter.x(\(index)), box.top + box.height / 2];
          })()
          """
        )
        try browser.click(point)
        try browser.wait(until: "rewind.page.current.index === \(index)")
        let text = try browser.value(
          """
          [document.getElementById("state-title").textContent, rewind.writeJSON(rewind.page.state.tree.value)]
          """
        )
        let state = try timelines[0].state(after: index).text
        #expect(text == [.string("State after \(index)"), .string(state)])
      }
    }
  }

  @Test("opens at the index and the pointer that its address names")
  func link() throws {
    try withPage(
      of: [Self.win, Self.crash],
      fragment: "#session=2&index=23&at=/gameState/showLoading"
    ) {
      browser,
      _ in
      try expectText(browser, "#change-title", "23 FetchTunesAction")
      try expectText(browser, ".blame", "Last written by 23 FetchTunesAction false → true")
      try browser.wait(until: "document.querySelectorAll('.values li').length === 4")
      try expectText(
        browser,
        ".values",
        "0 the initial statefalse5 FetchTunesActiontrue6 SetCardsActionfalse"
          + "23 FetchTunesActiontrue"
      )
      try expectText(browser, "#tree [aria-selected]", "showLoadingfalse→truechanged")
    }
  }

  @Test("shows a crash, and the state that the app died on")
  func crash() throws {
    try withPage(of: [Self.crash]) { browser, timelines in
      try expectText(browser, "#title", "Died in FlipCardAction")
      try expectText(browser, "#state-title", "State before 24")
      let state = try timelines[0].state(before: 24).text
      try expect(browser, "rewind.writeJSON(rewind.page.state.tree.value)", .string(state))
      try expectText(browser, ".died", "The app died in this action: there is no state after it.")
    }
  }

  @Test("filters by words, and says where an expression is understood")
  func filter() throws {
    try withPage(of: [Self.win]) { browser, _ in
      let flips = try filtered(browser, by: "flip")
      // The cards, when they are set, are not flipped: that is a change with the word in it.
      #expect(flips == #"17 of 24 steps contain "flip"."#)
      let menu = try filtered(browser, by: "choose category")
      #expect(menu == #"1 of 24 steps contains "choose" and "category"."#)
      try expect(browser, "rewind.page.list.steps.map((step) => step.index)", [0])
      let expression = try filtered(browser, by: "changed(gameState.it's)")
      #expect(
        expression == """
          0 of 24 steps contain "changed(gameState.it's)". For an expression, ask \
          rewind log win.jsonl --where 'changed(gameState.it'\\''s)'
          """
      )
    }
  }

  @Test("marks where the conditions hold that it was made with, and filters by them")
  func conditions() throws {
    let conditions = [
      "two up: count(gameState.memoryCards, it.isFlipped) == 2", "gameState.showLoading",
      "flips: type like 'Flip*'",
    ]
    try withPage(of: [Self.win], conditions: conditions) { browser, timelines in
      let chips =
        "[...document.querySelectorAll('#conditions button')].map((chip) => chip.textContent)"
      try expect(browser, chips, ["two up 1", "gameState.showLoading 2", "flips 16"])
      let listed = "rewind.page.list.steps.map((step) => step.index)"
      for (number, text) in conditions.enumerated() {
        let expression = try StepExpression(String(text.split(separator: ":").last ?? ""))
        var expected: [JSONValue] = []
        try timelines[0].find(expression, in: 0...23) {
          expected.append(JSONValue($0))
          return true
        }
        let chip = "document.querySelectorAll('#conditions button')[\(number)]"
        try browser.value("\(chip).click()")
        try expect(browser, listed, .array(expected))
        try expect(browser, "\(chip).getAttribute('aria-pressed')", "true")
        let marked = try browser.value(
          "[...document.querySelectorAll('.row')].map((row) => row.querySelectorAll('.condition.hue\(number)').length)"
        )
        #expect(
          marked.array?.allSatisfy { $0 == 1 } == true && marked.array?.count == expected.count
        )
      }
      // Its name is at the first of the actions one after another, its color at the others.
      let names = "[...document.querySelectorAll('.row .condition:not(:has(.unseen))')].length"
      try expect(browser, names, 2)
      try expect(browser, "rewind.page.address.text.endsWith('&where=flips')", true)
      let both = try filtered(browser, by: "isAlreadyGuessed")
      #expect(both == #"8 of 24 steps contain "isAlreadyGuessed", where flips holds."#)
      try browser.value("document.querySelectorAll('#conditions button')[2].click()")
      try expect(browser, "rewind.page.filter.conditions.chosen", .null)
      try browser.value("void (location.hash = 'index=3&where=two+up')")
      try browser.wait(until: "\(listed).length === 1")
      try expectText(browser, "#filter-status", "1 of 24 steps, where two up holds.")
      // What the list says is drawn in the timeline.
      let painted = try browser.value(
        """
        (() => {
          const { painter, session } = rewind.page.timeline;
          const scale = devicePixelRatio;
          const row = painter.pen.getImageData(0, Math.round(23 * scale), painter.still.width, 1).data;
          const columnOf = (index) => Math.round(painter.xOf(session.stepAt.get(index)) * scale);
          return [8, 3].map((index) => row[4 * columnOf(index) + 3] > 0);
        })()
        """
      )
      #expect(painted == [true, false])
    }
  }

  @Test("says which command knows the writer of a value that it was not made with")
  func unknown() throws {
    try withPage(of: [Self.win], fragment: "#index=3&at=/menuState/menuTitles/1") { browser, _ in
      try expectText(
        browser,
        ".blame",
        "Who wrote it last is not on this page: ask "
          + "rewind blame win.jsonl /menuState/menuTitles/1 --at 3"
      )
      try expectText(
        browser,
        ".history",
        "Its other values: rewind blame win.jsonl /menuState/menuTitles/1 --history"
      )
    }
  }

  @Test("runs nothing of a hostile log, and shows it as text")
  func hostile() throws {
    var session = SessionFile(app: "</title><script>window.hit = 1</script>")
    let evil = "</script><img src=x onerror=\"window.hit=1\"><script>window.hit=1</script>"
    session.add(["after": 0, "state": [.init(evil): .string(evil), "rtl": "\u{202E}abc\u{7}"]])
    session.add(1, evil, ["__proto__": ["polluted": 1]], state: ["a": .string(evil)])
    session.add(["note": .string("\u{2028}\(evil)"), "index": 1])
    session.add(2, "toString", ["x": "javascript:alert(1)"], state: ["constructor": .string(evil)])
    let path = try session.write(to: folder, as: "\u{202E}<b>.jsonl")
    try withPage(
      of: [path],
      fragment: "#index=1&at=/a&filter=<img",
      conditions: ["'</script><img src=x>' != 'x'"]
    ) {
      browser,
      _ in
      try expectHarmless(evil, in: browser)
    }
  }

  private func expectHarmless(_ evil: String, in browser: Browser) throws {
    try browser.wait(until: "document.querySelectorAll('.values li').length > 0")
    for index in [0, 2, 1] {
      try browser.value("rewind.page.go(\(index))")
      try browser.value("rewind.page.choose(['a'])")
    }
    try expect(browser, "window.hit ?? null", .null)
    try expect(browser, "({}).polluted ?? null", .null)
    try expect(browser, "document.querySelectorAll('img, b').length", 0)
    try expectText(browser, "#change-title", "1 \(evil)")
    try browser.value("rewind.page.go(0)")
    let marks = try browser.value(
      "[...document.querySelectorAll('#tree .hidden-character')].map((mark) => mark.textContent)"
    )
    #expect(marks == ["\\u{202e}"])
  }

  @Test("forbids scripts, styles and requests of any other origin")
  func policy() throws {
    try withPage(of: [Self.win]) { browser, _ in
      let outcome = try browser.value(
        """
        (async () => {
          const violations = [];
          document.addEventListener("securitypolicyviolation", (event) =>
            violations.push(event.effectiveDirective));
          const fetched = await fetch("data:,x").then(() => "fetched", () => "refused");
          const image = document.createElement("img");
          image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
          document.body.append(image);
          let markup = "allowed";
          try { document.body.innerHTML += "<b>x</b>"; } catch { markup = "refused"; }
          // Violations are reported when the browser gets to it.
          while (violations.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
          return [fetched, markup, violations.includes("connect-src"), violations.includes("img-src")];
        })()
        """
      )
      #expect(outcome == ["refused", "refused", true, true])
      browser.forget()
    }
  }

  @Test("is light or dark as the system is, or as its switch says")
  func themes() throws {
    try withPage(of: [Self.win]) { browser, _ in
      let paper = "getComputedStyle(document.body).backgroundColor"
      var seen: [String: JSONValue] = [:]
      for scheme in ["light", "dark"] {
        try browser.prefer(scheme)
        seen[scheme] = try browser.value(paper)
      }
      #expect(seen["light"] == "rgb(247, 245, 241)")
      #expect(seen["dark"] == "rgb(19, 21, 25)")
      try browser.press("d")
      try expect(browser, paper, seen["light"] ?? .null)
      try browser.press("d")
      try browser.prefer("light")
      try expect(browser, paper, seen["dark"] ?? .null)
    }
  }

  @Test("shows the states before a patch that does not fit, and those after the next whole one")
  func badPatch() throws {
    var session = SessionFile(start: ["n": 0])
    session.add(1, "Good", state: nil)
    session.add(["after": 1, "patch": [["op": "replace", "path": "/n", "value": 1]]])
    session.add(2, "Bad", state: nil)
    session.add(["after": 2, "patch": [["op": "remove", "path": "/n/x"]]])
    session.add(3, "Whole", state: nil)
    session.add(["after": 3, "state": ["n": 3], "patch": []])
    try withPage(of: [session.write(to: folder)], fragment: "#index=2") { browser, _ in
      try expectText(browser, "#tree", "The state cannot be computed: there is no value at /n/x.")
      try expectText(browser, ".died", "The change cannot be shown: there is no value at /n/x.")
      try expect(browser, "rewind.page.go(1), rewind.page.current.after().get('n')", 1)
      // The tool has no answers of a log that contradicts itself.
      try browser.value("rewind.page.choose(['n'])")
      try expect(
        browser,
        "document.querySelector('.blame').textContent.includes('rewind blame')",
        true
      )
      try expect(browser, "rewind.page.go(3), rewind.page.current.after().get('n')", 3)
    }
  }

  @Test("shows what was redacted as such")
  func redaction() throws {
    var session = SessionFile(redacted: [
      ["key": "password"], ["text": "mail"], ["pointer": "/*/id"],
    ])
    session.add([
      "after": 0,
      "state": ["user": ["password": "redacted", "mail": "redacted4fZk09Qa", "id": 0, "n": 7]],
    ])
    let log = try session.write(to: folder)
    try withPage(of: [log], fragment: "#at=/user/n") { browser, _ in
      try expectText(
        browser,
        "#tree",
        "state" + "user" + "passwordredacted" + "mailredacted" + "idredacted" + "n7"
      )
    }
  }

  @Test("plays to the end")
  func play() throws {
    try withPage(of: [Self.win], fragment: "#index=0") { browser, timelines in
      try browser.value("document.getElementById('speed').value = 5")
      try browser.press(" ")
      try expect(browser, "rewind.page.player.isPlaying", true)
      try browser.wait(until: "!rewind.page.player.isPlaying")
      try expect(browser, "rewind.page.current.index", JSONValue(timelines[0].lastIndex))
    }
  }

  @Test("names what it shows to who does not see it")
  func accessibility() throws {
    try withPage(of: [Self.crash], fragment: "#index=8") { browser, timelines in
      let count = try timelines[0].changes(of: 8).count
      let nameless = try browser.value(
        """
        [...document.querySelectorAll("button, input, select, [role=tree], [role=listbox], section")]
          .filter((element) => !(element.textContent.trim() || element.ariaLabel
            || element.getAttribute("aria-labelledby") || element.labels?.length))
          .map((element) => element.outerHTML)
        """
      )
      #expect(nameless == [])
      try expectText(browser, "#announcer", "Action 8, FlipCardAction, \(count) changes")
      let row = try browser.value(
        "document.getElementById(document.getElementById('list').getAttribute('aria-activedescendant')).ariaSelected"
      )
      #expect(row == "true")
    }
  }
}

@Suite("A page of ten thousand actions", .browser, .needsChromium)
struct LongPageTests {
  private let folder = TemporaryFolder()

  @Test("says what was left out, and has the states of the rest")
  func leftOut() throws {
    var session = SessionFile(start: ["n": 0])
    for index in 1...500 {
      session.add(index, "Count", state: nil)
      let value = JSONValue(index)
      session.add(["after": value, "patch": [["op": "replace", "path": "/n", "value": value]]])
    }
    let timeline = try session.timeline()
    let kept = try PageSession.read(timeline, name: "long", limit: 20_000)
    let file = try folder.file("page.html", Page([kept]).text)
    try Browser.with { browser in
      try browser.show(file, fragment: "#index=450&at=/n")
      let found = try browser.value(
        """
        [document.querySelector(".notice").textContent, document.querySelector(".blame").textContent,
          rewind.page.session.first.index, rewind.page.session.first.after().get("n")]
        """
      )
      let count = kept.leftOut
      #expect(
        found == [
          .string(
            "Left out, to limit the size of the page: \(count) earlier actions. "
              + "`rewind live long` shows all."
          ),
          "Last written by 450 Count 449 → 450", JSONValue(count), JSONValue(count),
        ]
      )
    }
  }

  @Test("has only the rows in sight, and the right ones wherever it is scrolled")
  func rows() throws {
    var session = SessionFile(start: ["n": 0, "list": .array((0..<500).map { JSONValue($0) })])
    for index in 1...10_000 {
      session.add(index, "Type\(index % 7)", ["n": JSONValue(index)], state: nil)
      let value = JSONValue(index)
      session.add([
        "after": value,
        "patch": [
          ["op": "replace", "path": "/n", "value": value],
          ["op": "replace", "path": .string("/list/\(index % 500)"), "value": value],
        ],
      ])
    }
    let timeline = try session.timeline()
    let page = Page([try PageSession.read(timeline, name: "long", limit: 10_000_000)])
    let file = try folder.file("page.html", page.text)
    try Browser.with { browser in
      try browser.show(file)
      for index in [0, 9_999, 5_000, 77, 10_000] {
        let seen = try browser.value(
          """
          (async () => {
            rewind.page.go(\(index));
            const list = document.getElementById("list");
            list.scrollTop = \(index) * 24;
            list.dispatchEvent(new Event("scroll"));
            const rows = [...document.querySelectorAll(".row")];
            const middle = rows.find((row) => row.step.index === \(index));
            return [rows.length < 100, middle !== undefined, rewind.page.current.after().get("n")];
          })()
          """
        )
        #expect(seen == [true, true, JSONValue(index)])
        let state = try browser.value("rewind.writeJSON(rewind.page.current.after())")
        #expect(state.string == (try timeline.state(after: index).text))
      }
      #expect(browser.complaints == [])
    }
  }
}
