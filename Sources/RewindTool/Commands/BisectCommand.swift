import RewindDiagnosis
import RewindJSON
import RewindQuery
import RewindSession
import RewindTimeline

extension Command {
  private static let condition = Flag(
    "--where",
    "EXPR",
    help: "Find where this begins and ceases to hold: '/game/score > 3'."
  )
  private static let fast = Flag(
    "--fast",
    help: "With --where: halve instead of looking at every state."
  )
  static let bisect = Command(
    "bisect",
    "FILE [run -- COMMAND]",
    1...2,
    "Finds the action that crashed and the one that is to blame",
    flags: Flag.replaying + [.scan] + Flag.judgingStates + [condition, fast] + Flag.searchingStates
      + [.json],
    details: """
      With --app: the fatal action is the last one that begins in a replay. The culprit is
      the first action of the last unbroken run of states, ending right before the crash,
      from which the fatal action crashes in the same way. Every state is tried in a child
      process, for 10 seconds at most; if some are left then, the answer says "probably" and
      which, and --scan goes on to the end. With --never: the action after which a condition first
      held, in the last unbroken run of states of which it does; all states are looked at. No app
      is needed, unless states were not recorded. With --where: every index at which a condition begins to hold, or ceases to;
      all states are looked at. --fast assumes that it changes once, from not holding in the
      first state to holding in the last, and looks at a few. `rewind help expressions` shows
      what a condition can be. With run: the first state that a command calls bad, by the rules
      of `git bisect run`. The command gets the state on standard input and in the file
      $REWIND_STATE, its index in $REWIND_INDEX, and exits with 0 for good, 125 for a state
      that it cannot judge, 126 or 127 to stop the search, anything else, or a signal, for bad.
      Both ends are judged first, and both sides of the answer once more. States that are bad
      for a while can mislead it; with --scan every one is judged, back to the last good one.
      Exit status 1 if nothing was found.
      """,
    examples: [
      (
        "bisect recordings/memory-tunes/tap-while-loading.jsonl --app .build/debug/memory-tunes",
        "which tap, and why"
      ),
      (
        "bisect recordings/memory-tunes/tap-while-loading.jsonl "
          + "--never 'gameState.showLoading and length(gameState.memoryCards) == 0'",
        "which action led to a state that should not be"
      ),
      (
        "bisect recordings/memory-tunes/win.jsonl --where '/gameState/gameFinished == true'",
        "when the game was won"
      ),
      (
        "bisect recordings/memory-tunes/win.jsonl run --bad 22 -- grep -q '\"gameFinished\":false'",
        "the same, judged by a command"
      ),
    ]
  ) { arguments, terminal in
    try arguments.checkOperands()
    let never = try arguments.neverConditions()
    let timeline = try arguments.openWholeSession(terminal)
    if arguments.judgesByCommand {
      guard never.isEmpty, !arguments.has(condition) else {
        throw CommandError("`run` judges states by a command: it goes without --never and --where.")
      }
      return try StateSearch(timeline, arguments, terminal).run()
    }
    if let flag = Flag.searchingStates.first(where: arguments.has) {
      throw CommandError("\(flag.name) is for `rewind bisect FILE run -- COMMAND`.")
    }
    guard never.isEmpty else {
      guard !arguments.has(condition) else {
        throw CommandError("Give either --never, for what must not hold, or --where, for what may.")
      }
      return try NeverSearch(timeline, never, path: arguments.operands[0], terminal)
        .run(asJSON: arguments.has(.json))
    }
    switch (arguments.has(.app), arguments[condition]) {
    case (true, nil):
      return try bisect(timeline, by: arguments.program(), arguments, terminal)
    case (false, let text?):
      let search = ConditionSearch(timeline, try StepExpression(text), terminal)
      return try search.run(fast: arguments.has(fast), asJSON: arguments.has(.json))
    default:
      throw CommandError(
        "Give `rewind bisect` either --app PROGRAM, to search for the cause of a crash, "
          + "or --never EXPR, for that of a wrong state, or --where EXPR, to search for a condition, "
          + "or run -- COMMAND, to have a command judge."
      )
    }
  }

  private static func bisect(
    _ timeline: Timeline,
    by program: ReplayProgram,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws -> ExitStatus {
    let asJSON = arguments.has(.json)
    let progress = Progress()
    let result = try CrashBisection.run(
      timeline,
      by: program,
      budget: arguments.has(.scan) ? .unlimited : .usual,
      progress: { progress.show("\($0) replays") }
    )
    progress.done()
    switch result {
    case .undecodable(let session):
      throw CommandError(session)
    case .diesAtStart(let crash, let errors):
      throw CommandError(
        "The app dies while it makes the initial state (\(crash)).\(LastWords(errors).sentence)"
      )
    case .notReproduced:
      if asJSON {
        terminal.print(#"{"result":"not-reproduced"}"#)
      } else {
        for line in notReproduced(timeline) { terminal.print(line) }
      }
      return .negative
    case .found(let culprit):
      let report = CulpritReport(
        timeline,
        culprit,
        path: arguments.operands[0],
        app: arguments[.app] ?? ""
      )
      if asJSON {
        terminal.print(json: report.json.text)
      } else {
        for line in try report.lines(terminal.output) { terminal.print(line) }
      }
      return .success
    }
  }

  private static func notReproduced(_ timeline: Timeline) -> [String] {
    let actions = counted(timeline.actionCount, "action")
    switch timeline.end {
    case .crashed(let action):
      return [
        "The crash recorded in action \(action) does not happen: the app replays all \(actions) and lives.",
        "Either it has been mended since, or it was not in the reducers alone.",
      ]
    case .stopped, .cut:
      return [
        "No reducer crashes: the app replays all \(actions) and lives.",
        "If it crashed, then after action \(timeline.lastIndex), outside the reducers or not in them alone.",
      ]
    case .closed, .continued:
      return ["There is no crash: the app replays all \(actions) and lives, as recorded."]
    }
  }
}
