import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindSession
import RewindTimeline

extension Command {
  private static let from = Flag("--from", .choice(Minimization.Start.allCases.map(\.rawValue)))
    .help("Begin at the session's start (the default), or at the state before the culprit.")
  private static let any = Flag("--any")
    .help("The shortest reproduction of the failure, even with another culprit.")
  private static let keepPayloads = Flag("--keep-payloads").help("Leave payloads as recorded.")

  static let minimize = Command(
    name: "minimize",
    operands: [.session, .run],
    summary: "Finds the few actions that reproduce a session's failure",
    required: [.app, .output],
    flags: Flag.replayingSession + Flag.judgingStates + Flag.writing(".jsonl") + [
      from, any, keepPayloads, .json,
    ],
    details: """
      The result must fail in the same way. First, it has a crash with the same signature: the
      kind of crash, the type of action, and the functions of the app. Second, it keeps the
      culprit (see `rewind help bisect`): the fatal action crashes after it, and not before
      it, for the same one of its changes or values read. Without the culprit, the shortest reproduction is often another bug, such as a list
      that is empty from the start and not because an action emptied it; --any allows that.

      Actions are left out from the culprit backwards, then one by one. Then payloads are made
      smaller: with strings and numbers that the session has at the same pointer, and with fewer
      elements in lists. The result is a separate session log. Ctrl-C keeps the best so far.

      With --never, the condition must first hold after the same action as in the session; the
      result ends with it. The same goes for run and its command (see `rewind help bisect`).
      Exit status 1 if there is no failure to reproduce.
      """,
    examples: """
      minimize recordings/memory-tunes/tap-while-loading.jsonl \
      --app .build/debug/memory-tunes -o small.jsonl
        the shortest reproduction of the crash
      minimize recordings/memory-tunes/tap-while-loading.jsonl \
      --app .build/debug/memory-tunes --any -o any.jsonl
        a tap on a board that was never filled
      minimize recordings/memory-tunes/win.jsonl --app .build/debug/memory-tunes \
      --never gameState.gameFinished -o won.jsonl
        the shortest reproduction of a state
      """
  ) { arguments, terminal in
    let never = try arguments.wrongStates()
    let timeline = try arguments.openWholeSession(terminal)
    var options = Minimization.Options()
    options.start = arguments[from].flatMap(Minimization.Start.init) ?? .session
    options.shrinksPayloads = !arguments.has(keepPayloads)
    let run = MinimizationRun(
      timeline: timeline,
      program: try arguments.program(of: timeline, terminal),
      path: try arguments.outputPath(),
      keepsCulprit: !arguments.has(any),
      options: options,
      terminal: terminal
    )
    return try never.isEmpty
      ? run.minimizeCrash() : run.minimize(leadingTo: arguments.theOne(of: never, in: timeline))
  }
}

/// The search for a shorter session, and the report on it.
private struct MinimizationRun {
  let timeline: Timeline
  let program: ReplayProgram
  let path: String
  let keepsCulprit: Bool
  let options: Minimization.Options
  let terminal: Terminal

  func minimizeCrash() throws -> ExitStatus {
    do {
      return try reduceCrash()
    } catch let input as UnresolvedInput {
      try terminal.show(CrashAnswer.unresolved(input))
      return .negative
    }
  }

  private func reduceCrash() throws -> ExitStatus {
    let progress = Progress()
    var culprit: CrashBisection.Culprit?
    if keepsCulprit {
      culprit = try CrashBisection.culprit(of: timeline, by: program) {
        progress.show("\($0) replays, looking for the culprit")
      }
      guard culprit != nil else { return try reportNotReproduced() }
    }
    let outcome = try Signals.deferred { isInterrupted in
      culprit = try culprit?.withNeeds(
        in: timeline,
        by: program,
        isCancelled: isInterrupted,
        progress: { progress.show("\($0) replays, looking for what the crash needs") }
      )
      return try Minimization.run(
        timeline,
        by: program,
        keeping: culprit,
        options: options(isInterrupted, progress)
      )
    }
    guard case .found(let result) = outcome else { return try reportNotReproduced() }
    return try write(result, culprit)
  }

