import RewindDiagnosis
import RewindQuery
import RewindSession
import RewindTimeline

extension Command {
  private static let seconds = Flag("--seconds", .seconds)
    .help("With --app: try states for this long; the answer then depends on the machine.")
  private static let noParts = Flag("--no-parts").typed
    .help("Do not search which of the culprit's changes, and of the values read, the crash needs.")
  static let bisect = Command(
    name: "bisect",
    operands: [
      Flag("FILE|EVENT", .session).help("A log, @last, or a crash reporter's event."), .run,
    ],
    summary: "Finds the action to blame for a crash or a wrong state",
    flags: Flag.replayingSession + [eventLogs, .scan, seconds, noParts, .stores]
      + Flag.judgingStates
      + Flag.searchingStates
      + [.json],
    details: """
      Why did it crash? With --app: the fatal action is the one that crashes. The culprit is the action that led
      to the first state from which the fatal action crashes in the same way, and from then on
      crashes from every state up to the crash. States are tried in child processes, up
      to 1,000 replays or 4,000,000 replayed actions; if some are untried then, the answer
      says "probably" and lists them; --scan tries all, and --seconds limits the time instead.
      Then up to 60 replays show which of the culprit's changes, and which value that a reducer read, the crash
      needs: it is told if it is enough alone, and the app survives without it.
      With --builds DIR, the build is the one in the folder that is called as the commit (seven digits are
      enough) or the version in the log, which cannot name a program.

      EVENT.json is the event of a crash reporter: {"session":"ID","version":"1.2","stack":["function", …]}, with
      the innermost function first. The session is the recorder's id (recorder.session.uuidString), which the
      app sets as a tag of the event, as session or as rewind.session; the log with it is searched in --sessions. The
      event's stack is compared with the replay's, and the commands that lead to a test are printed.

      Which action made the state wrong? With --never: the action after which a condition first held, in
      the last unbroken run of states in which it holds, and the action after which it held first; who
      wrote what it reads, too. All states are checked. No app is needed, unless states were not
      recorded. `rewind help expressions` describes conditions.

      Which state does a command call bad? With run: the first one, by the rules of `git bisect run`.
      The command gets the state on standard input and in the file $REWIND_STATE, its index in
      $REWIND_INDEX, and exits with 0 for good, 125 for a state that it cannot check, 126 or
      127 to stop the search, anything else, or a signal, for bad. Both ends are checked
      first, and both sides of the answer again at the end. States that are bad for a while
      can mislead it; with --scan every state is checked, back to the last good one.

      With --stores, for a folder and for @last, each store of the session is replayed, and the
      one that crashes is searched; --never is about the states of all.

      Exit status 1 if nothing was found.
      """,
    examples: """
      bisect recordings/memory-tunes/tap-while-loading.jsonl --app .build/debug/memory-tunes
        which tap, and why
      bisect recordings/memory-tunes/tap-while-loading.jsonl \
      --never 'gameState.showLoading and length(gameState.memoryCards) == 0'
        the action that led to a wrong state
      bisect recordings/memory-tunes/win.jsonl run --bad 22 -- grep -q '"gameFinished":false'
        when the game was won, checked by a command
      bisect event.json --sessions crashes --builds builds
        from a crash out there to its culprit
      """
  ) { arguments, terminal in
    if isEvent(arguments) { return try bisectEvent(arguments, budget(arguments), terminal) }
    let never = try arguments.neverConditions()
    if arguments.judgesByCommand, !never.isEmpty {
      throw InputError.notWith("`run`", Flag.never.name)
    }
    if !arguments.judgesByCommand, let flag = Flag.searchingStates.first(where: arguments.has) {
      throw InputError.needs(flag.name, "`run -- COMMAND`")
    }
    if !arguments.judgesByCommand, never.isEmpty,
      let stores = try arguments.sessionStores(arguments.operands[0], terminal, isReplayed: true)
        .stores
    {
      return try searchStores(stores, arguments, terminal)
    }
    let timeline = try arguments.openWholeSession(terminal)
    if arguments.judgesByCommand {
      let answer = try StateSearch.prepare(timeline, arguments, terminal).run()
      try terminal.show(answer)
      return answer.isFound ? .success : .negative
    }
    if !never.isEmpty { return try blame(never, in: timeline, arguments, terminal) }
    let program = try crashingProgram(of: timeline.log.header, arguments, terminal)
    let answer = try CrashAnswer.search(
      timeline,
      by: program,
      budget: budget(arguments),
      path: arguments.operands[0]
    )
    try terminal.show(answer)
    return answer.isFound ? .success : .negative
  }

  /// Returns the build that a header names, or the program of `--app`.
  private static func crashingProgram(
    of header: SessionHeader,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws -> ReplayProgram {
    guard let program = try arguments.build(of: header, terminal)?.program else {
      throw CommandError(
        "`rewind bisect` needs --app PROGRAM or --builds DIR, to search for the cause of a crash, "
          + "or --never EXPR, for the cause of a wrong state, or run -- COMMAND, to have a command check "
          + "states. \(EnvironmentPrograms.advice)"
      )
    }
    if program.isSimulated, !arguments.has(noParts) {
      terminal.warn(
        "rewind: What the crash needs is searched for once the culprit is known, for up to a minute in a simulator; \(noParts.name) leaves that out."
      )
    }
    return program
  }

  /// Replays each store of a session, and searches for the action to blame in the one that crashes.
  private static func searchStores(
    _ stores: SessionStores,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws -> ExitStatus {
    let header = stores.members[0].segments[0].log.header
    let program = try crashingProgram(of: header, arguments, terminal)
    var isFound = false
    for member in stores.members {
      let answer = try StoreCrashAnswer.search(member, by: program, budget: budget(arguments))
      isFound = isFound || answer.isFound
      try terminal.show(answer)
    }
    return isFound ? .success : .negative
  }

  /// Searches for the actions to blame for wrong states, one condition after the other.
  private static func blame(
    _ conditions: [Invariant],
    in timeline: Timeline,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws -> ExitStatus {
    var isFound = false
    for (number, condition) in conditions.enumerated() {
      let answer = try NeverAnswer.search(
        condition,
        in: timeline,
        path: arguments.operands[0]
      )
      isFound = isFound || answer.isFound
      if number > 0, !arguments.has(.json) { terminal.print() }
      try terminal.show(answer)
      try terminal.warnOfNames(
        of: condition.expression,
        in: timeline,
        isFound: answer.isFound,
        mayBeAbsent: true
      )
    }
    return isFound ? .success : .negative
  }

  private static func budget(_ arguments: Arguments) -> SearchBudget {
    var budget = arguments.has(.scan) ? SearchBudget.unlimited : .usual
    if let time = arguments.seconds(seconds) {
      let end = ContinuousClock.now + time
      budget = SearchBudget { ContinuousClock.now >= end }
    }
    budget.findsNeeds = !arguments.has(noParts)
    return budget
  }
}
