import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("A live page", .browser, .needsChromium)
struct LiveBrowserTests {
  private let folder = TemporaryFolder()

  /// Clicks the button with a label.
  private func click(_ label: String, _ browser: Browser) throws {
    let button =
      "[...document.querySelectorAll('button')].find((b) => b.textContent === '\(label)')"
    try browser.wait(until: "\(button) !== undefined")
    try browser.value("\(button).click()")
  }

  /// Runs `body` with a game that has begun, and the page that follows it.
  private func playing(_ body: (LiveTool, LiveGame, Browser) throws -> Void) throws {
    try LiveTool.with { tool in
      try Browser.with { browser in
        let app = try LiveGame(in: tool.folder)
        try tool.waitForSession(1)
        try browser.show(address: tool.address)
        try app.type("play", "arrive")
        try browser.wait(until: "rewind.page.current?.index === 3")
        try body(tool, app, browser)
      }
    }
  }

  @Test("shows what happens, travels in the running app, dispatches, and finds who is to blame")
  func story() throws {
    try LiveTool.with(".", arguments: ["--app", game]) { tool in
      try Browser.with { browser in
        try browser.show(address: tool.address)
        try browser.wait(
          until: "document.getElementById('title').textContent === 'Waiting for your app'"
        )
        let lines = try browser.value(
          "[...document.querySelectorAll('.attach pre')].at(-1).textContent"
        ).string
        #expect(lines?.contains("machine.listen(to: .environment") ?? false)
        let app = try LiveGame(in: tool.folder)
        try app.type(
          LiveGame.categories,
          LiveGame.choose(3),
          LiveGame.menu,
          "play",
          "arrive",
          LiveGame.flip(0),
          LiveGame.flip(1)
        )
        try browser.wait(until: "rewind.page.current?.index === 8")
        #expect(try browser.value("document.querySelector('.chip.good').textContent") == "running")

        // Back in the running app, and to the end again.
        try browser.value("rewind.page.go(6)")
        try click("Show in the app", browser)
        let words = "document.querySelector('.live-words').textContent"
        try browser.wait(until: "\(words).includes('the app shows the state after action 6')")
        try click("Resume", browser)
        try browser.wait(until: "!\(words).includes('the app shows')")

        // An action from the browser.
        try browser.value("rewind.page.select(rewind.page.session.last)")
        try click("Dispatch …", browser)
        try browser.value(
          """
          document.querySelector('.live-dialog input').value = 'FlipCardAction';
          document.querySelector('.live-payload').value = '{"cardIndexToFlip": "two"}';
          """
        )
        try click("Dispatch", browser)
        let why = "document.querySelector('.live-dialog .died').textContent"
        try browser.wait(until: "\(why).includes('cardIndexToFlip')")
        try browser.value(
          "document.querySelector('.live-payload').value = '{\"cardIndexToFlip\": 2}'"
        )
        try click("Dispatch", browser)
        try browser.wait(until: "rewind.page.session.last.index === 9")
        try browser.wait(until: "!document.querySelector('.live-dialog').open")

        // A tap while the pictures load, the crash, and who is to blame. The story comes above the list, which keeps
        // the row in sight; while it is searched, no one is asked to name a program.
        try browser.resize(width: 1_400, height: 620)
        try browser.value(
          """
          new MutationObserver(() => { window.isAdvised ||= document.getElementById("story").textContent.includes("--app"); })
            .observe(document.getElementById("story"), { childList: true, subtree: true })
          """
        )
        try app.type(LiveGame.menu, "play", LiveGame.flip(3))
        let reason = "document.querySelector('#details .died')?.textContent"
        let died = "'The app died in this action: there is no state after it.'"
        try browser.wait(until: "\(reason) === \(died)")
        // It looks for the action to blame unasked.
        try browser.wait(until: "rewind.page.session.facts.diagnosis?.kind === 'found'")
        try browser.wait(until: "\(reason) === \(died)")
        #expect(try browser.value("rewind.page.session.facts.diagnosis.fatal") == 13)
        #expect(try browser.value("rewind.page.session.facts.diagnosis.culprit") == 12)
        #expect(try browser.value("window.isAdvised") != true)
        let boxes =
          "['.row.fatal', '#list'].map((one) => document.querySelector(one).getBoundingClientRect())"
        try browser.wait(until: "(([row, list]) => row.bottom <= list.bottom)(\(boxes))")

        // The next launch.
        let next = try LiveGame(in: tool.folder)
        try next.type("play", "arrive")
        try browser.wait(until: "rewind.page.current?.index === 3")
        // The sessions are named by their file and their start, as the reader writes dates.
        let names = "[...document.getElementById('choice').options].map((option) => option.text)"
        #expect(
          try browser.value("\(names).map((name) => /^log(-2)?\\.jsonl · .*\\d/.test(name))")
            == [true, true]
        )
        #expect(try browser.value("\(names).some((name) => /\\dT\\d/.test(name))") == false)
        try next.finish()
        try browser.wait(until: "rewind.page.session.facts.end === 'closed'")

        // Loaded again, it is at the newest session; a link leads to the one before.
        try browser.show(address: tool.address)
        try browser.wait(until: "rewind.page.current?.index === 3")
        try browser.value("void (location.hash = 'session=1&index=12')")
        try browser.wait(until: "rewind.page.current?.index === 12")
        #expect(try browser.value("rewind.page.session.facts.id") == "1")
        #expect(browser.complaints == [])
        let address = tool.address.dropLast()
        #expect(browser.addresses.allSatisfy { $0.hasPrefix(address) })
      }
    }
  }

  @Test("shows behind a skipped action the states that the app has computed again")
  func skips() throws {
    try playing { tool, app, browser in
      try app.type(LiveGame.flip(0), LiveGame.flip(1))
      try browser.wait(until: "rewind.page.current?.index === 5")
      try browser.value("rewind.page.go(4)")
      try click("Skip", browser)
      let title = "document.getElementById('state-title').textContent"
      try browser.wait(until: "\(title) === 'Recomputed after 4'")
      // The row of the skipped action is struck out, and says no change; the one behind it changed the same.
      let rows = "[...document.querySelectorAll('.row')]"
      try browser.wait(until: "\(rows)[4].querySelector('.summary').textContent === ''")
      #expect(
        try browser.value("\(rows).map((row) => row.classList.contains('struck'))")
          == [false, false, false, false, true, false]
      )
      let flipped = { (card: Int) in
        "rewind.page.session.steps[5].after().get('gameState').get('memoryCards')[\(card)].get('isFlipped')"
      }
      // A busy app answers for a part of what is asked for, and is asked again.
      try browser.value("rewind.page.go(5)")
      try browser.wait(until: "\(title) === 'Recomputed after 5'")
      #expect(try browser.value(flipped(0)) == false)
      #expect(try browser.value(flipped(1)) == true)
      let facts = "document.querySelector('#details .facts').textContent"
      #expect(try browser.value(facts).string?.contains("computed again by the app") == true)
      // What happens from here on has its state in the log.
      try app.type(LiveGame.flip(2))
      try browser.wait(until: "rewind.page.current?.index === 6")
      try browser.wait(until: "\(title) === 'State after 6'")

      // An app that is gone is not asked: the page says whose states it shows.
      try app.finish()
      let words = "document.querySelector('.live-words').textContent"
      try browser.wait(until: "\(words).includes('the states behind it are the recorded ones')")
      try browser.value("rewind.page.go(5)")
      try browser.wait(until: "\(title) === 'Recorded after 5'")
      #expect(try browser.value(flipped(0)) == true)
      #expect(browser.complaints == [])
    }
  }

  @Test("leaves what is typed to the dialog in which an action is written, and Escape closes it")
  func typing() throws {
    try playing { tool, app, browser in
      // It begins without a time, and takes the axis that its button names.
      try browser.wait(until: "rewind.page.timeline.axis.isByTime")
      #expect(try browser.value("document.getElementById('axis').textContent") == "Axis: time")

      let field = "document.querySelector('.live-dialog input')"
      let payload = "document.querySelector('.live-payload')"
      for _ in 0..<2 {
        try click("Dispatch …", browser)
        let why = "document.querySelector('.live-dialog .died')"
        #expect(try browser.value("\(why).checkVisibility()") == false)
        try browser.value("\(field).select()")
        try browser.type("FlipCardAction JGgjo")
        #expect(try browser.value("\(field).value") == "FlipCardAction JGgjo")
        for _ in 0..<6 { try browser.press("Backspace") }
        try browser.press("Tab")
        try browser.value("\(payload).select()")
        try browser.type(#"{ "cardIndexToFlip": 0 }"#)
        #expect(try browser.value("\(payload).value") == #"{ "cardIndexToFlip": 0 }"#)
        // The page and the app are where they were.
        #expect(try browser.value("rewind.page.current.index") == 3)
        #expect(try browser.value("rewind.page.live.bar.status.isInPast") == false)
        try browser.press("Escape")
        try browser.wait(until: "!document.querySelector('.live-dialog').open")
      }
      try click("Dispatch …", browser)
      try browser.value("\(field).select()")
      try browser.type("FlipCardAction")
      try browser.press("Tab")
      try browser.value("\(payload).select()")
      try browser.type(#"{ "cardIndexToFlip": 0 }"#)
      try click("Dispatch", browser)
      try browser.wait(until: "rewind.page.current.index === 4")
      #expect(try browser.value("rewind.page.current.type") == "FlipCardAction")
      try app.finish()
      #expect(browser.complaints == [])
    }
  }

  @Test("says what became of its log: deleted, or truncated")
  func lostLog() throws {
    try playing { tool, app, browser in
      let log = tool.folder.path("log.jsonl")
      try FileManager.default.moveItem(atPath: log, toPath: tool.folder.path("moved"))
      let words = "document.querySelector('.live-words').textContent"
      try browser.wait(until: "\(words).includes('the log was deleted or renamed')")
      #expect(truncate(tool.folder.path("moved"), 10) == 0)
      try browser.wait(until: "\(words).includes('was truncated while it was being read')")
      #expect(try browser.value("\(words).startsWith('no longer live')") == true)
      // A browser that comes now gets it as well.
      try browser.show(address: tool.address)
      let message = "document.querySelector('.live-message').textContent"
      try browser.wait(until: "\(message).includes('was truncated')")
      let title = try browser.value("document.getElementById('title').textContent")
      #expect(title == "This session cannot be shown")
      try app.finish()
    }
  }

  @Test("says once the fix is built that the session does not crash any more")
  func fix() throws {
    try TemporaryFolder.with { sources in
      try sources.file("Game.swift", "a tap while the pictures load is not expected")
      try FileManager.default.createSymbolicLink(
        atPath: sources.path(".app"),
        withDestinationPath: game
      )
      let mended = Program("memory-tunes-mended").path
      let command = "grep -q ignored Game.swift && ln -sf '\(mended)' .app"
      let arguments = ["--app", "./.app", "--watch", command]
      try LiveTool.with(".", arguments: arguments, in: sources) { tool in
        try Browser.with { browser in
          try browser.show(address: tool.address)
          let app = try LiveGame(in: tool.folder)
          try app.type("play", "arrive", LiveGame.menu, "play", LiveGame.flip(3))
          try browser.wait(until: "rewind.page.session?.facts.end === 'crashed'")
          try browser.wait(until: "rewind.page.session.facts.diagnosis?.kind === 'found'")
          let words = "document.querySelector('.live-build').textContent"
          #expect(try browser.value(words) == "")

          try sources.file("Game.swift", "a tap while the pictures load breaks the build")
          try browser.wait(until: "\(words).includes('The build failed')")
          try sources.file("Game.swift", "a tap while the pictures load is ignored")
          try browser.wait(until: "\(words).includes('is gone')")
          let chip = "document.querySelector('.live-build .chip').className"
          #expect(try browser.value(chip) == "chip good")
          #expect(browser.complaints == [])
        }
      }
    }
  }

  @Test("shows the end of a long session, and any part of it that is asked for")
  func windows() throws {
    var log = SessionFile(app: "long", start: ["count": 0, "name": "long"])
    // Few enough for a debug build, and too many bytes for the page at once.
    let payload: JSONValue = ["note": .string(String(repeating: "n", count: 400))]
    for index in 1...8_000 {
      log.add(["index": JSONValue(index), "action": ["type": "Count", "payload": payload]])
      let patch: JSONValue = [["op": "replace", "path": "/count", "value": JSONValue(index)]]
      log.add(["after": JSONValue(index), "patch": patch])
    }
    let path = folder.path("long.jsonl")
    try Data(log.bytes).write(to: URL(fileURLWithPath: path))
    try LiveTool.with(path) { tool in
      try Browser.with { browser in
        try browser.show(address: tool.address)
        try browser.wait(until: "rewind.page.current?.index === 8000")
        #expect(try browser.value("rewind.page.session.facts.leftOut > 0") == true)
        try browser.value("rewind.page.go(17)")
        try browser.wait(until: "rewind.page.current?.index === 17")
        #expect(try browser.value("rewind.page.current.after().get('name')") == "long")

        // Questions are answered for the whole session, of which the page has a part.
        try browser.value("rewind.page.choose(['name'])")
        let writer = "document.querySelector('.value-card .blame').textContent"
        try browser.wait(until: "\(writer).includes('There since 0')")
        try browser.value("rewind.page.choose(['count'])")
        let values = "document.querySelector('.value-card .history').textContent"
        try browser.wait(until: "\(values).includes('8,001 values in the whole session')")
        try browser.value(
          """
          document.getElementById('filter').value = 'count == 3 or count == 7999';
          rewind.page.filter.run();
          """
        )
        let found = "document.getElementById('filter-status').textContent"
        try browser.wait(until: "\(found).includes('1 elsewhere in the session: 7999')")
        try click("Go to the end", browser)
        try browser.wait(until: "rewind.page.current?.index === 8000")

        // The key goes to the same end.
        try browser.value("rewind.page.go(20)")
        try browser.wait(until: "rewind.page.current?.index === 20")
        try browser.press("G")
        try browser.wait(until: "rewind.page.current?.index === 8000")
        #expect(browser.complaints == [])
      }
    }
  }
}