  func minimize(leadingTo wrong: WrongState) throws -> ExitStatus {
    let progress = Progress()
    let outcome = try Signals.deferred { isInterrupted in
      try Minimization.run(
        timeline,
        by: program,
        leadingTo: wrong,
        keepsCulprit: keepsCulprit,
        options: options(isInterrupted, progress)
      )
    }
    if case .found(let result) = outcome { return try write(result, nil) }
    let (name, words) = outcome.words(wrong)
    try terminal.show(PlainAnswer(json: ["result": .string(name)], statements: [words]))
    return .negative
  }

  private func options(
    _ isCancelled: @escaping () -> Bool,
    _ progress: Progress
  ) -> Minimization.Options {
    var options = options
    options.isCancelled = isCancelled
    options.progress = { progress.show("\($0) replays, \($1) actions kept") }
    return options
  }

  private func write(
    _ result: Minimization,
    _ culprit: CrashBisection.Culprit?
  ) throws -> ExitStatus {
    try result.text.write(to: path)
    let written = try Timeline.open(SessionLog.open(path))
    let report = MinimizationAnswer(
      result: result,
      culprit: culprit,
      original: timeline,
      written: written,
      verification: try Verification.run(written, by: program)
    )
    try terminal.show(report)
    return .success
  }

  private func reportNotReproduced() throws -> ExitStatus {
    let statements = try OtherReplay.compared(timeline, by: program).lines
    try terminal.show(PlainAnswer(json: ["result": "not-reproduced"], statements: statements))
    return .negative
  }
}

extension Minimization.WrongStateOutcome {
  /// Returns the reason why there is nothing to minimize, for scripts and in words.
  fileprivate func words(_ wrong: WrongState) -> (result: String, words: String) {
    let title = wrong.title.escapedForTerminal
    switch self {
    case .found:
      return ("found", "\(title) holds.")
    case .neverHolds(let finding):
      let recorded = finding.recorded?.extent.map { " In the recording it holds \($0)." } ?? ""
      let left = finding.isDecided ? "" : " Some states could not be checked."
      return (
        "not-reproduced",
        "\(title) does not hold in any state of the app's replay.\(recorded)\(left)"
      )
    case .holdsFromStart:
      return ("from-start", "\(title) holds from the first state on: no action leads to it.")
    case .setExternally(let index):
      return (
        "external",
        "An external change after action \(index) leads to \(title), not an action."
      )
    }
  }
}

extension Arguments {
  /// Returns the one requested wrong state that the session reaches.
  fileprivate func theOne(of never: [WrongState], in timeline: Timeline) throws -> WrongState {
    guard never.count > 1 else { return never[0] }
    let holding = try never.filter { wrong in
      guard case .condition(let condition) = wrong else { return true }
      return try timeline.runs(of: condition.expression).last != nil
    }
    guard holding.count > 1 else { return holding.first ?? never[0] }
    throw CommandError(
      "Several of the conditions hold in this session: \(holding.map(\.title).joined(separator: ", ")). "
        + "Choose one, with a single --never."
    )
  }
}

extension CrashBisection {
  /// Returns the culprit of a session's crash; nil if the app survives the session.
  static func culprit(
    of timeline: Timeline,
    by program: ReplayProgram,
    progress: @escaping (Int) -> Void = { _ in }
  ) throws -> Culprit? {
    let result = try run(timeline, by: program, progress: progress)
    switch result {
    case .found(let culprit): return culprit
    case .notReproduced: return nil
    case .unresolved(let input): throw input
    default:
      throw CommandError(lines: try result.obstacle(to: timeline, by: program))
    }
  }
}
