#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindLog
import RewindTestSupport
import RewindTimeline
import Testing

private let rewind = Program("rewind")

@Suite("rewind import", .process)
struct ImportCommandTests {
  /// The result of an import: its messages and its log.
  private struct Import {
    let run: Program.Run
    let log: Timeline?

    var types: [String] {
      guard let log else { return [] }
      return (1...max(log.lastIndex, 1)).compactMap { try? log.action($0).type }
    }

    func state(_ index: Int) throws -> JSONValue? { try log?.state(after: index) }
  }

  private func importing(_ text: String, _ flags: [String] = []) throws -> Import {
    try TemporaryFolder.with { folder in
      _ = try folder.file("state.json", text)
      let run = try rewind.run(["import", "state.json", "-o", "s.jsonl"] + flags, in: folder.url)
      guard run.exit == .status(0) else { return Import(run: run, log: nil) }
      let path = folder.path("s.jsonl")
      #expect(try rewind.run("check", path).exit == .status(0))
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      return Import(
        run: run,
        log: try Timeline.open(SessionLog.open(bytes: Array(bytes), name: path))
      )
    }
  }

  /// The lifted state of a counter, as Redux DevTools writes it.
  private func lifted(_ change: (inout JSONObject) -> Void = { _ in }) -> String {
    func entry(_ action: JSONValue, _ time: Int) -> JSONValue {
      [
        "type": "PERFORM_ACTION", "action": action,
        "timestamp": JSONValue(1_700_000_000_000 + time),
      ]
    }
    let file: JSONValue = [
      "monitorState": [:],
      "actionsById": [
        "0": entry(["type": "@@INIT"], 0), "1": entry(["type": "add", "by": 2], 100),
        "2": entry(["type": "add", "payload": 3, "meta": "m"], 250),
        "3": entry(["type": "clear"], 300),
      ],
      "nextActionId": 4, "stagedActionIds": [0, 1, 2, 3], "skippedActionIds": [],
      "currentStateIndex": 3,
      "computedStates": [
        ["state": ["n": 0]], ["state": ["n": 2]], ["state": ["n": 5]], ["state": ["n": 0]],
      ],
      "isLocked": false, "isPaused": false,
    ]
    guard case .object(var object) = file else { return "" }
    change(&object)
    return JSONValue.object(object).text
  }

