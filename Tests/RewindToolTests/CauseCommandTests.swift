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
  private func run(_ words: String..., status: Int32 = 0) throws -> String {
    try TemporaryFolder.with { folder in
      let path = folder.path("race.jsonl")
      try Data(race.bytes).write(to: folder.url.appending(path: "race.jsonl"))
      let run = try rewind.run([words[0], path] + words.dropFirst())
      #expect(run.exit == .status(status), "\(run.errors)")
      return run.output
    }
  }

  @Test("are in the rows of a log, and select them")
  func rows() throws {
    let lines = try run("log").split(separator: "\n")
    let ends = ["answers 1", "answers 5", "subscribed by 1", "answers 5 of user"]
    for (line, end) in zip(lines.suffix(4), ends) { #expect(line.hasSuffix(end), "\(line)") }
    let listed = try run("log", "--caused-by", "1", "--json").split(separator: "\n")
    #expect(try listed.map { try JSONValue(parsing: Array($0.utf8))["index"]?.int } == [5, 6, 7])
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
}
