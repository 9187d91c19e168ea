import Foundation
import RewindJSON
import RewindLog
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("rewind import", .process)
struct ImportCommandTests {
  private let folder = TemporaryFolder()

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
  private func lifted(_ change: (inout JSONObject) -> Void = { _ in }) throws -> String {
    let file = #"""
      {"monitorState":{},"actionsById":{
      "0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1700000000000},
      "1":{"type":"PERFORM_ACTION","action":{"type":"add","by":2},"timestamp":1700000000100},
      "2":{"type":"PERFORM_ACTION","action":{"type":"add","payload":3,"meta":"m"},"timestamp":1700000000250},
      "70":{"type":"PERFORM_ACTION","action":{"type":"clear"},"timestamp":1700000000300}},
      "nextActionId":71,"stagedActionIds":[0,1,2,70],"skippedActionIds":[],"currentStateIndex":3,
      "computedStates":[{"state":{"n":0}},{"state":{"n":2}},{"state":{"n":5}},{"state":{"n":0}}],
      "isLocked":false,"isPaused":false}
      """#
    var object = try JSONValue(parsing: file).object ?? JSONObject()
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
    #expect(try log.action(1).action == ["type": "add", "payload": ["by": 2], "form": "members"])
    #expect(try log.action(2).action == ["type": "add", "payload": 3, "meta": "m"])
    // The same file is the same session.
    #expect(try importing(lifted()).log?.log.header.session == log.log.header.session)
  }

  @Test(
    "begins with the state that an @@init of a list carries, and refuses what is no list of actions"
  )
  func listForms() throws {
    let list = #"[{"type":"@@init","payload":{"n":4}},{"type":"add","by":1}]"#
    let result = try importing(list)
    #expect(result.types == ["add"])
    #expect(try result.state(0) == ["n": 4])
    let message = try importing(#"[{"type":"ACTION","source":"@devtools-page","payload":"{}"}]"#)
    #expect(message.run.errors.contains("has messages of @devtools-page, not actions."))
    let broken = try importing(lifted().replacing(#"{"state":{"n":5}}"#, with: "oops"))
    #expect(broken.run.exit == .status(2))
    #expect(broken.run.errors.contains("state.json is not JSON"))
  }

  @Test("takes ids with gaps, in any order, and keeps the skipped ones as notes")
  func ids() throws {
    let result = try importing(
      lifted { file in
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
        rewind: state.json: Actions in another order than dispatched, logged as they were played: 2.
        rewind: state.json: Skipped actions, kept as notes: 1.

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
        == "rewind: state.json: Actions after the one that threw, left out: 1.\n"
    )
    #expect(try result.log?.events(after: 2).map(\.description) == ["note \"TypeError: no\""])
  }

  @Test("counts and reports what a log has no place for, or has otherwise")
  func differences() throws {
    let result = try importing(
      #"""
      {"monitorState":{"selected":1},"actionsById":{
      "0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":0},
      "41":{"type":"PERFORM_ACTION","action":{"type":7},"timestamp":2,"stack":"Error","mine":1},
      "42":{"type":"PERFORM_ACTION","action":{"type":"@@PAUSED"},"timestamp":3},
      "43":{"type":"PERFORM_ACTION","action":{"type":"x\ud83dy\ud83d\ude00"},"timestamp":4,"stack":"Error"},
      "44":{"type":"PERFORM_ACTION","action":{"type":"z"},"timestamp":5}},
      "nextActionId":45,"stagedActionIds":[0,41,42,43,44],"skippedActionIds":[],"currentStateIndex":1,
      "committedState":{"n":39},"computedStates":[{"state":{"n":40}},
      {"state":{"n":{"$jsan":"d0"},"a b":[{"deep":\#(String(repeating: "[", count: 240))\#(String(repeating: "]", count: 240))}]}},
      {"state":{"same":{"$jsan":"$.computedStates[1].state.n"},"id":9007199254740993}},
      {"state":{"me":{"$jsan":"$.computedStates[3].state"}}}],"isPaused":true}
      """#
    )
    #expect(
      result.run.errors == """
        rewind: state.json: Actions before the first one, no longer in the file (maxAge): 40.
        rewind: state.json: Actions not in the file, as in a pause, kept as external changes: 1.
        rewind: state.json: Actions without a state, which the app that --app names can compute: 1.
        rewind: state.json: Actions whose type is not text, kept as payloads: 1.
        rewind: state.json: Halves of characters (lone surrogates), replaced by U+FFFD: 1.
        rewind: state.json: Values nested deeper than 240 levels, left out: 1.
        rewind: state.json: References that lead in a circle, nowhere or to too much, left out: 1.
        rewind: state.json: Numbers beyond 2^53 and the like, which JavaScript may have rounded: 1.
        rewind: state.json: Values that JSON cannot hold, such as dates, kept as {"$jsan":…} (see \
        `rewind help redux`): 2.
        rewind: state.json: Monitor states, not kept: 1.
        rewind: state.json: Committed states, not kept: 1.
        rewind: state.json: Jumps to another state, not kept: 1.
        rewind: state.json: Stack traces, not kept: 2.
        rewind: state.json: Other members, not kept: 2.

        """
    )
    #expect(result.types == ["7", "x\u{FFFD}y\u{1F600}", "z"])
    #expect(try result.state(0) == ["n": 40])
    #expect(
      try result.log?.state(before: 2)
        == ["same": ["$jsan": "d0"], "id": 9_007_199_254_740_993]
    )
    #expect(try result.state(2) == ["me": ["me": ["$rewind": "cycle"]]])
    #expect(try result.log?.isUnrecorded(3) == true)
  }

  @Test(
    "takes actions alone, however they are written, and the state that they begin with",
    arguments: [
      #"[{"type":"add","by":2},{"type":"clear"}]"#,
      #"[{"type":"@@INIT"},{"type":"add","by":2},{"type":"clear"}]"#,
      "\u{FEFF}" + #"[{"type":"add","by":2},{"type":"clear"}]"#,
      #"{"payload":"[{\"type\":\"add\",\"by\":2},{\"type\":\"clear\"}]"}"#,
      #"{"payload":[{"type":"add","by":2},{"type":"clear"}],"preloadedState":"{\"n\":7}"}"#,
      #"{"payload":[{"type":"add","by":2},{"type":"clear"}],"preloadedState":{"n":7}}"#,
    ]
  )
  func actions(text: String) throws {
    let result = try importing(text)
    #expect(result.types == ["add", "clear"])
    #expect(result.run.output.contains("The file has no states."))
    #expect(try result.log?.isUnrecorded(2) == true)
    #expect(result.log?.end == .closed)
    if text.contains("preloadedState") { #expect(try result.state(0) == ["n": 7]) }
  }

  @Test(
    "takes actions of any form and the least of members, and exports the actions as they were",
    arguments: [
      #"{"type":{"$jsan":"sREHYDRATE"},"payload":1}"#, #"{"meta":1,"payload":2}"#, "[]",
      #"{"type":"a","error":true,"payload":{"message":"x"},"meta":{"id":7}}"#,
      #"{"type":"a","error":false,"payload":1}"#, #"{"type":"a","error":null}"#,
      #"{"type":"a","error":{"message":"x"},"payload":{"$jsan":"u"}}"#,
      #"{"type":"a","form":"whole","payload":1}"#,
      #"{"type":"a","at":{"$jsan":"d0"},"m":{"$jsan":"m[[1,2]]"},"x":-0}"#,
    ]
  )
  func oddActions(action: String) throws {
    let entry = #"{"type":"PERFORM_ACTION","action":\#(action),"timestamp":2}"#
    let text = #"""
      {"actionsById":{"0":{"action":{"type":"@@INIT"}},"1":\#(entry)},
      "computedStates":[{"state":{"n":{"$jsan":"n"}}},{"state":{"at":{"$jsan":"d1"}}}]}
      """#
    let file = try folder.file("state.json", text).path
    let log = folder.path("s.jsonl")
    #expect(try rewind.run("import", file, "-o", log).exit == .status(0))
    let export = try rewind.run("export", log, "--redux-devtools").json()
    #expect(try export["actionsById"]?["1"]?["action"] == JSONValue(parsing: action))
    #expect(export["computedStates"]?.array?.last?["state"] == ["at": ["$jsan": "d1"]])
  }

  @Test(
    "refuses any other file, in a sentence",
    arguments: [
      ("", "is empty."), ("{}", "It has no members."), ("[1]", "is a list without an action"),
      (#"{"payload":"[{"}"#, #"has a "payload" that cannot be read"#),
      (#"{"actionsById":{},"stagedActionIds":[0]}"#, #"has no "actionsById""#),
      (
        #"{"actionsById":{"0":{"action":{"type":"@@INIT"}}},"computedStates":[{"error":"TypeError: no"}]}"#,
        "@@INIT threw, before the first action: TypeError: no"
      ),
      ("[{\"type\":\"a\"", "is not JSON"),
      (#"{"rewind":1,"session":"x"}"#, "is a session log already"),
    ]
  )
  func refusals(text: String, why: String) throws {
    let result = try importing(text)
    #expect(result.run.exit == .status(2) && result.run.output.isEmpty, "\(text)")
    #expect(result.run.errors.contains(why), "\(result.run.errors)")
    #expect(result.run.errors.split(separator: "\n").count == 1)
    #expect(result.run.errors.hasPrefix("rewind: state.json "), "\(result.run.errors)")
  }

  @Test("reads standard input, answers scripts, and replaces a file only with --force")
  func output() throws {
    let path = folder.path("s.jsonl")
    let run = try rewind.run(["import", "-", "-o", path, "--json"], input: lifted())
    #expect(
      try run.json() == [
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
