#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// A session in which an answer arrives after a logout.
private let race: SessionFile = {
  var session = SessionFile()
  session.add(["after": 0, "state": ["user": "ann", "cart": ["items": []], "taps": 0]])
  let before: JSONValue = ["user": "ann", "cart": ["items": []], "taps": 0]
  session.add(1, "Fetch", state: before)
  session.add(2, "Tap", state: ["user": "ann", "cart": ["items": []], "taps": 1])
  session.add(3, "Logout", state: ["user": nil, "cart": nil, "taps": 1])
  session.add(4, "Tap", state: ["user": nil, "cart": nil, "taps": 2])
  let after: JSONValue = ["user": nil, "cart": ["items": ["milk"]], "taps": 2]
  session.add(5, "Loaded", ["items": ["milk"]], state: after, cause: 1)
  session.add(6, "Saved", state: after, cause: 5)
  session.add([
    "index": 7, "time": 7, "action": ["type": "Price", "payload": [:]], "subscribed": 1,
  ])
  session.add(["after": 7, "state": after])
  session.add([
    "index": 8, "time": 8, "action": ["type": "Sync", "payload": [:]],
    "cause": ["store": "user", "index": 5],
  ])
  session.add(["after": 8, "state": after])
  return session
}()

@Suite("The causes of actions, as the tool tells them", .process)
struct CauseCommandTests {
  private let rewind = Program("rewind")

  private func run(_ words: String..., status: Int32 = 0) throws -> String {
    try TemporaryFolder.with { folder in
      let path = folder.path("race.jsonl")
      try Data(race.bytes).write(to: folder.url.appending(path: "race.jsonl"))
      let run = try rewind.run([words[0], path] + words.dropFirst())
      #expect(run.exit == .status(status), "\(run.errors)")
      return run.output
    }
  }

  @Test("are whole: a log with them passes the check")
  func check() throws {
    _ = try run("check")
  }

  @Test("are in the rows of a log, and select them")
  func rows() throws {
    let lines = try run("log").split(separator: "\n")
    let ends = ["answers 1", "answers 5", "subscribed by 1", "answers 5 of user"]
    for (line, end) in zip(lines.suffix(4), ends) { #expect(line.hasSuffix(end), "\(line)") }
    let listed = try run("log", "--caused-by", "1", "--json").split(separator: "\n")
    #expect(
      try listed.map { try JSONValue(parsing: Array($0.utf8))["index"]?.int } == [5, 6, 7]
    )
    #expect(try run("log", "--caused-by", "2", status: 1).isEmpty)
  }

  @Test("are a chain, and the story of a race")
  func why() throws {
    #expect(
      try run("why", "6") == """
        6  6.000  Saved
            answers 5, 1.000 s after it
        5  5.000  Loaded {"items":["milk"]}
            answers 1, 4.000 s after it
        1  1.000  Fetch
            no action is recorded as its cause

        """
    )
    let late =
      "\nThe answer to action 1 (Fetch) came after action 3 (Logout), which had changed /cart as well.\n"
    #expect(try run("why", "5").hasSuffix(late))
    #expect(try run("bisect", "--never", "user == nil and cart.items.count > 0").contains(late))
    let json = try JSONValue(parsing: Array(run("why", "5", "--json").utf8))
    #expect(json["race"]?["rival"]?["index"]?.int == 3)
    #expect(json["causes"]?.array?.first?["kind"] == "answer")
    #expect(
      try run("why", "8").contains(
        "answers 5 of user, which is in a log that is not beside this one"
      )
    )
    #expect(try run("why", "1", status: 1).contains("no action is recorded as its cause"))
    #expect(
      try run("show", "6").contains("cause   answers 5, Loaded\n        which answers 1, Fetch")
    )
  }

  @Test("lead through the stores of a session, in one list by time")
  func stores() throws {
    try TemporaryFolder.with { folder in
      var cart = SessionFile(["store": "cart"])
      cart.add(["after": 0, "state": []])
      var user = SessionFile(["store": "user"])
      user.add(["after": 0, "state": []])
      // Two actions of each store, of which every one comes from the one before, at the same times.
      for number in 1...2 {
        let action: JSONValue = ["type": .string("Cart\(number)"), "payload": [:]]
        var line = JSONObject([
          ("index", JSONValue(number)), ("time", JSONValue(number)), ("action", action),
        ])
        if number > 1 { line["cause"] = ["store": "user", "index": 1] }
        cart.add(.object(line))
        cart.add(["after": JSONValue(number), "state": []])
        user.add([
          "index": JSONValue(number), "time": JSONValue(number),
          "action": ["type": .string("User\(number)"), "payload": [:]],
          "cause": ["store": "cart", "index": JSONValue(number)],
        ])
        user.add(["after": JSONValue(number), "state": []])
      }
      var other = SessionFile(["store": "cart", "session": "another one"])
      other.add(["after": 0, "state": []])
      other.add(1, "Stranger", state: [])
      for (name, file) in [("a-user", user), ("b-cart", cart), ("c-other", other)] {
        try Data(file.bytes).write(to: folder.url.appending(path: "\(name).jsonl"))
      }
      let log = folder.path("b-cart.jsonl")
      let rows = try rewind.run("log", log, "--stores", "--json").output.split(separator: "\n")
      let found = try rows.map { try JSONValue(parsing: Array($0.utf8)) }
      #expect(found.map { $0["type"]?.string } == ["Cart1", "User1", "Cart2", "User2"])
      #expect(found.map { $0["store"]?.string } == ["cart", "user", "cart", "user"])
      #expect(
        try rewind.run("why", folder.path("a-user.jsonl"), "2").output == """
          2  2.000  User2
              answers 2 of cart, 0.000 s after it
          2  of cart  2.000  Cart2
              answers 1 of user, 1.000 s after it
          1  1.000  User1
              answers 1 of cart, 0.000 s after it
          1  of cart  1.000  Cart1
              no action is recorded as its cause

          """
      )
    }
  }

  @Test(
    "are recorded by the examples",
    arguments: [
      ("memory-tunes", "play\narrive\n", "SetCardsAction", "FetchTunesAction"),
      ("home-list", "arrive\n", "ReceiveHomeList", "FetchHomeList"),
      (
        "bookmarks", "BookmarkAction.onClickRefresh\narrive\n", "BookmarkAction.refresh",
        "BookmarkAction.onClickRefresh"
      ),
    ]
  )
  func examples(app: String, script: String, answer: String, request: String) throws {
    try TemporaryFolder.with { folder in
      let log = folder.path("log.jsonl")
      _ = try Program(app).run(["--record", log], input: script)
      let listed = try rewind.run("log", log, "--type", answer, "--json").output
      let found = try JSONValue(
        parsing: Array(try #require(listed.split(separator: "\n").first).utf8)
      )
      let cause = try #require(found["cause"]?["index"]?.int, "\(listed)")
      #expect(try rewind.run("show", log, "\(cause)").output.contains(": \(request)\n"))
    }
  }
}
#endif
