import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("A session goes to Redux DevTools", .process)
struct DevToolsExportTests {
  /// A crash after a coupon, with an integer beyond 2^53 and a move of the time machine.
  private func file(_ end: [JSONValue]) throws -> JSONValue {
    try TemporaryFolder.with { folder in
      var session = SessionFile()
      session.add(["after": 0, "state": ["id": 9_007_199_254_740_993, "n": 0], "made": true])
      session.add(1, "Add", ["$jsan": 1], state: ["id": 9_007_199_254_740_993, "n": 1])
      session.add(2, "Add", state: ["id": 7, "n": 2])
      for line in end { session.add(line) }
      let path = try session.write(to: folder)
      let run = try rewind.run("export", path, "--redux-devtools")
      #expect(
        run.errors == """
          rewind: Numbers that JavaScript would change, such as integers beyond 2^53, are written as text, at \
          /state/id.
          rewind: Members called $jsan, which is a mark of Redux DevTools, are written as _$jsan.

          """
      )
      return try run.json()
    }
  }

  @Test("as its lifted state, with times, states, and a crash as an error")
  func lifted() throws {
    let file = try file([["index": 3, "time": 3, "action": ["type": "Crash"]]])
    #expect(file["stagedActionIds"] == [0, 1, 2, 3] && file["nextActionId"] == 4)
    #expect(file["skippedActionIds"] == [] && file["currentStateIndex"] == 3)
    let add = file["actionsById"]?["1"]
    #expect(add?["type"] == "PERFORM_ACTION")
    #expect(add?["action"] == ["type": "Add", "payload": ["_$jsan": 1]])
    #expect(add?["timestamp"] == 1_795_248_001_000)
    #expect(file["actionsById"]?["0"]?["action"] == ["type": "@@INIT"])
    #expect(
      file["computedStates"] == [
        ["state": ["id": "9007199254740993", "n": 0]],
        ["state": ["id": "9007199254740993", "n": 1]], ["state": ["id": 7, "n": 2]],
        ["state": ["id": 7, "n": 2], "error": "The app died while it reduced this action."],
      ]
    )
  }

  @Test("with the actions that a time machine skips, and the state that it shows")
  func travels() throws {
    let file = try file([
      ["travel": "skip", "index": 2, "to": 2, "of": 1],
      ["external": true, "after": 2, "state": ["id": 7, "n": 1]],
      ["travel": "skip", "index": 2, "to": 2, "of": 2],
      ["external": true, "after": 2, "state": ["id": 7, "n": 0]],
      ["travel": "unskip", "index": 2, "to": 2, "of": 2],
      ["external": true, "after": 2, "state": ["id": 7, "n": 1]],
      ["travel": "jump", "index": 2, "to": 1],
      ["external": true, "after": 2, "state": ["id": 7, "n": 0]],
    ])
    #expect(file["skippedActionIds"] == [1])
    #expect(file["currentStateIndex"] == 1)
    #expect(file["stagedActionIds"]?.array?.count == 7)
    #expect(file["actionsById"]?["3"]?["action"]?["type"] == "@@rewind/travel")
  }

  @Test("with the states that were not recorded, if the app computes them")
  func unrecorded() throws {
    let log = Recordings.path("smart-home/few-states.jsonl")
    let refused = try rewind.run("export", log, "--redux-devtools")
    #expect(refused.exit == .status(2) && refused.errors.contains("--app APP"))
    let app = ["--app", Program("smart-home").path]
    let file = try rewind.run(["export", log, "--redux-devtools"] + app).json()
    let shown = file["computedStates"]?.array?.compactMap { $0["state"] } ?? []
    #expect(shown.count == file["stagedActionIds"]?.array?.count && Set(shown).count > 10)
  }
}
