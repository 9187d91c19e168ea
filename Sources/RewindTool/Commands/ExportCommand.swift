import RewindJSON
import RewindSession
import RewindTimeline

extension Command {
  private static let states = Flag("--states", help: "Whole states beside the actions.")

  static let export = Command(
    "export",
    "FILE",
    1...1,
    "Prints one line of JSON per action, for jq and DuckDB",
    flags: [states],
    details: """
      Each line is {"index","action"}, with --states {"index","action","state"}: the state after
      the action, null if the program died in it. The initial state has the index 0 and the action
      null.
      """,
    examples: [
      (
        "export recordings/memory-tunes/win.jsonl --states | jq -c '[.index, .state.gameState.gameFinished]'",
        "when the game was won"
      )
    ]
  ) { arguments, terminal in
    let timeline = try arguments.openSession(terminal)
    let progress = Progress()
    defer { progress.done() }
    func export(_ index: Int, _ action: JSONValue) throws {
      progress.show("action \(index) of \(timeline.lastIndex)")
      var members: [(String, JSONValue)] = [("index", JSONValue(index)), ("action", action)]
      if arguments.has(states) {
        let hasState = try timeline.stateLine(after: index) != nil
        members.append(("state", hasState ? try timeline.state(after: index) : .null))
      }
      terminal.print(json: JSONValue.object(JSONObject(members)).text)
    }
    let start = timeline.firstIndex
    if try timeline.stateLine(after: start) != nil { try export(start, .null) }
    var next = start + 1
    while let action = try timeline.nextAction(from: next) {
      try export(action.index, action.action)
      next = action.index + 1
    }
    return .success
  }
}
