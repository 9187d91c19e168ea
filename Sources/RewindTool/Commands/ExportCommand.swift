import Foundation
import RewindJSON
import RewindLog
import RewindReports
import RewindSession
import RewindTimeline

extension Command {
  private static let states = Flag("--states").help("Whole states beside the actions.")
  private static let devTools = Flag("--redux-devtools").excluding(states)
    .help("The file that Redux DevTools imports, with every state.")
  private static let rows = Flag("--rows").excluding(devTools, .app)
    .help("Two tables of many sessions in the folder of -o: actions and sessions.")
  private static let triageResult = Flag("--triage", .file).needing(rows)
    .help("With --rows: an output of `rewind triage --json`, for group, culprit and signature.")
  private static let output = Flag("-o", .output(""))
    .help("The file for the result, not standard output; with --rows, the folder for two tables.")

  static let export = Command(
    name: "export",
    operands: [.sessions],
    summary: "Writes sessions for jq, DuckDB, Spark and Redux DevTools",
    flags: [states, rows, triageResult, devTools, output, .force] + Flag.replaying,
    isForAgents: false,
    details: """
      Without a flag, one line of JSON per action of one session: {"index","action"}, with --states
      {"index","action","state"}: the state after the action, null if the program died in it. The
      initial state has the index 0 and the action null. --rows writes two tables of any number of
      sessions, actions.jsonl and sessions.jsonl, for DuckDB and Spark: `rewind help
      rows` has their columns, and queries. --redux-devtools writes the lifted state of Redux
      DevTools: every action with its time, every state, the actions that a time machine skipped and
      the state that it showed last, and a crash as an error; `rewind help redux` says more. If not
      every state was recorded, the app that --app names computes them.
      """,
    examples: """
      export recordings/memory-tunes/win.jsonl --states | jq -c '[.index, \
      .state.gameState.gameFinished]'
        when the game was won
      export recordings --rows -o tables
        every sample, as two tables
      export recordings/memory-tunes/win.jsonl --redux-devtools -o state.json
        a game, to import into Redux DevTools
      """
  ) { arguments, terminal in
    if arguments.has(rows) {
      let rows = SessionRows(
        hasStates: arguments.has(states),
        triage: try arguments[triageResult].map(TriageResult.read)
      )
      try RowExport(rows: rows, triage: arguments[triageResult]).run(arguments, terminal)
      return .success
    }
    if let second = arguments[1] {
      throw InputError.unexpected(second, of: "rewind export FILE")
    }
    if arguments.has(devTools) {
      try exportForDevTools(arguments, terminal)
    } else {
      let timeline = try arguments.openSessionComputing(terminal)
      try arguments.writingResult(terminal) {
        try exportActions(timeline, arguments.has(states), to: $0)
      }
    }
    return .success
  }

  private static func exportActions(
    _ timeline: Timeline,
    _ hasStates: Bool,
    to put: (String) throws -> Void
  ) throws {
    let progress = Progress()
    func export(_ index: Int, _ action: JSONValue) throws {
      progress.show("action \(index) of \(timeline.lastIndex)")
      var members: [(String, JSONValue)] = [("index", JSONValue(index)), ("action", action)]
      if hasStates {
        let hasState = try timeline.stateLine(after: index) != nil
        members.append(("state", hasState ? try timeline.state(after: index) : .null))
      }
      try put(JSONValue.object(JSONObject(members)).text + "\n")
    }
    let start = timeline.firstIndex
    if try timeline.stateLine(after: start) != nil { try export(start, .null) }
    var next = start + 1
    while let action = try timeline.nextAction(from: next) {
      try export(action.index, action.action)
      next = action.index + 1
    }
  }

  private static func exportForDevTools(_ arguments: Arguments, _ terminal: Terminal) throws {
    let timeline = try arguments.openWholeSession(terminal)
    guard var export = try DevToolsExport.read(timeline) else {
      throw CommandError(
        "\(timeline.log.path) has no state. Redux DevTools needs the one that the session begins with."
      )
    }
    let progress = Progress()
    try arguments.writingResult(terminal) { put in
      try export.write(progress: { progress.show("state \(Int($0 * 100)) %") }, to: put)
      try put("\n")
    }
    for warning in export.warnings { terminal.warn("rewind: \(warning.escapedForTerminal)") }
  }
}

extension Arguments {
  /// Lets a function write the result piece by piece: to the file that `-o` names, which appears when it is
  /// whole, or to standard output.
  func writingResult(
    _ terminal: Terminal,
    _ write: ((String) throws -> Void) throws -> Void
  ) throws {
    guard has(.output), self[.output] != "-" else {
      return try write { terminal.print(piece: $0) }
    }
    let path = try outputPath()
    let file = try PrivateFile.Part(of: path)
    Signals.beforeExit { [part = file.part] in unlink(part) }
    defer { Signals.beforeExit(nil) }
    try write { try file.put($0) }
    try file.finish()
    terminal.print("\(path): written.")
  }
}
