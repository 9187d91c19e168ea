import RewindJSON
import RewindTestSupport
import Testing

/// What is typed in an example, and the actions that it then records, each with the number of its cause.
private struct Effects: CustomTestStringConvertible {
  let app: String
  var flags: [String] = []
  let script: String
  let actions: [String]

  var testDescription: String { app }
}

private let effects = [
  // A thunk whose answer comes by a completion handler.
  Effects(
    app: "memory-tunes",
    script: "play\narrive\n",
    actions: ["RoutingAction", "FetchTunesAction", "SetCardsAction ← 2"]
  ),
  Effects(
    app: "home-list",
    script: "arrive\nrefresh\narrive\n",
    actions: ["FetchHomeList", "ReceiveHomeList ← 1", "FetchHomeList", "ReceiveHomeList ← 3"]
  ),
  // A task, and a queue between it and the reducer.
  Effects(
    app: "bookmarks",
    script: "BookmarkAction.onClickRefresh\narrive\nwake\narrive\n",
    actions: [
      "BookmarkAction.onClickRefresh", "BookmarkAction.refresh ← 1",
      "BookmarkAction.onClickRefresh", "BookmarkAction.refresh ← 3",
    ]
  ),
  // Middleware that dispatches within a dispatch.
  Effects(
    app: "smart-home",
    flags: ["--devices", "200", "--seed", "2"],
    script: """
      ReportTemperature {"device":154,"temperature":10}
      ReportTemperature {"device":154,"temperature":30}
      """,
    actions: ["ReportTemperature", "ReportTemperature", "RunAutomation ← 2"]
  ),
  // An action creator that dispatches only when its answer comes: no action is there that it could answer.
  Effects(
    app: "flux-to-do",
    script: """
      fetch
      arrive
      TodoAction.Create {"title":"a","isDone":false}
      """,
    actions: ["TodoAction.Fetch", "TodoAction.Create"]
  ),
  // It has no effects; what one line after the other dispatches has no cause in the line before.
  Effects(
    app: "to-do",
    script: """
      load
      TodoAction {"type":"add","params":{"title":"a"}}
      TodoAction {"type":"change","params":{"index":0,"status":"done"}}
      """,
    actions: ["TodoAction", "TodoAction", "TodoAction"]
  ),
]

@Suite("The causes of an example's actions", .process)
struct ExampleCauseTests {
  private let folder = TemporaryFolder()

  @Test("are the actions whose effects have dispatched them, and no others", arguments: effects)
  private func causes(effects: Effects) throws {
    let log = folder.path("log.jsonl")
    let app = Program(effects.app)
    _ = try app.run(effects.flags + ["--record", log], input: effects.script)
    let rows = try Program("rewind").run("log", log, "--json").lines
    let actions = try rows.map { row in
      let json = try JSONValue(parsing: row)
      let cause = json["cause"]?["index"]?.int.map { " ← \($0)" } ?? ""
      return (json["type"]?.string ?? "?") + cause
    }
    #expect(actions == effects.actions)
  }
}
