#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// A session with numbers, elements that move, a long text, and a change from outside.
private var board: SessionFile {
  var file = SessionFile(app: "board")
  file.add(["after": 0, "state": ["score": 1, "rows": [["id": 7, "n": 1]], "title": "?"]])
  let actions: [(String, JSONValue, JSONValue)] = [
    ("Score", ["by": 2], [["op": "replace", "path": "/score", "value": 3]]),
    (
      "Row.Add", ["name": "second row"],
      [["op": "add", "path": "/rows/0", "value": ["id": 8, "n": 5, "name": "second row"]]]
    ),
    ("Score", ["by": 5], [["op": "replace", "path": "/score", "value": 8]]),
    ("Title", [:], [["op": "replace", "path": "/title", "value": .string(long)]]),
    ("Score", ["by": -6], [["op": "replace", "path": "/score", "value": 2]]),
    ("Row.Set", ["row": 1, "n": 12], [["op": "replace", "path": "/rows/1/n", "value": 12]]),
    ("Row.Swap", [:], [["op": "move", "from": "/rows/1", "path": "/rows/0"]]),
    ("Tick", [:], []),
  ]
  for (number, (type, payload, patch)) in actions.enumerated() {
    let index = JSONValue(number + 1)
    file.add([
      "index": index, "time": JSONValue(Double(number * number) / 4),
      "action": ["type": .string(type), "payload": payload],
    ])
    file.add(["after": index, "patch": patch])
    if number == 4 {
      file.add([
        "external": true, "after": index,
        "patch": [["op": "replace", "path": "/score", "value": 21]],
      ])
    }
  }
  return file
}

private let long = String(repeating: "a long title, ", count: 20)

@Suite("A question in one line", .process)
struct QuestionTests {
  private let folder = TemporaryFolder()

  /// Runs the tool on the board and compares all of its output.
  private func expect(
    _ arguments: String...,
    exit: Int32 = 0,
    errors: String = "",
    gives output: String
  ) throws {
    try TemporaryFolder.with { folder in
      let path = try board.write(to: folder)
      let run = try rewind.run([arguments[0], path] + arguments.dropFirst())
      #expect(run.output == output + (output.isEmpty ? "" : "\n"), "\(arguments)")
      #expect(run.errors == errors, "\(arguments)")
      #expect(run.exit == .status(exit), "\(arguments)")
    }
  }

  @Test("finds where an expression holds")
  func find() throws {
    try expect(
      "log",
      "--where",
      "score > 2 and type startsWith 'Score'",
      gives: """
        1     0.000  Score {"by":2}                            ~ /score
        3     1.000  Score {"by":5}                            ~ /score
        """
    )
    try expect("log", "--where", "index == 0", gives: "0            the initial state")
    try expect("log", "--where", "score == 99", exit: 1, gives: "")
    try expect(
      "log",
      "--where",
      "title == nobody",
      exit: 1,
      errors: "rewind: The last state has no member nobody. A text needs quotes: \"nobody\".\n",
      gives: ""
    )
    try expect(
      "log",
      "--where",
      "any(rows, it.n == 12) and changed(rows)",
      "--json",
      gives: """
        {"index":6,"time":6.25,"type":"Row.Set","action":{"type":"Row.Set","payload":{"row":1,"n":12}},"changed":["/rows/1/n"]}
        {"index":7,"time":9,"type":"Row.Swap","action":{"type":"Row.Swap","payload":{}},"changed":["/rows/1","/rows/0"]}
        """
    )
  }

