import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let today = Program("to-do").path
private let next = Program("to-do-next").path

/// Recordings of an app whose next version calls a field otherwise and has one more.
@Suite("A recording that is older than its app", .process)
struct UpgradeTests {
  private let folder = TemporaryFolder()

  /// Records a session with today's app; returns its path.
  private func recording() throws -> String {
    let path = folder.path("list.jsonl")
    let play = try Program("to-do").run(
      ["--record", path],
      input: """
        load
        TodoAction {"type":"change","params":{"index":1,"status":"done"}}
        TodoAction {"type":"add","params":{"title":"milk"}}
        TodoAction {"type":"remove","params":{"index":0}}
        TodoAction {"type":"delete","params":{"index":2}}
        quit
        """
    )
    #expect(play.exit == .status(0), "\(play.errors)")
    return path
  }

  private func check(_ path: String, _ arguments: String...) throws -> Program.Run {
    try rewind.run(["check", path, "--app"] + arguments)
  }

  @Test("is fine for the app that recorded it")
  func fine() throws {
    let path = try recording()
    let run = try check(path, today)
    #expect(run.exit == .status(0))
    #expect(
      run.lines.dropFirst() == [
        "  Replay by \(today): fine, 5 actions and \(try states(run)) states decoded."
      ]
    )
  }

  /// The number of decoded states, which depends on how large texts are.
  private func states(_ run: Program.Run) throws -> String {
    let match = try #require(run.output.firstMatch(of: #/and (\d+) states? decoded/#))
    return String(match.1)
  }

  @Test("is risky where a member was renamed and one was added, and says how to compare the rest")
  func risky() throws {
    let path = try recording()
    let run = try check(path, next)
    #expect(run.exit == .status(1))
    #expect(run.lines[1].contains(": risky, 5 actions and "))
    let words = run.lines.dropFirst(2).map {
      $0.replacing(#/\d+ times, first/#, with: "N times, first")
    }
    #expect(
      words == [
        "    /edits of the state was added (N times, first at 0).",
        "    /todos of the state is now /items (N times, first at 0).",
        "    To compare the rest: rewind verify \(path) --app \(next) --compare known --ignore /todos",
      ]
    )
    #expect(try rewind.run("verify", path, "--app", next).exit == .status(1))
    for start in ["recorded", "app"] {
      let verify = try rewind.run([
        "verify", path, "--app", next, "--compare", "known", "--ignore", "/todos", "--start",
        start,
      ])
      #expect(verify.output == "\(path): same, 5 actions\n")
    }
  }

  @Test("can be replayed from the app's own start where recorded states cannot be decoded")
  func strict() throws {
    let path = try recording()
    let run = try check(path, next, "--", "strict")
    #expect(run.exit == .status(1))
    #expect(run.lines[1].contains(": risky, "))
    #expect(run.lines[2].hasPrefix("    Recorded states cannot be decoded: "))
    #expect(run.lines[2].hasSuffix("The app can only begin with its own initial state."))
    // What could not be decoded is told by its types.
    #expect(
      run.lines[3...4] == [
        "    TodoState.todos is now items.", "    TodoState.edits is new (Int).",
      ]
    )
    #expect(run.lines[5].hasSuffix(" --start app --compare known -- strict"))
    let recorded = try rewind.run([
      "verify", path, "--app", next, "--start", "recorded", "--", "strict",
    ])
    #expect(recorded.output.contains("undecodable"))
    #expect(recorded.lines.last?.contains("rewind check FILE --app P") == true)
    let own = try rewind.run([
      "verify", path, "--app", next, "--start", "app", "--compare", "known", "--ignore", "/todos",
      "--", "strict",
    ])
    #expect(own.output == "\(path): same, 5 actions\n")
  }

  @Test("is impossible where a member or an action is gone, and says which")
  func impossible() throws {
    let path = try recording()
    let forgetful = try check(path, next, "--json", "--", "forgetful")
    #expect(forgetful.exit == .status(1))
    let report = try #require(try forgetful.json()["replay"])
    #expect(report["verdict"] == "impossible")
    let gone = try #require(report["findings"]?.array?.first)
    #expect(gone["kind"] == "member-gone")
    #expect(gone["path"] == "/snapshots")
    let narrow = try check(path, next, "--", "narrow")
    #expect(narrow.exit == .status(1))
    #expect(
      narrow.output.contains(
        "TodoAction cannot be decoded (5 times, first at 1): no decoder is registered for it"
      )
    )
  }

  @Test("cannot be judged by a program that does not know the question")
  func unknown() throws {
    let path = try recording()
    let script = try folder.file(
      "app.sh",
      "cat > /dev/null; echo '{\"rewind\":1,\"replay\":1,\"actions\":[]}'"
    )
    let run = try check(path, "/bin/sh", "--", script.path)
    #expect(run.exit == .status(2))
    #expect(
      run.errors.hasSuffix(
        """
        cannot forecast what it can replay: it does not support the request "reduce":false. \
        Build it with a newer Rewind, or add the request (`rewind help contract`), or try `rewind verify`.

        """
      ),
      "\(run.errors)"
    )
  }
}
