import Foundation
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

/// How a page looks: on a phone, on paper, beside long values, to weak eyes.
@Suite("A page's looks", .browser, .serialized, .needsChromium)
struct PageLooksTests: PageTesting {
  private let folder = TemporaryFolder()
  private static let crash = Recordings.path("memory-tunes/tap-while-loading.jsonl")
  private static let win = Recordings.path("memory-tunes/win.jsonl")
  private static let todo = Recordings.path("to-do/delete-twice.jsonl")

  @Test("lets its panes be resized, by mouse and by keys")
  func panes() throws {
    try withPage(of: [Self.win]) { browser, _ in
      try browser.resize(width: 1_400, height: 800)
      let width = "Math.round(document.getElementById('pane-actions').clientWidth)"
      let before = try browser.value(width).int ?? 0
      try browser.value("document.querySelector('.divider').focus()")
      try browser.press("ArrowRight")
      let wider = try browser.value(width).int ?? 0
      #expect(wider > before)
      for _ in 0..<40 { try browser.press("ArrowLeft") }
      let least = try browser.value(width).int ?? 0
      #expect((100..<before).contains(least))
    }
  }

  @Test("has both values of a change in a row, also where a character takes two columns")
  func wideCharacters() throws {
    var session = SessionFile()
    let texts = ["早安，世界！这是第一条消息，比较长", "早安，世界！这是第二条消息，比较长"]
    session.add(["after": 0, "state": ["标题": .string(texts[0])]])
    for index in 1...6 {
      session.add(index, "改", state: ["标题": .string(texts[index % 2])])
    }
    try withPage(of: [try session.write(to: folder)]) { browser, _ in
      try browser.resize(width: 1_200, height: 800)
      let summary = "[...document.querySelectorAll('.row .summary')].at(-1)"
      try browser.wait(until: "\(summary).textContent.includes('→')")
      let shown = try browser.value("\(summary).textContent").string ?? ""
      #expect(shown.wholeMatch(of: #/标题 ".*二.*" → ".*一.*"/#) != nil, "\(shown)")
      #expect(shown.count <= 40)
    }
  }

  @Test("says in every row what changed: however narrow, its new value is in sight")
  func summaries() throws {
    try withPage(of: [Self.crash, Self.todo, Self.win]) { browser, _ in
      for (width, height) in [(1_440, 900), (1_200, 800), (900, 800), (390, 844)] {
        try browser.resize(width: width, height: height)
        for number in 0..<3 {
          try browser.value("rewind.page.open(\(number)), rewind.page.panes.show('actions')")
          let rows = "[...document.querySelectorAll('.row .summary')]"
          try browser.wait(until: "\(rows).filter((row) => row.textContent !== '').length > 2")
          let cut = try browser.value(
            """
            \(rows).filter((row) => {
              // A long value, of another action, may be cut at its end.
              if (row.closest(".row").step.type !== "FlipCardAction" || row.textContent === "") return false;
              const isCut = row.scrollWidth > row.clientWidth;
              return isCut || !/^[^→]{4,} → true/.test(row.textContent);
            }).map((row) => row.textContent)
            """
          )
          #expect(cut == [], "\(width), session \(number)")
        }
      }
      // Where there is room, the list that an element is in has its name too.
      try browser.value("rewind.page.open(0)")
      for (width, index, words) in [
        (
          4_000, 12,
          "memoryCards/2/isAlreadyGuessed → true · memoryCards/4/isFlipped → true · "
            + "memoryCards/4/isAlreadyGuessed → true"
        ),
        (2_200, 12, "2/isAlreadyGuessed → true · 4/isFlipped → true · 4/isAlreadyGuessed → true"),
        (1_440, 12, "2/isAlreadyGuessed → true +2"), (1_440, 7, "memoryCards/0/isFlipped → true"),
        (900, 7, "0/isFlipped → true"),
      ] {
        try browser.resize(width: width, height: 900)
        let shown = """
          [...document.querySelectorAll('.row')].find((row) => row.step.index === \(index))
            ?.querySelector('.summary').textContent
          """
        try browser.wait(until: "(\(shown)) === '\(words)'")
      }
    }
  }

