import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("rewind report", .process)
struct ReportCommandTests {
  private let folder = TemporaryFolder()

  /// What the page's script gets about its first session.
  private func facts(_ page: String) throws -> JSONValue {
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let found = try #require(text.firstMatch(of: /id="facts-0">(.*?)<\/script>/))
    return try JSONValue(parsing: String(found.1))
  }

  @Test("writes a small page of a session")
  func page() throws {
    let page = folder.path("page.html")
    let run = try rewind.run("report", crash, "-o", page, exits: 0)
    #expect(run.errors == "")
    let size = try Data(contentsOf: URL(fileURLWithPath: page)).count
    let words = try #require(run.output.wholeMatch(of: #/(.*): 1 session, ([0-9.]+) kB\.\n/#))
    #expect(words.1 == page)
    #expect(abs((Double(words.2) ?? 0) * 1_000 - Double(size)) <= 50)
    #expect(size < 290_000)
    let facts = try facts(page)
    #expect(facts["end"] == "crashed")
    #expect(facts["diagnosis"] == .null)
  }

  @Test("says where a condition holds that must not, without an app")
  func never() throws {
    let page = folder.path("page.html")
    let condition = "gameState.showLoading and length(gameState.memoryCards) == 0"
    let rules = try folder.file("rules", "empty: \(condition)\nwon: gameState.won == true\n").path
    let run = try rewind.run("report", crash, "--never-file", rules, "-o", page, exits: 0)
    #expect(run.errors == "rewind: Nothing in this session is named won.\n")
    let never = try facts(page)["never"]?.array ?? []
    #expect(never.map { $0["since"] } == ["since 5, and from 23 to the end", .null])
    #expect(never.map { $0["ranges"] } == [[5, 23], []])
    #expect(never.last?["sentences"] == ["It never holds."])
  }

  /// The texts of the elements of a page that a selector finds.
  private func texts(_ browser: Browser, _ selector: String) throws -> [String] {
    let found = "[...document.querySelectorAll('\(selector)')].map((one) => one.textContent)"
    return try browser.value(found).array?.compactMap(\.string) ?? []
  }

  /// A session whose balance is below zero after 3 and 4, and from 7 on, where it throws.
  private func overdrawn(in folder: TemporaryFolder) throws -> String {
    var session = SessionFile(attach: "reducer", start: ["balance": 9])
    for (index, balance) in zip(1..., [5, 2, -1, -4, 6, 3, -2]) {
      session.add(index, index == 5 ? "paid" : "bought", state: ["balance": JSONValue(balance)])
    }
    var closed = session
    closed.add(["end": "closed", "index": 7])
    _ = try closed.write(to: folder, as: "closed.jsonl")
    session.add(8, "cart/checkout", ["coupon": "MAY"], state: nil)
    session.add(["note": "TypeError: items is undefined", "index": 8, "error": true])
    return try session.write(to: folder, as: "thrown.jsonl")
  }

  @Test(
    "says at its head what happened: a wrong state, what a fix survives, an exception",
    .browser,
    .needsChromium
  )
  func heads() throws {
    let page = folder.url.appending(path: "page.html")
    let thrown = try overdrawn(in: folder)
    let closed = folder.path("closed.jsonl")
    let never = ["--never", "overdrawn: balance < 0"]
    let mended = Program("memory-tunes-mended").path
    let survived = "memory-tunes-mended replays all 24 actions and does not die."
    let heads: [(arguments: [String], texts: KeyValuePairs<String, [String]>)] = [
      (
        [crash, "--app", mended],
        [
          "#title": ["Died in FlipCardAction; survives in memory-tunes-mended"],
          "#subtitle .chip": ["crashed", "survives now"],
          ".scene-label bdi": ["last change before it", "died", "survives"],
          ".scene-line bdi": [survived, "The crash is fixed, or was not in the reducers alone."],
        ]
      ),
      (
        [thrown],
        [
          "#title": ["TypeError: items is undefined in cart/checkout"],
          ".scene.fatal": [
            "threw+1.0 s8 cart/checkout coupon \"MAY\"TypeError: items is undefined"
          ],
          "#details .died": ["It threw: TypeError: items is undefined"],
        ]
      ),
      (
        [closed] + never,
        [
          "#title": ["Overdrawn since 3, and from 7 to the end"],
          "#subtitle .chip": ["wrong state", "closed"], ".runs li": ["3–4", "7"],
          ".scene.good .scene-changes": ["balance 3"], "#subtitle .chip.good": [],
        ]
      ),
    ]
    try Browser.with { browser in
      for (arguments, expected) in heads {
        _ = try rewind.run(["report"] + arguments + ["-o", page.path, "--force"])
        try browser.show(page)
        for (selector, words) in expected {
          #expect(try texts(browser, selector) == words, "\(selector)")
        }
        // No one is asked for a program that was given, or cannot be.
        #expect(try texts(browser, "#story").joined().contains("--app") == false)
        #expect(browser.complaints == [])
      }
      // The strip of the timeline is where the condition holds.
      let strip = "rewind.page.timeline.conditions.map(({ color, ranges }) => [color, ranges])"
      #expect(try browser.value(strip) == [["wrong", [[3, 4], [7, 7]]]])
      let answer = try rewind.run(["bisect", closed] + never)
      for sentence in try texts(browser, ".more-story li") {
        #expect(answer.lines.contains(sentence), "\(sentence)")
      }
      try browser.value("document.querySelector('.runs button').click()")
      #expect(try browser.value("rewind.page.current.index") == 3)
    }
  }

