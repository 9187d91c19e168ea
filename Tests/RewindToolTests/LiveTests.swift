import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("A live session", .process)
struct LiveTests {
  private let folder = TemporaryFolder()

  @Test("is sent as it is written, and followed by the next launch")
  func follows() throws {
    try LiveTool.with { tool in
      let app = try LiveGame(in: tool.folder)
      try tool.waitForSession(1)
      let events = try tool.events(session: 1, from: 1)
      try app.type(LiveGame.categories, LiveGame.choose(3))
      try events.wait { $0.contains("ChangeCategoryAction") }
      try app.type(LiveGame.flip(99))
      try events.waitForFacts { $0["running"] == false }
      #expect(events.facts?["end"] == "crashed")
      #expect(events.facts?["last"] == 3)
      let next = try LiveGame(in: tool.folder)
      try tool.waitForSession(2)
      try next.finish()
      let later = try tool.events(session: 2, from: 1)
      try later.waitForFacts { $0["end"] == "closed" }
    }
  }

  @Test("says that its log was truncated, in the page and once in the terminal")
  func truncated() throws {
    try LiveTool.with { tool in
      let app = try LiveGame(in: tool.folder)
      try app.type(LiveGame.categories)
      try tool.waitForSession(1)
      let events = try tool.events(session: 1, from: 1)
      try events.waitForFacts { $0["last"] == 1 && $0["failure"] == .null }
      let log = tool.folder.path("log.jsonl")
      #expect(truncate(log, 10) == 0)
      try events.waitForFacts { $0["failure"]?.string?.contains("was truncated") == true }
      // What it said before still holds, also for who comes later.
      #expect(events.facts?["last"] == 1)
      let later = try tool.events(session: 1, from: 1)
      try later.waitForFacts { $0["failure"] != .null && $0["last"] == 1 }
      #expect(try tool.ask("window?session=1")?.status == 409)
      try app.finish()
      let warnings = tool.interruptForWarnings()
      #expect(warnings.components(separatedBy: "was truncated").count == 2, "\(warnings)")
    }
  }

  @Test("says that its log was deleted, and takes no action for fatal whose state is missing")
  func deleted() throws {
    try LiveTool.with { tool in
      let app = try LiveGame(in: tool.folder)
      try app.type(LiveGame.categories)
      try tool.waitForSession(1)
      let events = try tool.events(session: 1, from: 1)
      try events.waitForFacts { $0["isGone"] == false }
      try FileManager.default.removeItem(atPath: tool.folder.path("log.jsonl"))
      try events.waitForFacts { $0["isGone"] == true }
      // The recorder looks for its file with each whole state: after some 4,000 bytes.
      for _ in 1...40 { try app.type(LiveGame.choose(3), LiveGame.choose(1)) }
      try events.wait { $0.contains("ChangeCategoryAction") }
      try app.finish()
      try events.waitForFacts { $0["running"] == false }
      #expect(events.facts?["end"] == "cut")
      let warnings = tool.interruptForWarnings()
      #expect(warnings.components(separatedBy: "was deleted or renamed").count == 2, "\(warnings)")
    }
  }

  @Test("is opened by a file of this user's: no command line has the address")
  func opens() throws {
    let script = """
      file=${1#file://}; printf %s "$1" > seen; cp "$file" page; ls -l "$file" > mode; kill -INT $PPID
      """
    for browser in ["open", "xdg-open"] { _ = try folder.program(browser, script) }
    let environment = ["PATH": "\(folder.url.path):/usr/bin:/bin", "TMPDIR": folder.url.path]
    let run = try Program("rewind")
      .run(["live", ".", "--open"], environment: environment, in: folder.url)
    func text(_ name: String) throws -> String {
      try folder.text(name)
    }
    #expect(try text("seen").hasPrefix("file://") && !text("seen").contains(run.lines[0]))
    #expect(try text("page").contains("url=\(run.lines[0])\""))
    #expect(try text("mode").hasPrefix("-rw-------"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!files.contains { $0.hasSuffix(".html") })
  }