  @Test("takes a lifted state, with its times and states")
  func liftedState() throws {
    let result = try importing(lifted())
    #expect(
      result.run.lines == ["s.jsonl: 3 actions, from the lifted state of Redux DevTools; closed."]
    )
    #expect(result.run.errors.isEmpty)
    #expect(result.types == ["add", "add", "clear"])
    #expect(try (0...3).map(result.state) == [["n": 0], ["n": 2], ["n": 5], ["n": 0]])
    let log = try #require(result.log)
    #expect(log.log.header.started == "2023-11-14T22:13:20.000Z")
    #expect(try log.action(2).time == 0.25)
    #expect(
      try log.action(1).action == ["type": "add", "payload": ["by": 2], "form": "members"]
    )
    #expect(try log.action(2).action == ["type": "add", "payload": 3, "meta": "m"])
    // The same file is the same session.
    #expect(try importing(lifted()).log?.log.header.session == log.log.header.session)
  }

  @Test("takes ids with gaps, in any order, and keeps the skipped ones as notes")
  func ids() throws {
    let result = try importing(
      lifted { file in
        file["actionsById"]?["3"].map { third in
          var actions = file["actionsById"]?.object
          actions?["70"] = third
          actions?["3"] = nil
          file["actionsById"] = actions.map { .object($0) }
        }
        file["stagedActionIds"] = [0, 70, 2, 1]
        file["skippedActionIds"] = [2]
        file["computedStates"] = [
          ["state": ["n": 0]], ["state": ["n": 0]], ["state": ["n": 0]], ["state": ["n": 2]],
        ]
      }
    )
    #expect(result.types == ["clear", "add"])
    #expect(try (0...2).map(result.state) == [["n": 0], ["n": 0], ["n": 2]])
    #expect(
      result.run.errors == """
        rewind: state.json: The actions were reordered: the log has them in the order in which they were played, and times that never go back.
        rewind: state.json: One skipped action is kept as a note.

        """
    )
    let log = try #require(result.log)
    #expect(try log.events(after: 1).map(\.description) == ["note \"add was skipped\""])
    #expect(try log.action(2).time == 0.3)
  }

  @Test("ends a log at the action that threw")
  func error() throws {
    let result = try importing(
      lifted {
        $0["computedStates"] = [
          ["state": ["n": 0]], ["state": ["n": 2]], ["state": ["n": 2], "error": "TypeError: no"],
          ["state": ["n": 2], "error": "Interrupted by an error up the chain"],
        ]
      }
    )
    #expect(result.log?.end == .crashed(action: 2))
    #expect(
      result.run.errors
        == "rewind: state.json: Action 2 threw; the action after it, which was not reduced, is kept as a note.\n"
    )
    #expect(
      try result.log?.events(after: 2).map(\.description) == [
        "note \"clear was not reduced\"", "note \"TypeError: no\"",
      ]
    )
  }

  @Test("keeps the state that was shown")
  func cursor() throws {
    let result = try importing(lifted { $0["currentStateIndex"] = 1 })
    #expect(
      try result.log?.events(after: 3).map(\.description) == [
        "jumped to the state after action 1", "the state was changed externally: /n",
      ]
    )
    let beyond = try importing(lifted { $0["currentStateIndex"] = 9 })
    #expect(beyond.run.errors.contains("currentStateIndex is 9"))
  }

  @Test(
    "takes members that are missing",
    arguments: [
      "monitorState", "nextActionId", "stagedActionIds", "skippedActionIds", "currentStateIndex",
      "isLocked",
    ]
  )
  func missing(member: String) throws {
    let result = try importing(lifted { $0[member] = nil })
    #expect(result.types.count == 3 && result.run.errors.isEmpty, "\(member)")
  }

  @Test(
    "takes actions alone, however they are written",
    arguments: [
      #"[{"type":"add","by":2},{"type":"clear"}]"#,
      #"[{"type":"@@INIT"},{"type":"add","by":2},{"type":"clear"}]"#,
      "\u{FEFF}" + #"[{"type":"add","by":2},{"type":"clear"}]"#,
      #"{"payload":"[{\"type\":\"add\",\"by\":2},{\"type\":\"clear\"}]"}"#,
      #"{"payload":[{"type":"add","by":2},{"type":"clear"}]}"#,
      #"[{"type":"PERFORM_ACTION","action":{"type":"add","by":2},"timestamp":1700000000000},{"type":"clear"}]"#,
    ]
  )
  func actions(text: String) throws {
    let result = try importing(text)
    #expect(result.types == ["add", "clear"])
    #expect(result.run.output.contains("The file has no states."))
    #expect(try result.log?.isUnrecorded(2) == true)
    #expect(result.log?.end == .closed)
  }

  @Test("takes the state that actions begin with")
  func preloaded() throws {
    let list = #""payload":"[{\"type\":\"clear\"}]""#
    for state in [#""{\"n\":7}""#, #"{"n":7}"#] {
      let result = try importing("{\(list),\"preloadedState\":\(state)}")
      #expect(try result.state(0) == ["n": 7])
    }
  }

  @Test("says what JavaScript may have changed before")
  func unsafe() throws {
    let result = try importing(
      lifted {
        $0["computedStates"] = [
          ["state": ["id": 9_007_199_254_740_992]], ["state": ["d": ["$jsan": "d1"]]],
          ["state": ["n": 5]], ["state": ["n": 0]],
        ]
      }
    )
    #expect(try result.state(0) == ["id": 9_007_199_254_740_992])
    #expect(try result.state(1) == ["d": ["$jsan": "d1"]])
    #expect(result.run.errors.contains("One number is beyond what JavaScript holds exactly"))
    #expect(result.run.errors.contains("One value that JSON cannot hold"))
  }

  @Test(
    "refuses any other file, in a sentence",
    arguments: [
      ("", "is empty."), (" \n", "is empty."), ("{}", "It is an empty object."),
      (#"{"a":1,"b":2}"#, #"It has "a", "b"."#), ("[1]", "is a list without an action"),
      (#"[{"text":"x"}]"#, #"has a "type""#),
      (#"{"payload":"[{"}"#, #"has a "payload" that cannot be read"#),
      (#"{"payload":{}}"#, "not a list of actions"),
      ("{\"type\":\"a\"}\n{\"type\":\"b\"}\n", "more than one JSON value"),
      (#"{"computedStates":[]}"#, #"has no "actionsById""#),
      (#"{"actionsById":{},"stagedActionIds":[0]}"#, "such as that with the id 0"),
      (#"{"actionsById":{},"stagedActionIds":["a"]}"#, "not whole numbers"),
      ("[{\"type\":\"a\"", "is not JSON"),
      (#"{"rewind":1,"session":"x"}"#, "is a session log already"), ("null", "is not JSON"),
    ]
  )
  func refusals(text: String, why: String) throws {
    let result = try importing(text)
    #expect(result.run.exit == .status(2) && result.run.output.isEmpty, "\(text)")
    #expect(result.run.errors.contains(why), "\(result.run.errors)")
    #expect(result.run.errors.split(separator: "\n").count == 1)
    #expect(result.run.errors.hasPrefix("rewind: state.json "), "\(result.run.errors)")
  }

  /// Imports a file of Redux DevTools, checks what is told, and exports it again.
  private func expectRoundTrip(
    _ text: String,
    tells: String...,
    returning expected: String? = nil,
    _ check: (Import, String) throws -> Void = { _, _ in }
  ) throws {
    try TemporaryFolder.with { folder in
      _ = try folder.file("state.json", text)
      let run = try rewind.run(["import", "state.json", "-o", "s.jsonl"], in: folder.url)
      #expect(run.exit == .status(0), "\(run.errors)")
      for told in tells { #expect(run.errors.contains("state.json: \(told)"), "\(run.errors)") }
      if tells.isEmpty { #expect(run.errors.isEmpty) }
      let path = folder.path("s.jsonl")
      #expect(try rewind.run("check", path).exit == .status(0))
      let export = try rewind.run("export", path, "--redux-devtools")
      #expect(
        try JSONValue(parsing: export.output) == JSONValue(parsing: expected ?? text),
        "\(export.output) \(export.errors)"
      )
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let log = try Timeline.open(SessionLog.open(bytes: Array(bytes), name: path))
      try check(Import(run: run, log: log), path)
    }
  }

  @Test("takes a pause for a change that no recorded action made")
  func pause() throws {
    try expectRoundTrip(
      lifted {
        $0["actionsById"] = $0["actionsById"].flatMap { actions in
          var actions = actions.object
          actions?["2"] = [
            "type": "PERFORM_ACTION", "action": ["type": "@@PAUSED"],
            "timestamp": 1_700_000_000_250,
          ]
          return actions.map { .object($0) }
        }
      },
      tells: "Redux DevTools was paused once"
    ) { result, _ throws in
      #expect(result.types == ["add", "clear"])
      #expect(
        try result.log?.events(after: 1).map(\.description) == [
          "note \"@@PAUSED nothing was recorded until here\"",
          "the state was changed externally: /n",
        ]
      )
    }
  }

  @Test("ends before the first action where @@INIT threw")
  func initialError() throws {
    try expectRoundTrip(
      lifted {
        $0["computedStates"] = [
          ["error": "TypeError: null"], ["error": "Interrupted by an error up the chain"],
          ["error": "Interrupted by an error up the chain"],
          ["error": "Interrupted by an error up the chain"],
        ]
      },
      tells: "@@INIT threw, before the first action: TypeError: null",
      "@@INIT threw; the 3 after it"
    ) { result, _ throws in
      #expect(result.log?.actionCount == 0 && result.log?.end == .stopped)
    }
  }

  @Test("begins after the actions that Redux DevTools no longer had")
  func maximumAge() throws {
    try expectRoundTrip(
      """
      {"monitorState":{},"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1000},
      "41":{"type":"PERFORM_ACTION","action":{"type":"inc"},"timestamp":9000.25},
      "42":{"type":"PERFORM_ACTION","action":{"type":"inc"},"timestamp":9500}},
      "nextActionId":43,"stagedActionIds":[0,41,42],"skippedActionIds":[],"currentStateIndex":1,
      "committedState":{"n":40},"computedStates":[{"state":{"n":40}},{"state":{"n":41}},{"state":{"n":42}}]}
      """,
      tells: "Actions 1–40 are not in the file"
    ) { result, _ throws in
      #expect(result.log?.firstIndex == 40)
      #expect(try result.state(41) == ["n": 41])
    }
  }

  @Test("takes fewer states than actions, an action that is missing, and other members")
  func partial() throws {
    try expectRoundTrip(
      lifted {
        $0["computedStates"] = [["state": ["n": 0]], ["state": ["n": 2]]]
        $0["isPaused"] = true
        $0["mine"] = ["x": [1, nil]]
      },
      tells: "The file has fewer states than actions",
      "Redux DevTools was paused when"
    ) { result, _ throws in
      #expect(try result.log?.isUnrecorded(2) == true)
    }
  }

  @Test(
    "takes values that JavaScript has and JSON does not",
    arguments: [
      #"{"type":{"$jsan":"sREHYDRATE"},"payload":1}"#, #"{"type":{"type":"a"}}"#, #"{"type":7}"#,
      #"{"meta":1,"payload":2}"#, "[]", "null",
      #"{"type":"a","error":true,"payload":{"message":"x"},"meta":{"id":7}}"#,
      #"{"type":"a","error":{"message":"x"},"meta":{"id":7}}"#,
      #"{"type":"a","error":false,"payload":1}"#, #"{"type":"a","error":null}"#,
      #"{"type":"a","error":{"message":"x"},"payload":{"$jsan":"u"}}"#,
      #"{"type":"a","form":"whole","payload":1}"#,
      #"{"type":"a","at":{"$jsan":"d0"},"m":{"$jsan":"m[[1,2]]"},"self":{"$jsan":"$.actionsById.1.action"}}"#,
      #"{"type":"a","id":9007199254740993,"x":-0,"y":1e400,"rewind":{"$jsan":["b"]}}"#,
    ]
  )
  func oddActions(action: String) throws {
    let text = """
      {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1651171950090},
      "1":{"type":"PERFORM_ACTION","action":\(action),"timestamp":1651171952106,"stack":"Error\\n    at x (a.js:1:2)"}},
      "nextActionId":2,"stagedActionIds":[0,1],"skippedActionIds":[],"currentStateIndex":1,
      "computedStates":[{"state":{"n":{"$jsan":"n"}}},{"state":{"at":{"$jsan":"d1"}}}]}
      """
    try TemporaryFolder.with { folder in
      let file = try folder.file("state.json", text).path
      let log = folder.path("s.jsonl")
      let run = try rewind.run("import", file, "-o", log)
      #expect(run.exit == .status(0), "\(run.errors)")
      #expect(try rewind.run("check", log).exit == .status(0))
      let show = try JSONValue(parsing: rewind.run("show", log, "1", "--json").output)
      #expect(show["source"] == "x (a.js:1:2)")
      let export = try rewind.run("export", log, "--redux-devtools")
      #expect(try JSONValue(parsing: export.output) == JSONValue(parsing: text))
    }
  }

  @Test("replaces values that a log cannot hold, counts and reports them")
  func replaced() throws {
    func file(_ state: String) -> String {
      """
      {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":0},
      "1":{"type":"PERFORM_ACTION","action":{"type":"a"},"timestamp":2}},"nextActionId":2,
      "stagedActionIds":[0,1],"skippedActionIds":[],"currentStateIndex":1,
      "computedStates":[{"state":{"n":1}},{"state":\(state)}]}
      """
    }
    try expectRoundTrip(
      file(#"{"a\ud83d":"x\ud83d\ude00y\ude00\u0041\n\ud83d"}"#),
      tells: "3 halves of characters",
      returning: file(#"{"a\ufffd":"x\ud83d\ude00y\ufffdA\n\ufffd"}"#)
    )
    try expectRoundTrip(
      file(#"{"n":1,"m":[],"n":{"a":1,"a":2}}"#),
      tells: "2 keys are there twice",
      returning: file(#"{"n":{"a":2},"m":[]}"#)
    )
    let deep = { String(repeating: #"{"c":["#, count: $0) }
    let closing = { String(repeating: "]}", count: $0) }
    try expectRoundTrip(
      file("\(deep(10_000))1\(closing(10_000))"),
      tells: "One value is nested deeper than 240 levels",
      returning: file("\(deep(120)){\"$rewind\":\"too deep\"}\(closing(120))")
    )
  }

  @Test("puts values where Redux DevTools refers to the first ones, and keeps circles")
  func references() throws {
    func file(_ states: String) -> String {
      """
      {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":0},
      "1":{"type":"PERFORM_ACTION","action":{"type":"a"},"timestamp":2}},"nextActionId":2,
      "stagedActionIds":[0,1],"skippedActionIds":[],"currentStateIndex":1,"computedStates":[\(states)]}
      """
    }
    try expectRoundTrip(
      file(
        #"""
        {"state":{"a b":[{"x":1}],"me":{"$jsan":"$.computedStates[0].state"}}},
        {"state":{"l":{"$jsan":"$.computedStates[0].state[\"a b\"][0]"},"y":{"$jsan":"$.computedStates[0].state"}}}
        """#
      ),
      tells: "2 values that JSON cannot hold",
      returning: file(
        #"""
        {"state":{"a b":[{"x":1}],"me":{"$jsan":"$.computedStates[0].state"}}},
        {"state":{"l":{"x":1},"y":{"a b":[{"x":1}],"me":{"$jsan":"$.computedStates[1].state.y"}}}}
        """#
      )
    )
  }

  @Test("reads standard input, answers scripts, and replaces a file only with --force")
  func output() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("s.jsonl")
      let run = try rewind.run(["import", "-", "-o", path, "--json"], input: lifted())
      #expect(
        try JSONValue(parsing: run.output) == [
          "file": .string(path), "form": "lifted", "actions": 3, "states": true, "end": "closed",
        ]
      )
      let again = try rewind.run(["import", "-", "-o", path], input: lifted())
      #expect(again.exit == .status(2) && again.errors.contains("--force"))
      let forced = try rewind.run(["import", "-", "-o", path, "--force"], input: lifted())
      #expect(forced.exit == .status(0))
      #expect(try rewind.run("import", folder.path("none"), "-o", "x").exit == .status(2))
    }
  }
}
#endif
