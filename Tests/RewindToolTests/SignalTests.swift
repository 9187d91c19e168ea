import RewindJSON
import RewindTestSupport
import Testing

/// An app that presses ctrl-C instead of the user, in one of its replays.
private struct ImpatientApp {
  let command: [String]

  /// It loses its patience once in its replay of that number, counted from 1, or the next: two may begin at a time.
  init(in folder: TemporaryFolder, pressingIn replay: Int) throws {
    let (runs, pressed) = (folder.path("runs"), folder.path("pressed"))
    let script = try folder.file(
      "app.sh",
      """
      echo run >> '\(runs)'
      if [ "$(grep -c run '\(runs)')" -ge \(replay) ] && mkdir '\(pressed)' 2> /dev/null; then
        kill -INT "$PPID"
      fi
      exec '\(Program("minefield").path)' "$@"

      """
    )
    command = ["--app", "/bin/sh", "--", script.path]
  }
}

@Suite("Ctrl-C", .process, .timeLimit(.minutes(hangingMinutes)))
struct SignalTests {
  private let folder = TemporaryFolder()

  /// Six keys among five hundred ticks, the last right before the door.
  private func treasure(in folder: TemporaryFolder) throws -> String {
    var session = SessionFile(
      app: "minefield",
      start: ["isArmed": false, "steps": 0],
      isMade: true
    )
    var keys: [JSONValue] = []
    for index in 1...500 {
      var (move, payload): (String, JSONValue) = ("tick", [:])
      if index.isMultiple(of: 100) || index == 50 {
        keys.append(JSONValue(keys.count + 1))
        (move, payload) = ("find", ["key": JSONValue(keys.count), "words": []])
      }
      var state: JSONObject = .init([("isArmed", false), ("steps", JSONValue(index))])
      if !keys.isEmpty { state["keys"] = .array(keys) }
      session.add(index, "Move.\(move)", [move: payload], state: .object(state))
    }
    session.add(501, "Move.open", ["open": ["_0": 4_711]], state: nil)
    return try session.write(to: folder)
  }

  @Test("leaves the shortest session that was found so far, and says that it may be shorter")
  func minimize() throws {
    let (log, small) = (try treasure(in: folder), folder.path("small.jsonl"))
    let app = try ImpatientApp(in: folder, pressingIn: 20)
    let run = try rewind.start(["minimize", log, "-o", small] + app.command)
    #expect(run.exit == .status(0))
    #expect(run.output.contains("Not proven minimal: the search was stopped."))
    #expect(run.output.contains("\(small): same, "))
    let verify = try rewind.run("verify", small, "--app", Program("minefield").path)
    #expect(verify.output.contains("the crash (trap) included"))
  }

  @Test("leaves a page with the shortest way that was found so far, and warns of it")
  func report() throws {
    let (log, page) = (try treasure(in: folder), folder.path("page.html"))
    // Later than the searches for the culprit, and for what the crash needs.
    let app = try ImpatientApp(in: folder, pressingIn: 30)
    let run = try rewind.start(["report", log, "-o", page] + app.command)
    #expect(run.exit == .status(0))
    #expect(run.errors.contains("Stopped: the page has the shortest reproduction"))
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains(#""isMinimal":false"#))
  }

  @Test("ends the tool while the culprit is looked for: there is nothing to be left")
  func bisect() throws {
    let log = try treasure(in: folder)
    let app = try ImpatientApp(in: folder, pressingIn: 2)
    let run = try rewind.start(["bisect", log] + app.command)
    #expect(run.exit == .signal(2))
    #expect(run.output.isEmpty)
  }
}