  @Test("says of a long value what changed in it: at its last writer and in its history")
  func changesWithin() throws {
    try withPage(of: [Self.crash], fragment: "#index=12&at=/gameState/memoryCards") { browser, _ in
      let parts = "[...document.querySelectorAll('.blame .inner')].map((part) => part.textContent)"
      try expect(
        browser,
        parts,
        [
          "2/isAlreadyGuessed false → true", "4/isFlipped false → true",
          "4/isAlreadyGuessed false → true",
        ]
      )
      try browser.wait(until: "document.querySelectorAll('.values li').length === 19")
      let values = "[...document.querySelectorAll('.values li')].map((row) => row.textContent)"
      let rows = try browser.value(values).array?.compactMap(\.string) ?? []
      #expect(rows[1] == "6 SetCardsAction[16 elements]")
      #expect(rows[2] == "7 FlipCardAction0/isFlipped → true")
      #expect(
        rows[7]
          == "12 FlipCardAction2/isAlreadyGuessed → true · 4/isFlipped → true · "
          + "4/isAlreadyGuessed → true"
      )
      #expect(rows[18] == "23 FetchTunesAction[]")
      // The pointers lead to their own values.
      try browser.value("document.querySelector('.blame .inner button').click()")
      try expectText(browser, ".blame", "Last written by 12 FlipCardAction false → true")
    }
  }

  @Test("fits on a phone: nothing runs over its edge, and text from right to left stays in its row")
  func narrow() throws {
    var session = SessionFile()
    let long = "aMemberNameThatGoesOnAndOn"
    session.add(["after": 0, "state": [.init(long): [.init(long): [.init(long): "שלום"]]]])
    let words = String(repeating: "שלום עולם ", count: 20)
    session.add(
      1,
      "פעולה",
      ["טקסט": .string(words)],
      state: [.init(long): [.init(long): [.init(long): .string(words)]]]
    )
    try withPage(of: [session.write(to: folder)], fragment: "#index=1") { browser, _ in
      for (width, height) in [(390, 844), (844, 390), (900, 800), (1_400, 880)] {
        try browser.resize(width: width, height: height)
        for pane in ["actions", "change", "state"] {
          try browser.value("rewind.page.panes.show('\(pane)')")
          let over = try browser.value(
            """
            [...document.querySelectorAll("body, .scroll, .row, .row span, .row bdi")].filter((element) => {
              if (element.offsetParent === null && element !== document.body) return false;
              const row = element.closest(".row");
              const [box, around] = [element, row ?? document.body].map((one) => one.getBoundingClientRect());
              const isOver = box.right > around.right + 1 || box.left < around.left - 1;
              return isOver || (!row && element.scrollWidth > element.clientWidth + 1);
            }).map((element) => element.outerHTML.slice(0, 80))
            """
          )
          #expect(over == [], "\(width) \(pane)")
        }
      }
    }
  }

  @Test("has the values of a payload in their order, whatever the direction of one")
  func directions() throws {
    var session = SessionFile(start: ["draft": "שלום עולם"])
    let payload: JSONValue = ["id": 2, "text": "שלום עולם", "from": "Zoë"]
    session.add(1, "received", payload, state: ["draft": "להתראות"])
    try withPage(of: [try session.write(to: folder)]) { browser, _ in
      try browser.wait(until: "document.querySelectorAll('.row .summary bdi').length > 1")
      for (holder, count) in [(".scene.culprit .payload, .row .payload", 3), (".row .summary", 2)] {
        let places =
          try browser.value(
            """
            [...[...document.querySelectorAll("\(holder)")].at(-1).querySelectorAll("bdi")]
              .filter((part) => part.textContent !== "").map((part) => part.getBoundingClientRect().left)
            """
          ).array?.compactMap(\.double) ?? []
        #expect(places.count >= count && places == places.sorted(), "\(holder): \(places)")
      }
    }
  }

  @Test("prints the finding, the change in view and the list, on a page of paper from edge to edge")
  func printing() throws {
    try withPage(of: [Self.crash], fragment: "#index=23") { browser, _ in
      try browser.call("Emulation.setEmulatedMedia", ["media": "print"])
      // What a sheet has between its margins, in pixels of the style.
      try browser.resize(width: 718, height: 1_000)
      try browser.value(PageControlsTests.found())
      let cut = try browser.value(
        """
        [...document.querySelectorAll("#story, #story *")].filter((part) => part.checkVisibility()
          && (part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0
            || part.getBoundingClientRect().right > innerWidth)).map((part) => part.className)
        """
      )
      #expect(cut == [])
      try expect(browser, "document.querySelectorAll('.scene').length", 2)
      try browser.value("dispatchEvent(new Event('beforeprint'))")
      try expect(browser, "document.querySelector('main').offsetParent", .null)
      try expect(browser, "document.querySelectorAll('#paper tr').length", 26)
      let text = try text(browser, "#paper")
      #expect(text?.contains("FetchTunesAction") == true)
      #expect(text?.contains("memoryCards 16 → 0") == true)
      try browser.value("dispatchEvent(new Event('afterprint'))")
      try expect(browser, "document.getElementById('paper').childNodes.length", 0)
    }
  }

  /// The texts in sight whose contrast with what is behind them is less than 4.5 : 1.
  private static let faint = """
    (() => {
      const canvas = document.createElement("canvas");
      const pen = canvas.getContext("2d", { willReadFrequently: true });
      const rgba = (color) => {
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = color;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data];
      };
      const over = (top, bottom) => [0, 1, 2].map((part) =>
        (top[part] * top[3] + bottom[part] * (255 - top[3])) / 255).concat(255);
      const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
      const behind = (element) => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
        return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 255]);
      };
      const hasText = (element) => [...element.childNodes].some((node) =>
        node.nodeType === 3 && node.textContent.trim() !== "");
      const found = [];
      for (const element of document.querySelectorAll("body *")) {
        if (!hasText(element) || !element.checkVisibility() || element.matches("script, option, .unseen, .unseen *")) continue;
        const below = behind(element);
        const [a, b] = [light(over(rgba(getComputedStyle(element).color), below)), light(below)];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) found.push(`${ratio.toFixed(2)} ${element.tagName} ${element.className} ${element.textContent.slice(0, 30)}`);
      }
      return [...new Set(found)];
    })()
    """

  @Test("can be read: the contrast of every text is at least 4.5, light and dark")
  func contrast() throws {
    try withPage(of: [Self.crash, Self.win]) { browser, _ in
      for scheme in ["light", "dark"] {
        try browser.prefer(scheme)
        try browser.value("rewind.page.showOverview()")
        try expect(browser, Self.faint, [])
        try browser.value("rewind.page.open(0)")
        try browser.value(PageControlsTests.found())
        for script in [
          "document.querySelector('#story details').open = true", "rewind.page.go(6)",
          "rewind.page.choose(['gameState', 'memoryCards'])", "rewind.page.state.switchPin()",
          "rewind.page.go(24)", "rewind.page.copies.open()",
          "document.getElementById('filter').value = 'index == 3', rewind.page.filter.run()",
          "document.getElementById('filter').value = '', rewind.page.filter.run()",
          "rewind.page.showHelp()",
        ] {
          try browser.value("\(script), null")
          let faint = try browser.value(Self.faint)
          #expect(faint == [], "\(scheme): \(script)")
        }
        try browser.value("document.getElementById('help').close(), rewind.page.state.switchPin()")
      }
    }
  }
}
