import RewindDiagnosis
import RewindJSON
import RewindQuery
import RewindSession
import RewindTimeline

extension Command {
  private static let condition = Flag(
    "--where EXPR",
    help: "Find where this starts and stops holding: '/game/score > 3'."
  )
  private static let fast = Flag(
    "--fast",
    help: "With --where: use a binary search instead of checking every state."
  )
  private static let seconds = Flag(
    "--seconds N",
    help: "With --app: try states for this long; the answer then depends on the machine."
  )
  static let bisect = Command(
    "bisect",
    "FILE [run -- COMMAND]",
    1...2,
    "Finds the action that crashed and the action to blame",
    flags: Flag.replaying + [.scan, seconds] + Flag.judgingStates + [condition, fast]
      + Flag.searchingStates
      + [.json],
    details: """
      With --app: the fatal action is the one that crashes. The culprit is the action that led
      to the first state from which the fatal action crashes in the same way, and from then on
      crashes from every state up to the crash. States are tried in child processes, up
      to 1,000 replays or 4,000,000 replayed actions; if some are untried then, the answer
      says "probably" and lists them; --scan tries all, and --seconds limits the time instead.

      With --never: the action after which a condition first held, in the last unbroken run of
      states in which it holds, and the action after which it held first; who wrote what it
      reads, too. All states are checked. No app is needed, unless states were
      not recorded. `rewind help expressions` describes conditions.

      With --where: every index at which a condition starts or stops holding; all states are
      checked. --fast assumes that it changes once, from not holding in the first state to
      holding in the last, and checks a few.

      With run: the first state that a command calls bad, by the rules of `git bisect run`.
      The command gets the state on standard input and in the file $REWIND_STATE, its index in
      $REWIND_INDEX, and exits with 0 for good, 125 for a state that it cannot check, 126 or
      127 to stop the search, anything else, or a signal, for bad. Both ends are checked
      first, and both sides of the answer again at the end. States that are bad for a while
      can mislead it; with --scan every state is checked, back to the last good one.

      Exit status 1 if nothing was found.
      """,
    examples: """
      bisect recordings/memory-tunes/tap-while-loading.jsonl --app .build/debug/memory-tunes
        which tap, and why
      bisect recordings/memory-tunes/tap-while-loading.jsonl \
      --never 'gameState.showLoading and length(gameState.memoryCards) == 0'
        the action that led to a wrong state
      bisect recordings/memory-tunes/win.jsonl --where '/gameState/gameFinished == true'
        when the game was won
      bisect recordings/memory-tunes/win.jsonl run --bad 22 -- grep -q '"gameFinished":false'
        the same, checked by a command
      """
  ) { arguments, terminal in
    try arguments.checkOperands()
    let never = try arguments.neverConditions()
    let timeline = try arguments.openWholeSession(terminal)
    if arguments.judgesByCommand {
      guard never.isEmpty, !arguments.has(condition) else {
        throw CommandError("`run` checks states by a command: use it without --never and --where.")
      }
      return try StateSearch.prepare(timeline, arguments, terminal).run()
    }
    if let flag = Flag.searchingStates.first(where: arguments.has) {
      throw CommandError("\(flag.name) requires `rewind bisect FILE run -- COMMAND`.")
    }
    guard never.isEmpty else {
      guard !arguments.has(condition) else {
        throw CommandError(
          "--never and --where cannot be combined: --never is for what must not hold, --where for what may."
        )
      }
      return try blame(never, in: timeline, arguments, terminal)
    }
    if let text = arguments[condition], !arguments.has(.app) {
      return try ConditionSearch(
        timeline: timeline,
        condition: StepExpression(text),
        terminal: terminal
      ).run(fast: arguments.has(fast), asJSON: arguments.has(.json))
    }
    guard try !arguments.has(condition) && arguments.app() != nil else {
      throw CommandError(
        "`rewind bisect` needs --app PROGRAM, to search for the cause of a crash, "
          + "or --never EXPR, for the cause of a wrong state, or --where EXPR, to search for a condition, "
          + "or run -- COMMAND, to have a command check states. \(ProjectApp.advice)"
      )
    }
    return try bisect(timeline, by: arguments.program(), arguments, terminal)
  }

  /// Searches for the actions to blame for wrong states, one condition after the other.
  private static func blame(
    _ conditions: [NeverCondition],
    in timeline: Timeline,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws -> ExitStatus {
    let asJSON = arguments.has(.json)
    var isFound = false
    for (number, condition) in conditions.enumerated() {
      let progress = Progress()
      let report = NeverPrinter(
        timeline: timeline,
        condition: condition,
        runs: try timeline.runs(of: condition.expression) {
          progress.show("state \($0) of \(timeline.lastIndex)")
        },
        path: arguments.operands[0]
      )
      isFound = isFound || report.isFound
      if number > 0, !asJSON { terminal.print() }
      try terminal.print(asJSON: asJSON, report.json(), report.lines(terminal.output))
      try terminal.warnOfNames(
        of: condition.expression,
        in: timeline,
        isFound: report.isFound,
        mayBeAbsent: true
      )
    }
    return isFound ? .success : .negative
  }

  private static func budget(_ arguments: Arguments) throws -> SearchBudget {
    guard let seconds = try arguments.count(seconds, upTo: 1_000_000) else {
      return arguments.has(.scan) ? .unlimited : .usual
    }
    let end = ContinuousClock.now + .seconds(seconds)
    return SearchBudget { ContinuousClock.now >= end }
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
      budget: budget(arguments),
      progress: { progress.show("\($0) replays") }
    )
    switch result {
    case .found(let culprit):
      let report = CulpritPrinter(
        timeline: timeline,
        culprit: culprit,
        path: arguments.operands[0],
        app: try arguments.app() ?? "",
        appArguments: arguments.rest
      )
      try terminal.print(asJSON: asJSON, report.json, report.lines(terminal.output))
      return .success
    case .blameless(let crash):
      terminal.print(asJSON: asJSON, crash.json, crash.lines)
    case .unresolved(let input):
      terminal.print(asJSON: asJSON, input.json, input.lines)
    case .notReproduced, .otherCrash:
      let replay = try OtherReplay.compared(timeline, by: program, crash: result.otherCrash)
      terminal.print(asJSON: asJSON, replay.json, replay.lines)
    case .undecodable, .diesAtStart:
      throw CommandError(lines: try result.obstacle(to: timeline, by: program))
    }
    return .negative
  }
}
