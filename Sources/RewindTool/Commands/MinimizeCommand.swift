import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindTimeline

extension Command {
  private static let from = Flag(
    "--from",
    choices: Minimization.Start.allCases.map(\.rawValue),
    help: "Begin with the session's start (the default), or with the state before the culprit."
  )
  private static let any = Flag(
    "--any",
    help: "The shortest way to fail alike, even if something else is to blame then."
  )
  private static let keepPayloads = Flag(
    "--keep-payloads",
    help: "Leave payloads as they were recorded."
  )

  static let minimize = Command(
    "minimize",
    "FILE",
    1...1,
    "Finds the few actions that fail as the session did",
    flags: Flag.replaying + [.output, from, any, keepPayloads, .json],
    details: """
      What counts is the same failure. First, a crash with the same signature: how it died,
      in which type of action, and in which functions of the app. Second, the same culprit
      (see `rewind help bisect`): after it the fatal action crashes, and before it does not.
      Without the culprit, the shortest way to a crash is often another bug, as on a list that
      is empty from the start and not because somebody emptied it; --any asks for that.
      Actions are left out from the culprit backwards, then one by one. Then payloads are made
      smaller: with texts and numbers that the session has in the same place, and with fewer
      elements in lists. The result is a session log of its own. Ctrl-C keeps the best so far.
      Exit status 1 if nothing crashes.
      """,
    examples: [
      (
        "minimize recordings/memory-tunes/tap-while-loading.jsonl "
          + "--app .build/debug/memory-tunes -o small.jsonl",
        "the shortest way to the crash"
      ),
      (
        "minimize recordings/memory-tunes/tap-while-loading.jsonl "
          + "--app .build/debug/memory-tunes --any -o any.jsonl",
        "a tap on a board that nobody had filled"
      ),
    ]
  ) { arguments, terminal in
    let timeline = try arguments.openWholeSession(terminal)
    let program = try arguments.program()
    let path = try arguments.outputPath()
    let progress = Progress()
    defer { progress.done() }
    var culprit: CrashBisection.Culprit?
    if !arguments.has(any) {
      culprit = try CrashBisection.culprit(of: timeline, by: program) {
        progress.show("\($0) replays, looking for the culprit")
      }
      guard culprit != nil else { return notReproduced(timeline, arguments, terminal, progress) }
    }
    var options = Minimization.Options()
    options.start = arguments[from].flatMap(Minimization.Start.init) ?? .session
    options.shrinksPayloads = !arguments.has(keepPayloads)
    let outcome = try Interruption.deferred { isInterrupted in
      try Minimization.run(
        timeline,
        by: program,
        keeping: culprit,
        options: options,
        isCancelled: isInterrupted,
        progress: { progress.show("\($0) replays, \($1) actions kept") }
      )
    }
    guard case .found(let result) = outcome else {
      return notReproduced(timeline, arguments, terminal, progress)
    }
    progress.done()
    try result.write(to: path)
    let written = try Timeline(SessionLog(path: path))
    let report = MinimizationReport(
      result,
      culprit,
      written,
      verification: try Verification.run(written, by: program)
    )
    if arguments.has(.json) {
      terminal.print(json: report.json.text)
    } else {
      for line in try report.lines(terminal.output) { terminal.print(line) }
    }
    return .success
  }

  private static func notReproduced(
    _ timeline: Timeline,
    _ arguments: Arguments,
    _ terminal: Terminal,
    _ progress: Progress
  ) -> ExitStatus {
    progress.done()
    terminal.print(
      arguments.has(.json)
        ? #"{"result":"not-reproduced"}"#
        : "Nothing crashes: the app replays all \(counted(timeline.actionCount, "action")) and survives."
    )
    return .negative
  }
}

extension CrashBisection {
  /// The culprit of a session's crash; nil where the app survives the session.
  ///
  /// - Throws: ``Trouble`` where the app cannot replay it.
  static func culprit(
    of timeline: Timeline,
    by program: ReplayProgram,
    progress: @escaping (Int) -> Void = { _ in }
  ) throws -> Culprit? {
    switch try run(timeline, by: program, progress: progress) {
    case .found(let culprit):
      return culprit
    case .notReproduced:
      return nil
    case .undecodable(let session):
      throw Trouble(session)
    case .diesAtStart(let crash, let errors):
      throw Trouble(
        "The app dies while it makes the initial state (\(crash)).\(LastWords(errors).sentence)"
      )
    }
  }
}