  @Test("takes a name that nothing has for misspelled where another is similar")
  func misspelledAlone() throws {
    for expression in [
      "isFliped", "showLoadng", "gameState.showLoadng", "any(gameState.memoryCards, it.isFliped)",
      "showLoadng == true",
    ] {
      let run = try rewind.run("log", crash, "--where", expression)
      #expect(run.exit == .status(2) && run.output.isEmpty, "\(expression)")
      #expect(run.errors.contains("Did you mean "), "\(expression)")
      #expect(try rewind.run("log", crash, "--where", expression).exit == .status(2))
    }
    #expect(
      try rewind.run("log", crash, "--where", "showLoadng").errors
        == "rewind: Nothing in this session is named showLoadng. Did you mean showLoading? "
        + "A text needs quotes: \"showLoadng\".\n"
    )
  }

  @Test("tells of a type that no action has, and of names of states alone")
  func leadsNowhere() throws {
    func errors(_ expression: String) throws -> String {
      try rewind.run("log", win, "--where", expression).errors
    }
    #expect(
      try errors(#"type == "FlipCardActoin""#)
        == "rewind: No action of this session has the type \"FlipCardActoin\". "
        + "Did you mean \"FlipCardAction\"?\n"
    )
    #expect(
      try errors(#"type like "Flp*""#)
        == "rewind: No action of this session has a type like \"Flp*\".\n"
    )
    #expect(try errors(#"type like "Flip*" and index > 9999"#) == "")
    #expect(
      try errors("gameState.memoryCards[length(gameState.memoryCards) - 1].isFlipped == 3") == ""
    )
    for expression in [
      #"["FlpCardAction"] contains type"#, #"type startsWith "Flp""#, #"type contains "Crad""#,
    ] {
      #expect(try errors(expression).hasPrefix("rewind: No action of this session has "))
    }
    // Payloads have cardIndexToFlip, and lines have a checksum, which are no members of the state.
    #expect(try !errors("cardIndexToFlp == 2").contains("Did you mean"))
    #expect(try errors("payload.cardIndexToFlp == 2").contains("Did you mean cardIndexToFlip?"))
    #expect(try !errors("gameState.cr == 2").contains("Did you mean"))
  }

  @Test("finds each action's own state where actions overlap")
  func overlaps() throws {
    var file = SessionFile(app: "board")
    file.add(["after": 0, "state": ["n": 0]])
    file.add(1, "A", state: ["n": 1])
    file.add(2, "B", state: nil)
    file.add(["index": 3, "time": 3, "action": ["type": "C", "payload": [:]], "overlap": true])
    file.add(["after": 2, "patch": [["op": "replace", "path": "/n", "value": 2]]])
    file.add(["after": 3, "patch": [["op": "replace", "path": "/n", "value": 3]]])
    file.add(4, "D", state: ["n": 4])
    let path = try folderless(file)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for index in 0...4 {
      let found = try rewind.run("log", path, "--where", "n == \(index)", "--json").lines
      #expect(try found.map { try JSONValue(parsing: $0)["index"] } == [JSONValue(index)])
      let after = try rewind.run("state", path, "\(index)", "/n").output
      #expect(after == "\(index)\n")
    }
    #expect(try rewind.run("log", path, "--where", "before(n) == 2").lines.count == 0)
    #expect(try rewind.run("log", path, "--where", "before(n) == 3", "--json").lines.count == 1)
  }

  private func folderless(_ session: SessionFile) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    try Data(session.bytes).write(to: path)
    return path.path
  }

  @Test("shows all values at a pointer")
  func history() throws {
    try expect(
      "blame",
      "/score",
      "--history",
      gives: """
        /score  5 values
        0  (the initial state)  1
        1  Score                3
        3  Score                8
        5  Score                2
        5  (external change)    21
        """
    )
    try expect(
      "blame",
      "/title",
      "--history",
      gives: """
        /title  2 values
        0  (the initial state)  "?"
        4  Title                "a long title, a long title, a long title…" (280 characters)
        """
    )
    try expect(
      "blame",
      "/rows/1/n",
      "--history",
      "--json",
      gives: """
        {"index":2,"type":"Row.Add","value":1}
        {"index":6,"type":"Row.Set","value":12}
        {"index":7,"type":"Row.Swap","value":5}
        """
    )
    try expect(
      "blame",
      "/nowhere",
      "--history",
      exit: 1,
      errors: "rewind: No state has a value at /nowhere.\n",
      gives: ""
    )
  }

  @Test("blames the writer of an element wherever it stood, or of an index")
  func blame() throws {
    try expect(
      "blame",
      "/rows/0/n",
      gives: """
        6  Row.Set {"row":1,"n":12}
          ~ /rows/1/n  1 → 12
          which is at /rows/0/n after action 8
        """
    )
    try expect(
      "blame",
      "/rows/0/n",
      "--slot",
      gives: """
        7  Row.Swap
          ~ /rows/0/n  5 → 12
        """
    )
    try expect(
      "blame",
      "/rows/1/n",
      "--json",
      gives: #"{"index":2,"type":"Row.Add","pointer":"/rows/0/n","new":5}"#
    )
    try expect(
      "blame",
      "/score",
      gives: """
        after action 5, without an action: an external change
          ~ /score  2 → 21
        """
    )
    try expect(
      "blame",
      "--all",
      gives: """
        5  (external change)    /score        21
        0  (the initial state)  /rows/0/id    7
        6  Row.Set              /rows/0/n     12
        2  Row.Add              /rows/1/id    8
        2  Row.Add              /rows/1/n     5
        2  Row.Add              /rows/1/name  "second row"
        4  Title                /title        "a long title, a long…" (280 characters)
        """
    )
    try expect(
      "blame",
      "/rows/0",
      "--all",
      "--at",
      "6",
      "--json",
      gives: """
        {"index":2,"type":"Row.Add","pointer":"/rows/0/id","new":8}
        {"index":2,"type":"Row.Add","pointer":"/rows/0/n","new":5}
        {"index":2,"type":"Row.Add","pointer":"/rows/0/name","new":"second row"}
        """
    )
  }

  @Test("shows where a value came from")
  func why() throws {
    try expect(
      "why",
      "/rows/1/name",
      gives: """
        2  Row.Add {"name":"second row"}
          + /rows/0/name  "second row"
            from the payload at /name
        """
    )
    try expect(
      "why",
      "/title",
      gives: """
        4  Title
          ~ /title  "?" → "a long title, a long…" (280 characters)
            no equal value in its payload, inputs or previous state: the reducer computed it
        """
    )
    try expect(
      "why",
      "/rows/1",
      gives: """
        2  Row.Add {"name":"second row"}
          + /rows/0  {"id":8,"n":5,"name":"second row"}
            its /name from the payload at /name
        """
    )
    try expect(
      "why",
      "/rows/0/n",
      "--json",
      gives:
        #"{"index":6,"type":"Row.Set","pointer":"/rows/1/n","old":1,"new":12,"source":"payload","from":"/n"}"#
    )
  }

  @Test("counts what happens")
  func stats() throws {
    let run = try rewind.run("stats", board.write(to: folder))
    let words = run.output.replacing(#/\d+ B|\d\.\d kB/#) { _ in "#" }
      .replacing(#/ +#/#, with: " #")
    #expect(
      words == """
        8 actions of 6 types, 12.250 s, #

        type       count   share     bytes       pause  changes
        Score          3  37.5 % #     1.250 s  /score × 3
        Row.Add        1  12.5 % #     0.250 s  /rows/* × 1
        Row.Set        1  12.5 % #     2.250 s  /rows/*/n × 1
        Row.Swap       1  12.5 % #     2.750 s  /rows/* × 1
        Tick           1  12.5 % #     3.250 s  nothing × 1
        Title          1  12.5 % #     1.250 s  /title × 1

        the longest pauses, and what ended them
             3.250 s  8  Tick
             2.750 s  7  Row.Swap
             2.250 s  6  Row.Set
             1.750 s  5  Score
             1.250 s  4  Title

        """
    )
    let json = try rewind.run("stats", board.write(to: folder), "--json").rows()
    #expect(
      json.map { $0["kind"] } == ["session"] + Array(repeating: "type", count: 6)
        + Array(repeating: "slice", count: 3) + Array(repeating: "pause", count: 5)
    )
    #expect(json[1]["changes"] == ["/score": 3])
    #expect(json[1]["share"] == 0.375)
  }

  @Test("names the pointer that an action changed, also where that is all of the state")
  func pointers() throws {
    let lines = try rewind.run("log", Recordings.path("to-do/delete-twice.jsonl")).lines
    #expect(lines[0].hasSuffix("~ /todos and 1 more"), "the patch replaces the whole state")
    #expect(lines[1].hasSuffix("~ /todos/0/status and 1 more"))
    var session = SessionFile()
    session.add(["after": 0, "state": 0])
    session.add(1, "Add", state: 1)
    let run = try rewind.run("log", session.write(to: folder))
    #expect(run.lines[0].hasSuffix("~ (the whole state)"))
  }

  @Test("lists actions of which an expression holds, the fatal one as well")
  func log() throws {
    let path = crash
    let run = try rewind.run("log", path, "--where", "type like 'Flip*' and index > 21")
    #expect(
      run.output.replacing(#/ +0\.\d{3}/#, with: " #")
        .replacing(#/("cardIndexToFlip":)\d+} +~ \S+/#, with: { "\($0.1)#} ~ #" }) == """
          22 #  FlipCardAction {"cardIndexToFlip":#} ~ # and 3 more
          24 #  FlipCardAction {"cardIndexToFlip":3}      no state after it: the program died here

          """
    )
  }

  @Test("has exit status 1 where the log lists no action of the kind asked for")
  func nothingListed() throws {
    for kind in [
      ["--where", "index > 100"], ["--type", "Gift"], ["--to", "3", "--type", "Flip*"],
    ] {
      for form in [[], ["--json"]] {
        let run = try rewind.run(["log", win] + kind + form)
        #expect(run.exit == .status(1), "\(kind + form)")
        #expect(run.output == "")
      }
    }
    var session = SessionFile()
    session.add(["after": 0, "state": 0])
    let log = try session.write(to: folder)
    #expect(try rewind.run("log", log).exit == .status(0))
    #expect(try rewind.run("log", log, "--type", "Gift").exit == .status(1))
  }
}
#endif
