import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindTimeline

extension Command {
  private static let from = Flag(
    "--from",
    choices: Minimization.Start.allCases.map(\.rawValue),
    help: "Begin with the session's start (the default), or with its last state."
  )

  static let minimize = Command(
    "minimize",
    "FILE",
    1...1,
    "Finds the few actions that crash as the session did",
    flags: Flag.replaying + [.output, from, .json],
    details: """
      What counts is a crash with the same signature: how it died, in which type of
      action, and in which functions of the app. Actions are left out from the end
      backwards, then one by one, then payloads are made smaller. The result is a session
      log of its own. Ctrl-C keeps the best so far. Exit status 1 if nothing crashes.
      """,
    examples: [
      (
        "minimize recordings/memory-tunes/tap-while-loading.jsonl "
          + "--app .build/debug/memory-tunes -o small.jsonl",
        "the shortest way to the crash"
      )
    ]
  ) { arguments, terminal in
    let timeline = try arguments.openWholeSession(terminal)
    let program = try arguments.program()
    let path = try arguments.outputPath()
    let progress = Progress()
    let outcome = try Interruption.deferred { isInterrupted in
      try Minimization.run(
        timeline,
        by: program,
        from: arguments[from].flatMap(Minimization.Start.init) ?? .session,
        isCancelled: isInterrupted,
        progress: { progress.show("\($0) replays, \($1) actions kept") }
      )
    }
    progress.done()
    guard case .found(let result) = outcome else {
      terminal.print(
        arguments.has(.json)
          ? #"{"result":"not-reproduced"}"#
          : "Nothing crashes: the app replays all \(counted(timeline.actionCount, "action")) and lives."
      )
      return .negative
    }
    try result.write(to: path)
    let written = try Timeline(SessionLog(path: path))
    let verification = try Verification.run(written, by: program)
    if arguments.has(.json) {
      terminal.print(json: result.json(verification).text)
    } else {
      for line in try result.lines(terminal.output, written, verification) { terminal.print(line) }
    }
    return .success
  }
}

extension Minimization {
  fileprivate func json(_ verification: Verification) -> JSONValue {
    [
      "before": JSONValue(before), "after": JSONValue(steps.count), "probes": JSONValue(probes),
      "signature": .string(signature.description), "minimal": .bool(isMinimal),
      "from": JSONValue(position), "outside": .bool(beginsOutside),
      "verified": .bool(verification.verdict.name == "same"),
    ]
  }

  private var beginning: String {
    if beginsAtStart { return "They begin at the session's start." }
    let change = beginsOutside ? "what changed from outside behind action" : "action"
    return "They begin at the state after \(change) \(position), which the result holds."
  }

  fileprivate func lines(
    _ style: Style,
    _ written: Timeline,
    _ verification: Verification
  ) throws -> [String] {
    var lines = [
      "\(counted(before, "action")) → \(style.bold("\(steps.count)")), \(signature)", "",
    ]
    let width = "\(steps.last?.index ?? 0)".count
    for (number, step) in steps.enumerated() {
      let action = try written.action(written.lastIndex - steps.count + 1 + number)
      lines.append("\("\(step.index)".rightAligned(to: width))  \(action.brief(style, width: 100))")
    }
    lines += [
      "",
      beginning,
      isMinimal
        ? "No action can be left out: each was tried."
        : "Not proven minimal: the search was stopped.",
      "\(written.log.path): \(verification.lines(style)[0])",
      style.dim("\(counted(probes, "replay")) in child processes."),
    ]
    return lines
  }
}
