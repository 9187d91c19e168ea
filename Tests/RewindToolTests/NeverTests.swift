import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let shop = Program("shop").path

/// A session in which an item is sold out in action 3, and there again from action 5 on.
private var soldOut: SessionFile {
  func state(_ ticks: Int, _ count: Int?) -> JSONValue {
    [
      "items": count.map { [["name": "a", "count": JSONValue($0)]] } ?? [], "coupon": "",
      "isOffline": false, "level": 1, "ticks": JSONValue(ticks), "notes": 0,
    ]
  }
  func setCount(_ count: Int) -> JSONValue {
    ["setCount": ["place": 0, "count": JSONValue(count)]]
  }
  var file = SessionFile(app: "shop")
  file.add(["after": 0, "state": state(0, nil), "made": true])
  file.add(1, "ShopAction.add", ["add": ["name": "a", "count": 2]], state: state(1, 2))
  file.add(2, "ShopAction.tick", ["tick": [:]], state: state(2, 2))
  file.add(3, "ShopAction.setCount", setCount(0), state: state(3, 0))
  file.add(4, "ShopAction.tick", ["tick": [:]], state: state(4, 0))
  file.add(5, "ShopAction.setCount", setCount(1), state: state(5, 1))
  file.add(["end": "closed", "index": 5])
  return file
}

private let isSoldOut = "any(items, it.count == 0)"

@Suite("rewind bisect --never", .process)
struct BisectNeverTests {
  private let folder = TemporaryFolder()

  @Test("blames the action that led to a wrong state, in words")
  func words() throws {
    let condition = "gameState.showLoading and length(gameState.memoryCards) == 0"
    let run = try rewind.run("bisect", crash, "--never", condition)
    #expect(run.exit == .status(0))
    #expect(run.errors == "")
    #expect(
      run.output == """
        never   \(condition)
        culprit 23  FetchTunesAction
        first   5  FetchTunesAction

        It holds in the state after action 23, the last.
        In the state after action 22 it does not hold.
        It also held earlier: after 5.
        What action 23 changed:
          ~ /gameState/memoryCards  [16 elements] → []
          ~ /gameState/showLoading  false → true
          ~ /gameState/gameFinished  true → false
        What action 5 changed:
          ~ /gameState/showLoading  false → true
        What it reads in the state after action 5, and who wrote that last:
          5  FetchTunesAction     /gameState/showLoading  true
          0  (the initial state)  /gameState/memoryCards  []
        The session also crashes, in action 24: `rewind bisect \(crash) --app APP` finds the cause.
        24 states of the session checked.

        """
    )
  }

  @Test("lists the last five of the earlier times, and counts the others")
  func manyTimes() throws {
    var file = SessionFile()
    file.add(["after": 0, "state": 0])
    for index in 1...15 { file.add(index, "flip", state: JSONValue(index % 2)) }
    let run = try rewind.run("bisect", file.write(to: folder), "--never", "state == 1")
    #expect(
      run.lines.contains("It also held earlier: after 5, 7, 9, 11, 13, and 2 times before that."),
      "\(run.output)"
    )
  }

  @Test("tells where a sum was off by a rounding first, and who wrote what is added up")
  func firstOnset() throws {
    func state(_ total: String, _ amounts: [(price: String, amount: Int)]) throws -> JSONValue {
      [
        "items": .array(
          try amounts.map { try ["price": JSONValue(parsing: $0), "amount": JSONValue($1)] }
        ),
        "total": try JSONValue(parsing: total),
      ]
    }
    var file = SessionFile(app: "cart")
    file.add(["after": 0, "state": try state("0", []), "made": true])
    file.add(1, "add", [:], state: try state("22.99", [("22.99", 1)]))
    file.add(2, "more", [:], state: try state("68.97", [("22.99", 3)]))
    file.add(3, "less", [:], state: try state("45.980000000000004", [("22.99", 2)]))
    file.add(4, "less", [:], state: try state("22.99", [("22.99", 1)]))
    file.add(5, "add", [:], state: try state("41.98", [("22.99", 1), ("18.99", 1)]))
    file.add(6, "drop", [:], state: try state("22.990000000000002", [("22.99", 1)]))
    file.add(["end": "closed", "index": 6])
    let path = try file.write(to: folder)
    let wrong = "total != sum(items, it.price * it.amount)"
    let run = try rewind.run("bisect", path, "--never", wrong)
    #expect(
      run.output == """
        never   \(wrong)
        culprit 6  drop
        first   3  less

        It holds in the state after action 6, the last.
        In the state after action 5 it does not hold.
        It also held earlier: after 3.
        What action 6 changed:
          - /items/1  {"price":18.99,"amount":1}
          ~ /total  41.98 → 22.990000000000002
        What it reads in the state after action 6, and who wrote that last:
          6  drop  /total           22.990000000000002
          4  less  /items/0/amount  1
          1  add   /items/0/price   22.99
        What action 3 changed:
          ~ /items/0/amount  3 → 2
          ~ /total  68.97 → 45.980000000000004
        What it reads in the state after action 3, and who wrote that last:
          3  less  /total           45.980000000000004
          3  less  /items/0/amount  2
          1  add   /items/0/price   22.99
        7 states of the session checked.

        """
    )
    let json = try rewind.run("bisect", path, "--never", wrong, "--json").json()
    #expect(json["culprit"] == 6)
    #expect(json["first"]?["index"] == 3)
    #expect(json["first"]?["reads"]?.array?.map { $0["index"] } == [3, 1, 3])
    // A triage groups by the first.
    let triage = try rewind.run("triage", folder.url.path, "--never", wrong, "--json")
    let rows = try triage.rows()
    #expect(rows.contains { $0["kind"] == "wrong-state" && $0["culprit"] == "less" })
  }

  @Test("answers for each condition of a file, and exits with 1 where none ever holds")
  func file() throws {
    let path = try soldOut.write(to: folder)
    let rules = try folder.file(
      "shop.never",
      "sold out: \(isSoldOut)\n# a comment\ntoo many:\n  length(items) > 5\nalways: ticks >= 0\n"
    ).path
    let run = try rewind.run("bisect", path, "--never-file", rules, "--json")
    #expect(run.exit == .status(0))
    let answers = try run.rows()
    #expect(answers.map { $0["name"]?.string } == ["sold out", "too many", "always"])
    #expect(answers.map { $0["result"]?.string } == ["found", "not-found", "from-start"])
    #expect(answers.map { $0["culprit"] } == [3, .null, 0])
    let rule = try folder.file("rule", "too many: length(items) > 5\n").path
    let one = try rewind.run("bisect", path, "--never-file", rule)
    #expect(one.exit == .status(1))
    #expect(one.lines[0] == "never   too many: length(items) > 5")
    #expect(one.lines[2] == "It never holds.")
  }

  @Test("says what has no action to blame, and what may be misspelled")
  func nothing() throws {
    let path = try soldOut.write(to: folder)
    let start = try rewind.run("bisect", path, "--never", "ticks >= 0")
    #expect(start.exit == .status(1))
    #expect(
      start.lines == [
        "never   ticks >= 0", "",
        "It holds from the initial state on, in every state up to the last, the state after action 5.",
        "So no action of this session is to blame.", "6 states of the session checked.",
      ]
    )
    let misspelled = try rewind.run("bisect", path, "--never", "any(itms, it.count == 0)")
    #expect(misspelled.exit == .status(1))
    #expect(misspelled.errors.contains("named itms. Did you mean items?"), "\(misspelled.errors)")
  }
}

