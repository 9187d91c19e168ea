import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// An app of three stores that does what is typed.
private final class TypedBazaar {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  init(_ log: String, _ mode: String = "typed") throws {
    process.executableURL = URL(fileURLWithPath: Program("bazaar").path)
    process.arguments = [log, mode]
    process.environment = ["SWIFT_BACKTRACE": "enable=no"].merging(Sanitizer.environment) { $1 }
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    try process.start()
  }

  /// Types lines, and waits until the app has done what they say, or is gone.
  func type(_ lines: String...) throws {
    for line in lines {
      try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
      _ = output.fileHandleForReading.availableData
    }
  }

  func finish() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

@Suite("A live session of several stores", .process)
struct LiveStoresTests {
  private let folder = TemporaryFolder()

  /// Returns the facts and the actions of the newest session, by their stores.
  private func shown(_ tool: LiveTool) throws -> (facts: JSONValue, actions: [String]) {
    guard let id = try tool.json("sessions").array?.last?["id"]?.string,
      let text = try tool.ask("window?session=\(id)")?.body
    else { return (.null, []) }
    let lines = text.split(separator: "\n")
    let actions = try lines.dropFirst().filter { $0.hasPrefix("a ") }.map { line in
      let json = try JSONValue(parsing: Array(line.drop { $0 != "{" }.utf8))
      return "\(json["store"]?.string ?? "?") \(json["storeIndex"]?.int ?? 0)"
    }
    return (try JSONValue(parsing: Array((lines.first ?? "null").utf8)), actions)
  }

  @Test(
    "grows action by action in the order of the whole, and ends in the one in which the app died"
  )
  func grows() throws {
    let app = try TypedBazaar(folder.path("b.jsonl"))
    try app.type("login")
    try LiveTool.with(".", arguments: ["--stores"], in: folder) { tool in
      try tool.waitForSession(1)
      let events = try tool.events(session: 1, from: 1)
      try app.type("fetch ap", "answer", "pick 1", "logout", "answer")
      try events.wait { $0.contains(#""store":"cart","storeIndex":3"#) }
      let expected = [
        "user 1", "search 1", "search 2", "cart 1", "cart 2", "user 2", "search 3", "search 4",
        "cart 3",
      ]
      #expect(try shown(tool).actions == expected)
      #expect(try shown(tool).facts["stores"] == ["cart", "search", "user"])
      try app.type("pick 0")
      try events.waitForFacts { $0["end"] == "crashed" && $0["last"] == 10 }
      #expect(try shown(tool).actions == expected + ["cart 4"])
      let drive = try tool.ask("app?session=1", method: "POST", body: #"{"command":"status"}"#)
      #expect(drive?.body.contains("not connected") == true)
    }
  }

  @Test("is closed when all stores are")
  func closes() throws {
    let app = try TypedBazaar(folder.path("b.jsonl"))
    try app.type("login", "logout")
    // A folder stands for its sessions, each with all stores.
    try LiveTool.with(".", in: folder) { tool in
      try tool.waitForSession(1)
      let events = try tool.events(session: 1, from: 1)
      try app.finish()
      try events.waitForFacts { $0["end"] == "closed" && $0["last"] == 3 }
    }
  }

  @Test("shows the store of a file by itself")
  func one() throws {
    let app = try TypedBazaar(folder.path("b.jsonl"))
    try app.type("login", "logout")
    try LiveTool.with("b.jsonl", in: folder) { tool in
      try tool.waitForSession(1)
      #expect(try shown(tool).actions == ["? 0", "? 0"])
      #expect(try tool.json("sessions").array?.first?["stores"] == .null)
    }
    try app.finish()
  }

  /// Expects that the page has the cart without the action that is skipped, in the state of all stores.
  private func recomputed(_ tool: LiveTool) throws {
    try Browser.with { browser in
      try browser.show(address: tool.address)
      let step = { (number: Int) in "rewind.page.session?.steps[\(number)]" }
      try browser.wait(until: "\(step(7))?.again !== undefined")
      let cart = { (state: String) in "JSON.stringify([...\(state).get('cart')])" }
      // The action itself changes nothing, and neither do those of other stores change the cart back.
      for index in [5, 7] {
        let (now, before) = (cart("\(step(index)).after()"), cart("\(step(4)).after()"))
        #expect(try browser.value("\(now) === \(before)") == true)
      }
      #expect(try browser.value("\(step(5)).operations.length") == 0)
      #expect(
        try browser.value("\(cart("\(step(5)).recorded.after")) !== \(cart("\(step(5)).after()"))")
          == true
      )
      let stores = "\(step(7)).changes.map(({ tokens }) => tokens[0])"
      #expect(try browser.value("\(stores).every((store) => store === 'search')") == true)
      #expect(browser.complaints == [])
    }
  }

  @Test("is driven as one: to a moment of all stores, and without an action of one", .browser)
  func driven() throws {
    let app = try TypedBazaar(folder.path("b.jsonl"), "driven")
    try app.type("login", "fetch ap", "answer", "pick 1", "logout")
    try LiveTool.with(".", in: folder) { tool in
      try tool.waitForSession(1)
      let events = try tool.events(session: 1, from: 1)
      try events.waitForApp { app in
        let types = app["types"]?.array?.compactMap(\.string) ?? []
        return app["connected"] == true && app["status"] != .null
          && types == ["CartAction", "SearchAction", "UserAction"]
      }
      try events.wait { $0.contains(#""store":"search","storeIndex":3"#) }
      // user 1, search 1, search 2, cart 1, cart 2, user 2, search 3
      let jumped = try tool.drive(["command": "jump", "index": 4])
      #expect(jumped["why"] == nil)
      #expect(jumped["status"]?["index"] == 4 && jumped["status"]?["isInPast"] == true)
      let held = try tool.drive(["command": "hold"])
      #expect(held["status"]?["isHolding"] == true)
      let resumed = try tool.drive(["command": "resume"])
      #expect(resumed["status"]?["isInPast"] == false)
      #expect(resumed["status"]?["isHolding"] == false)
      let skipped = try tool.drive(["command": "skip", "index": 5])
      #expect(skipped["status"]?["skipped"] == [5], "\(skipped)")
      // Its store has computed again what it led to, and says so by its own indexes.
      let again = skipped["status"]?["again"]?.array?.first
      #expect(again?["store"] == "cart" && again?["from"] == 2 && again?["to"] == 2)
      if Browser.path != nil { try recomputed(tool) }
      let sent = try tool.drive([
        "command": "dispatch",
        "action": ["type": "UserAction.login", "payload": ["login": ["_0": "bob"]]],
      ])
      #expect(sent["why"] == nil)
      try events.wait { $0.contains(#""store":"user","storeIndex":3"#) && $0.contains("bob") }
      let unknown = try tool.drive(["command": "dispatch", "action": ["type": "No"]])
      #expect(unknown["why"]?.string == "No connected store takes actions of the type No.")
    }
    try app.finish()
  }
}