  @Test("puts the culprit and the shortest way to the crash on the page of an app")
  func diagnosis() throws {
    let page = folder.path("page.html")
    let app = game
    try rewind.run("report", crash, "--app", app, "-o", page, exits: 0)
    let diagnosis = try facts(page)["diagnosis"]
    #expect(diagnosis?["fatal"] == 24)
    #expect(diagnosis?["culprit"] == 23)
    #expect(diagnosis?["class"] == "trap")
    #expect(diagnosis?["minimal"]?["isMinimal"] == true)
    #expect(diagnosis?["minimal"]?["steps"]?.array?.map { $0["index"] } == [6, 23, 24])
    #expect(diagnosis?["minimal"]?["culprit"] == 23)
  }

  @Test("shows the crash of an app above everything else", .browser, .needsChromium)
  func story() throws {
    let page = folder.url.appending(path: "page.html")
    let app = game
    _ = try rewind.run("report", crash, "--app", app, "-o", page.path)
    try Browser.with { browser in
      try browser.show(page)
      let title = try browser.value("document.getElementById('title').textContent").string
      let crash = Program.isOptimized ? "Crash (trap)" : "Index out of range"
      #expect(title == "\(crash) in Array<A>.flip(at:)")
      let scenes = try browser.value(
        "[...document.querySelectorAll('.scene')].map((scene) => scene.textContent)"
      )
      let texts = scenes.array?.compactMap(\.string) ?? []
      #expect(texts.count == 3)
      #expect(
        texts.first?.contains("22 FlipCardAction cardIndexToFlip 13memoryCards [16 elements]")
          ?? false
      )
      // Of three changes, the one that the crash needs.
      let needed =
        "memoryCards [16 elements]→[]2 more changesOf its 3 changes, this one is enough, and needed."
      #expect(texts.dropFirst().first?.contains(needed) ?? false, "\(texts)")
      #expect(
        texts.last?.contains("24 FlipCardAction cardIndexToFlip 3in Array<A>.flip(at:)") ?? false
      )
      let few = try browser.value("document.querySelector('.reproduction').textContent").string
      #expect(few?.contains("3 of 24 actions are enough for the same crash") ?? false)
      #expect(few?.contains("23 FetchTunesAction, culprit") ?? false, "\(few ?? "")")
      #expect(few?.contains("24 FlipCardAction cardIndexToFlip 0, fatal") ?? false)
      let more = try browser.value("document.querySelector('.more-story').textContent").string
      // They are the sentences of `bisect`.
      let log = Recordings.path("memory-tunes/tap-while-loading.jsonl")
      let answer = try rewind.run("bisect", log, "--app", app)
      let reasons = try self.texts(browser, ".more-story li")
      #expect(reasons.count > 2)
      for reason in reasons { #expect(answer.lines.contains(reason), "\(reason)") }
      let role =
        "Action 23 is to blame here too: without it, action 24 does not crash like this. No action can be left out"
      #expect(more?.contains(role) ?? false, "\(more ?? "")")
      #expect(browser.complaints == [])
    }
  }

  @Test("marks where conditions hold, and warns of names that nothing has")
  func conditions() throws {
    let page = folder.path("page.html")
    let run = try rewind.run([
      "report", crash, "--where", "loading: gameState.showLoading", "--where", "won", "-o", page,
    ])
    #expect(run.exit == .status(0))
    #expect(run.errors.contains("won"), "\(run.errors)")
    #expect(
      try facts(page)["where"] == [
        ["name": "loading", "text": "gameState.showLoading", "count": 2, "ranges": [5, 23]],
        ["name": "won", "text": "won", "count": 0, "ranges": []],
      ]
    )
    let twice = try rewind.run([
      "report", crash, "--where", "a: true", "--where", "a: false", "-o", page, "--force",
    ])
    #expect(twice.exit == .status(2))
    #expect(twice.errors.contains("--where takes conditions of different names, not \"a\"."))
  }

  @Test("makes one page of all sessions in a folder")
  func sessions() throws {
    let page = folder.path("page.html")
    try rewind.run("report", Recordings.path("memory-tunes"), "-o", page, exits: 0)
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(
      text.matches(of: /"facts-\d">\{"name":"([^"]*)"/).map { String($0.1) } == [
        "category-out-of-range.jsonl", "tap-while-loading.jsonl", "win.jsonl",
      ]
    )
  }

  @Test(
    "leaves a log out that cannot be read, and says why",
    arguments: TestScale.cases(1, of: [[], ["--app", game]])
  )
  func unreadable(flags: [String]) throws {
    let log = try String(contentsOfFile: crash, encoding: .utf8)
    try folder.file("cut.jsonl", String(log.prefix(40)))
    try folder.file("mark.jsonl", "\u{FEFF}\(log)")
    try folder.file("whole.jsonl", log)
    let page = folder.path("page.html")
    let run = try rewind.run(["report", folder.url.path, "-o", page] + flags, exits: 0)
    #expect(run.output.contains("page.html: 1 session, "))
    for name in ["cut.jsonl", "mark.jsonl"] {
      #expect(run.errors.contains("\(folder.path(name)) is left out. "), "\(run.errors)")
    }
    #expect(run.errors.contains("byte order mark"))
    #expect(try facts(page)["end"] == "crashed")
  }

  @Test("puts the sessions of a folder together as they were grouped, and refuses other files")
  func triage() throws {
    let log = Recordings.path("memory-tunes/tap-while-loading.jsonl")
    for name in ["a.jsonl", "b.jsonl"] {
      try folder.copy(log, as: name)
    }
    let (path, page) = (folder.url.path, folder.path("page.html"))
    let groups = try rewind.run("triage", path, "--json")
    let file = try folder.file("groups.json", groups.output).path
    try rewind.run("report", path, "--triage", file, "-o", page, exits: 0)
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let names = text.matches(of: /"group":\{"name":"([^"]*)"/).map { String($0.1) }
    #expect(names.count == 2 && Set(names).count == 1)
    #expect(groups.output.contains(names[0]))
    let wrong = try rewind.run("report", path, "--triage", page, "-o", page, "--force", exits: 2)
    #expect(wrong.errors.contains("is not an output of `rewind triage --json`"))
  }

  /// Writes a session of which a page of 400 kB has only a part.
  private func longSession(in folder: TemporaryFolder) throws -> String {
    var session = SessionFile(start: ["n": 0])
    for index in 1...2_000 {
      let filler = JSONValue.string(String(repeating: "x", count: 200))
      session.add(index, "Count", ["filler": filler], state: ["n": JSONValue(index)])
    }
    return try session.write(to: folder, as: "long.jsonl")
  }

  @Test("keeps what surrounds a wrong state of a session that is too long, and says so")
  func surroundings() throws {
    let log = try longSession(in: folder)
    let page = folder.path("page.html")
    let run = try rewind.run(["report", log, "-o", page, "--limit", "400K", "--never", "n == 900"])
    let (leftOut, later) = (
      try facts(page)["leftOut"]?.int ?? 0, try facts(page)["later"]?.int ?? 0
    )
    #expect((1..<900).contains(leftOut))
    #expect((1..<1_100).contains(later))
    #expect(
      run.errors == """
        rewind: The first \(leftOut) and last \(later) of 2000 actions of long.jsonl are left out: \
        the page would be larger than 400 kB. Raise the limit with --limit.

        """
    )
    let text = try String(contentsOfFile: page, encoding: .utf8)
    for index in [leftOut + 1, 900, 2_000 - later] { #expect(text.contains("\na \(index) {")) }
    #expect(!text.contains("\na \(2_001 - later) {"))
    #expect(text.utf8.count <= 400_000)
  }

  @Test("says what it leaves out of a page that would be too large")
  func limit() throws {
    let log = try longSession(in: folder)
    let page = folder.path("page.html")
    let run = try rewind.run("report", log, "-o", page, "--limit", "400K", exits: 0)
    let leftOut = try facts(page)["leftOut"]?.int ?? 0
    #expect((1_000..<2_000).contains(leftOut))
    #expect(
      run.errors == """
        rewind: The first \(leftOut) of 2000 actions of long.jsonl are left out: the page would \
        be larger than 400 kB. Raise the limit with --limit.

        """
    )
    let size = try Data(contentsOf: URL(fileURLWithPath: page)).count
    #expect(size <= 400_000 && size > 390_000)
  }
}