@Suite("rewind verify --never", .process)
struct VerifyNeverTests {
  private let folder = TemporaryFolder()

  private func verify(
    _ flags: [String],
    _ version: String...,
    junit: String? = nil
  ) throws -> Program.Run {
    try TemporaryFolder.with { folder in
      _ = try soldOut.write(to: folder, as: "s.jsonl")
      return try rewind.run(
        ["verify", "s.jsonl", "--app", shop, "--time-limit", "4"] + flags
          + (version.isEmpty ? [] : ["--"] + version),
        in: folder.url
      )
    }
  }

  @Test("says whether today's app still comes to it, whatever its other states are")
  func versions() throws {
    let plain = try verify(["--never", isSoldOut])
    #expect(plain.exit == .status(1))
    let extent = "from the state after action 3 to the state after action 4"
    #expect(
      plain.lines == [
        "s.jsonl: holds: \(isSoldOut) holds \(extent) (ShopAction.setCount), as recorded"
      ]
    )
    let mended = try verify(["--never", isSoldOut], "--positive", "--double-ticks")
    #expect(mended.exit == .status(0))
    #expect(mended.lines == ["s.jsonl: fixed: \(isSoldOut) no longer holds; recorded: \(extent)"])
    let never = try verify(["--never", "level > 9"])
    #expect(never.exit == .status(0))
    #expect(never.lines == ["s.jsonl: never: level > 9 never holds, 5 actions"])
    let both = try verify(["--never", "level > 9", "--never", isSoldOut])
    #expect(both.exit == .status(1))
    #expect(both.lines[0] == "s.jsonl: holds: 1 of 2 conditions")
    #expect(both.lines.count == 2)
    let misspelled = try verify(["--never", "levl > 9"])
    #expect(misspelled.errors == "rewind: Nothing in this session is named levl.\n")
  }

  @Test(
    "judges a build for git bisect: bad where it holds, skipped where the app dies before",
    arguments: [
      ([], 1), (["--positive"], 0), (["--positive", "--double-ticks"], 0), (["--double-ticks"], 1),
    ] as [([String], Int32)]
  )
  func commits(version: [String], status: Int32) throws {
    let path = try soldOut.write(to: folder)
    for judge in [
      ["--never", isSoldOut], ["--never-file", try folder.file("r", "x: \(isSoldOut)").path],
    ] {
      let run = try rewind.run(
        ["verify", path, "--app", shop, "--git-bisect"] + judge + ["--"] + version
      )
      #expect(run.exit == .status(status), "\(run.output)\(run.errors)")
    }
  }

  @Test("cannot judge a build that dies or hangs before the recording's end", .oracle)
  func undecided() throws {
    var file = soldOut
    file = SessionFile(app: "shop")
    file.add([
      "after": 0,
      "state": ["items": [], "coupon": "", "isOffline": false, "level": 1, "ticks": 0, "notes": 0],
      "made": true,
    ])
    file.add(
      1,
      "ShopAction.toggle",
      ["toggle": [:]],
      state: ["items": [], "coupon": "", "isOffline": true, "level": 1, "ticks": 1, "notes": 0]
    )
    file.add(
      2,
      "ShopAction.level",
      ["level": ["_0": 9]],
      state: ["items": [], "coupon": "", "isOffline": true, "level": 9, "ticks": 2, "notes": 0]
    )
    file.add(["end": "closed", "index": 2])
    let path = try file.write(to: folder)
    func verify(_ flags: [String], _ version: String...) throws -> Program.Run {
      try rewind.run(
        ["verify", path, "--app", shop, "--time-limit", "4", "--never", "level > 6"] + flags + [
          "--"
        ] + version
      )
    }
    #expect(try verify(["--git-bisect"]).exit == .status(1))
    for version in ["--dies-early", "--hangs-early"] {
      let isTried = TestScale.hasTime || version == "--dies-early"
      if isTried {
        #expect(try verify(["--git-bisect"], version).exit == .status(125), "\(version)")
      }
      let plain = try verify(["--json"], version)
      #expect(plain.exit == .status(1))
      #expect(try plain.json()["result"]?.string == "crashed")
    }
    // It holds before: that the app dies later does not matter.
    let early = try rewind.run([
      "verify", path, "--app", shop, "--never", "isOffline == false", "--git-bisect", "--",
      "--dies-early",
    ])
    #expect(early.exit == .status(1))
  }

  @Test("has a command judge each state")
  func command() throws {
    let script = #"! grep -q '"count":0'"#
    let run = try verify(["run", "--", "sh", "-c", script])
    #expect(run.exit == .status(1))
    #expect(
      run.output.hasPrefix(
        "s.jsonl: holds: /usr/bin/sh -c \(script) holds from the state after action 3 to "
      ),
      "\(run.output)"
    )
    #expect(try verify(["--git-bisect", "run", "--", "sh", "-c", script]).exit == .status(1))
    #expect(try verify(["--git-bisect", "run", "--", "true"]).exit == .status(0))
    #expect(try verify(["--git-bisect", "run", "--", "sh", "-c", "exit 125"]).exit == .status(125))
    #expect(try verify(["--git-bisect", "run", "--", "sh", "-c", "exit 127"]).exit == .status(128))
    #expect(try verify(["run", "--", "sh", "-c", "exit 127"]).exit == .status(2))
    let undecided = try verify(["run", "--", "sh", "-c", "exit 125"])
    #expect(undecided.exit == .status(1))
    #expect(undecided.output.hasPrefix("s.jsonl: undecided: "))
  }

  @Test("reports to CI what holds")
  func junit() throws {
    let path = try soldOut.write(to: folder)
    let xml = folder.path("out.xml")
    let run = try rewind.run([
      "verify", path, "--app", shop, "--never", isSoldOut, "--junit", xml, "--github",
    ])
    #expect(run.exit == .status(1))
    #expect(run.output.contains("::error file="))
    let text = try String(contentsOfFile: xml, encoding: .utf8)
    #expect(text.contains(#"failures="1""#))
    #expect(text.contains(#"<failure type="holds" message=""#))
  }
}