  @Test("drives the app, and the log has each command")
  func drives() throws {
    try LiveTool.with { tool in
      let app = try LiveGame(in: tool.folder)
      try app.type("play", "arrive", LiveGame.flip(0))
      try tool.waitForSession(1)
      try tool.waitForApp()
      let events = try tool.events(session: 1, from: 1)
      try events.wait { $0.contains("FlipCardAction") }
      #expect(try tool.drive(["command": "jump", "index": 1])["status"]?["index"] == 1)
      try events.wait { $0.contains(#""travel":"jump""#) && $0.contains(#""to":1"#) }
      let action: JSONValue = ["type": "RoutingAction", "payload": ["destination": "menu"]]
      #expect(try tool.drive(["command": "dispatch", "action": action])["why"] == nil)
      try events.wait { $0.contains(#""destination":"menu""#) }
      try app.finish()
    }
  }

  @Test("answers about the whole session as the other commands do")
  func questions() throws {
    let log = crash
    try LiveTool.with(log, arguments: ["--app", game]) { tool in
      let found = try tool.json("log?session=1&page=6&where=type%20like%20%22Fetch*%22")
      let listed = try rewind.run(["log", log, "--where", #"type like "Fetch*""#, "--json"])
      #expect(found["count"]?.int == listed.lines.count)
      #expect(found["isExpression"] == true && found["before"] == 5 && found["ranges"] == [23])
      let screens = try tool.json("screens?session=1&index=23")
      #expect(screens["frames"]?.array?.last?["text"] == "ROCK: waiting for the pictures")
      #expect(screens["at"] == [[22, 0], [23, 1]])
      let words = try tool.json("log?session=1&where=choose%20category")
      #expect(words["isExpression"] == false && words["ranges"] == [0])
      let blame = try tool.json("blame?session=1&pointer=/gameState/memoryCards&at=23")
      let run = try rewind.run(["blame", log, "/gameState/memoryCards", "--at", "23", "--json"])
      let expected = try run.json()
      #expect(blame["writer"]?["index"] == expected["index"])
      let history = try tool.json("history?session=1&pointer=/gameState/showLoading")
      let values = try rewind.run(["blame", log, "/gameState/showLoading", "--history", "--json"])
      #expect(history["count"]?.int == values.lines.count)
      let culprit = try tool.ask("culprit?session=1", method: "POST", body: "")
      #expect(culprit?.status == 200)
      let facts = try tool.events(session: 1, from: 1)
      try facts.waitForFacts { $0["diagnosis"]?["kind"] == "found" }
      #expect(facts.facts?["diagnosis"]?["culprit"] == 23)
    }
  }

  @Test("sends the part that is asked for, from which the rest follows without a gap")
  func windows() throws {
    let log = win
    try LiveTool.with(log) { tool in
      let whole = try tool.events(session: 1, from: 1)
      try whole.waitForFacts { _ in true }
      for index in ["", "&index=0", "&index=1", "&index=12", "&index=23", "&index=99"] {
        let text = try #require(try tool.ask("window?session=1\(index)")?.body)
        let lines = text.split(separator: "\n").map(String.init)
        let next = try JSONValue(parsing: Array(lines[0].utf8))["next"]?.int ?? 0
        let rest = try tool.lines(
          session: 1,
          from: next,
          count: whole.lines.count - lines.count + 1
        )
        #expect(lines.dropFirst() + rest == whole.lines[...], "\(index)")
      }
    }
  }

  @Test(
    "refuses an invalid question, in a sentence",
    arguments: [
      ("window?session=9", 404), ("window", 404), ("events?session=1", 400),
      ("events?session=1&from=0", 400), ("events?session=1&from=99999", 400),
      ("log?session=1&where=a%20%3D%3D", 400), ("blame?session=1&pointer=/~", 400),
      ("blame?session=1&pointer=/a&at=-5", 400), ("blame?session=1&pointer=/a&at=99", 409),
      ("screens?session=1&index=3", 409), ("nothing", 404), ("../etc/passwd", 404),
      ("link?session=1", 400),
    ]
  )
  func refusals(path: String, status: Int) throws {
    try LiveTool.with(win) { tool in
      let answer = try tool.ask(path)
      #expect(answer?.status == status, "\(answer?.body ?? "")")
      #expect(answer?.body.contains(" ") == true)
    }
  }

  @Test("lets no page be an app, drives no app that is not there, and takes only what it should")
  func strangers() throws {
    try LiveTool.with(win) { tool in
      let page = ["Upgrade: rewind", "Origin: http://127.0.0.1:\(tool.port)"]
      let link = try tool.ask("link?session=a&store=main", headers: page)
      #expect(link?.status == 403)
      let drive = try tool.drive(["command": "status"])
      #expect(drive == ["why": "The app that wrote this session is not connected."])
      #expect(try tool.ask("app?session=1")?.status == 404)
      #expect(try tool.ask("sessions", method: "DELETE")?.status == 404)
      #expect(try tool.ask("culprit?session=1", method: "POST", body: "")?.status == 409)
    }
  }

  @Test("keeps its secret from others, and takes it away at its end")
  func secret() throws {
    try LiveTool.with { tool in
      let file = tool.folder.path(".rewind-live")
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == tool.address + "\n")
      #expect(tool.interrupt() == 0)
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  @Test("does not write its secret through a link that stands there")
  func link() throws {
    let other = try folder.file("other", "mine").path
    let link = folder.path(".rewind-live")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
    try LiveTool.with(".", in: folder) { tool in
      let untouched = try String(contentsOfFile: other, encoding: .utf8)
      let written = try String(contentsOfFile: link, encoding: .utf8)
      #expect(untouched == "mine")
      #expect(written == tool.address + "\n")
    }
  }

  @Test("leaves the file of another one that has begun since")
  func twoWindows() throws {
    try LiveTool.with { tool in
      let file = tool.folder.path(".rewind-live")
      try LiveTool.with(tool.folder.url.path) { other in
        #expect(tool.interrupt() == 0)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text == other.address + "\n")
      }
    }
  }

  @Test("is found by apps again when another one of its folder has ended")
  func windowThatStays() throws {
    try LiveTool.with { tool in
      try LiveTool.with(tool.folder.url.path) { #expect($0.interrupt() == 0) }
      let app = try LiveGame(in: tool.folder)
      try tool.waitForSession(1)
      try tool.waitForApp()
      let file = tool.folder.path(".rewind-live")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == tool.address + "\n")
      try app.finish()
    }
  }

  @Test("leaves no file behind where the session cannot be opened")
  func noSession() throws {
    let header = #"{"rewind":99,"session":"s","started":"2026-11-24T00:00:00Z"}"#
    try folder.file("log.jsonl", header + "\n")
    try rewind.run(["live", folder.path("log.jsonl")], exits: 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path(".rewind-live")))
  }

  @Test("says where the app stands, whoever moved it, to every browser")
  func positions() throws {
    try LiveTool.with { tool in
      let app = try LiveGame(in: tool.folder)
      try app.type("play", "arrive", LiveGame.flip(0))
      try tool.waitForSession(1)
      try tool.waitForApp()
      let events = try tool.events(session: 1, from: 1)
      try events.waitForApp { $0["status"]?["isInPast"] == false }
      _ = try tool.drive(["command": "jump", "index": 1])
      try events.waitForApp { $0["status"]?["index"] == 1 && $0["status"]?["isInPast"] == true }
      _ = try tool.drive(["command": "hold"])
      try app.type(LiveGame.flip(1))
      try events.waitForApp { $0["status"]?["held"] == 1 }
      let later = try tool.events(session: 1, from: 1)
      try later.waitForApp { $0["status"]?["held"] == 1 }
      try app.finish()
      try events.waitForApp { $0["connected"] == false && $0["status"] == .null }
    }
  }

  @Test("is rebuilt when a source changes, and says from where on the states differ")
  func watch() throws {
    try TemporaryFolder.with { sources in
      try sources.file("Game.swift", "old")
      try FileManager.default.copyItem(atPath: win, toPath: sources.path("log.jsonl"))
      try FileManager.default.createSymbolicLink(
        atPath: sources.path(".app"),
        withDestinationPath: game
      )
      let changed = Program("memory-tunes-changed").path
      let command = "grep -q new Game.swift && ln -sf '\(changed)' .app"
      try LiveTool.with(
        "log.jsonl",
        arguments: ["--app", "./.app", "--watch", command],
        in: sources
      ) { tool in
        let events = try tool.events(session: 1, from: 1)
        try sources.file("Game.swift", "broken")
        try events.waitForApp { $0["rebuild"]?["kind"] == "failed" }
        try sources.file("Game.swift", "new")
        try events.waitForApp { $0["rebuild"]?["kind"] == "compared" }
        #expect(events.app?["rebuild"]?["isGood"] == false)
        let first = events.app?["rebuild"]?["firstDifference"]?.int
        let verify = try rewind.run(
          ["verify", sources.path("log.jsonl"), "--app", changed, "--json"]
        )
        #expect(first != nil)
        #expect(verify.output.contains("\"index\":\(first ?? 0)"), "\(verify.output)")
      }
    }
  }

  @Test("is driven by agents where a person allows it")
  func agents() throws {
    try LiveTool.with { tool in
      let app = try LiveGame(in: tool.folder)
      try app.type("play", "arrive")
      try tool.waitForSession(1)
      try tool.waitForApp()
      let era = MCPClient.Era.stateless
      let menu: JSONValue = #"{"destination":"menu"}"#
      let calls = [
        era.call(1, "jump", ["file": "log.jsonl", "index": 1]),
        era.call(2, "dispatch", ["file": "log.jsonl", "type": "RoutingAction", "payload": menu]),
      ]
      let refused = try MCPClient.answers(to: calls, era, ["."], in: tool.folder.url)
      #expect(refused[1]?["error"]?["message"]?.string?.hasPrefix("There is no such tool.") == true)
      let answers = try MCPClient.answers(to: calls, era, [".", "--drive"], in: tool.folder.url)
      #expect(answers[1]?.toolData == ["The app shows the state after action 1."])
      #expect(answers[2]?.toolData.first?.hasPrefix("The app shows the state after") == true)
      try app.finish()
    }
  }
}
