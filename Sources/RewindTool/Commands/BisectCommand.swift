import RewindDiagnosis
import RewindJSON
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
  private static let scan = Flag(
    "--scan",
    help: "Probe every state, back to the first that survives."
  )

  static let bisect = Command(
    "bisect",
    "FILE [run -- COMMAND]",
    1...2,
    "Finds the action that crashed and the one that is to blame",
    flags: Flag.replaying + [scan, condition, fast] + Flag.searchingStates + [.json],
    details: """
      With --app: the fatal action is the last one that begins in a replay. The culprit is
      the first action of the last unbroken run of states, ending right before the crash,
      from which the fatal action crashes in the same way. Every probe runs in a child
      process. With --where: every index at which a condition begins to hold, or ceases to;
      all states are looked at. --fast assumes that it changes once, from not holding in the
      first state to holding in the last, and looks at a few. `rewind help expressions` shows
      what a condition can be. With run: the first state that a command calls bad, by the rules
      of `git bisect run`. The command gets the state on standard input and in the file
      $REWIND_STATE, its index in $REWIND_INDEX, and exits with 0 for good, 125 for a state
      that it cannot judge, 126 or 127 to stop the search, anything else, or a signal, for bad.
      Both ends are judged first, and both sides of the answer once more.
      Exit status 1 if nothing was found.
      """,
    examples: [
      (
        "bisect recordings/memory-tunes/tap-while-loading.jsonl --app .build/debug/memory-tunes",
        "which tap, and why"
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
    let timeline = try arguments.openWholeSession(terminal)
    if let word = arguments[1] {
      guard word == "run" else {
        throw Trouble("\"\(word)\" is one word too many. Did you mean `run -- COMMAND`?")
      }
      guard !arguments.has(.app), !arguments.has(condition) else {
        throw Trouble("`run` judges states by a command: it goes without --app and --where.")
      }
      return try StateSearch(timeline, arguments, terminal).run()
    }
    if let flag = Flag.searchingStates.first(where: arguments.has) {
      throw Trouble("\(flag.name) is for `rewind bisect FILE run -- COMMAND`.")
    }
    switch (arguments.has(.app), arguments[condition]) {
    case (true, nil):
      return try bisect(timeline, by: arguments.program(), arguments, terminal)
    case (false, let text?):
      let search = ConditionSearch(timeline, try StepExpression(text), terminal)
      return try search.run(fast: arguments.has(fast), asJSON: arguments.has(.json))
    default:
      throw Trouble(
        "Give `rewind bisect` either --app PROGRAM, to search for the cause of a crash, "
          + "or --where EXPR, to search for a condition, or run -- COMMAND, to have a command judge."
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
    let result = try CulpritSearch.run(timeline, by: program, scansAll: arguments.has(scan)) {
      progress.show("\($0) replays")
    }
    progress.done()
    switch result {
    case .undecodable(let session):
      throw Trouble(session)
    case .diesAtStart(let crash, let errors):
      let message = errors.fatalErrorLine.map { " It wrote: \($0.harmless)" } ?? ""
      throw Trouble("The app dies while it makes the initial state (\(crash)).\(message)")
    case .notReproduced:
      if asJSON {
        terminal.print(#"{"result":"not-reproduced"}"#)
      } else {
        for line in notReproduced(timeline) { terminal.print(line) }
      }
      return .negative
    case .found(let culprit):
      let report = CulpritReport(timeline, culprit)
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

/// The culprit, in words and for scripts.
private struct CulpritReport {
  private let timeline: Timeline
  private let culprit: CulpritSearch.Culprit

  init(_ timeline: Timeline, _ culprit: CulpritSearch.Culprit) {
    self.timeline = timeline
    self.culprit = culprit
  }

  var json: JSONValue {
    [
      "fatal": JSONValue(culprit.fatal), "culprit": JSONValue(culprit.culprit),
      "outside": .bool(culprit.outside != nil),
      "class": .string("\(culprit.crash)"), "signature": .string(culprit.signature.description),
      "probes": JSONValue(culprit.probes),
      "unprobed": .array(
        culprit.unprobed.map { [JSONValue($0.lowerBound), JSONValue($0.upperBound)] }
      ),
      "decisive": .array(culprit.decisive.map { .string($0.description) }),
      "result": "found",
    ]
  }

  func lines(_ style: Style) throws -> [String] {
    let width = "\(culprit.fatal)".count
    func told(_ label: String, _ index: Int) throws -> String {
      "\(label) " + "\(index)".rightAligned(to: width) + "  "
        + (try timeline.action(index).brief(style, width: 100))
    }
    var lines = [try told(style.red("fatal  "), culprit.fatal) + "  \(culprit.crash)"]
    if let outside = culprit.outside {
      let after = "\(outside.after)".rightAligned(to: width)
      lines.append(
        "\(style.yellow("culprit")) \(after)  and then \(outside.name), which no action made"
      )
    } else {
      lines.append(try told(style.yellow("culprit"), culprit.culprit))
    }
    lines.append("")
    lines += try why(style)
    lines += remarks(style)
    return lines
  }

  private func why(_ style: Style) throws -> [String] {
    if let outside = culprit.outside {
      return [
        "From every state since then the fatal action crashes; from the one before, it does not.",
        "What changed without an action:",
      ] + outside.changes.map { "  " + $0.line(style) }
    }
    guard !culprit.crashesFromEveryState else {
      return [
        culprit.unprobed.isEmpty
          ? "The fatal action crashes from every recorded state: it is its own culprit."
          : "The fatal action crashes from every state that was tried: it is its own culprit."
      ]
    }
    return [
      "From every state since action \(culprit.culprit) the fatal action crashes; from the one before, it does not.",
      "What action \(culprit.culprit) changed:",
    ] + (try timeline.changes(of: culprit.culprit).map { "  " + $0.line(style) })
  }

  private var whyUnprobed: String {
    guard !culprit.decisive.isEmpty else { return "the states on both sides crash" }
    let values = culprit.decisive.map(\.description.harmless).joined(separator: " and ")
    return "what decides (\(values)) is as in states that crash"
  }

  private func remarks(_ style: Style) -> [String] {
    var lines: [String] = []
    if let index = culprit.replayedBehind {
      lines.append(
        "A replay from the start does not get there: this one began with the state behind what changed from outside after action \(index)."
      )
    }
    if culprit.recordedStateIsIncomplete {
      lines.append(
        "The recorded state before it does not crash: its Codable form leaves something out. States were made by running the actions again."
      )
    }
    if !culprit.unprobed.isEmpty {
      let ranges = culprit.unprobed.map {
        $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
      }
      lines.append(
        "Not probed, because \(whyUnprobed): \(ranges.joined(separator: ", "))."
      )
    }
    if culprit.isStackOverflow { lines.append("The stack overflowed.") }
    if let reason = culprit.reason {
      let isWritten = culprit.errorText.fatalErrorLine != nil
      lines.append((isWritten ? "It wrote: " : "Swift's check says: ") + reason.harmless)
    }
    if !culprit.signature.frames.isEmpty {
      lines.append(
        "It died in \(culprit.signature.frames.joined(separator: ", called by ").harmless)"
      )
    }
    lines.append(style.dim("\(counted(culprit.probes, "replay")) in child processes."))
    return lines
  }
}

extension OutsideChange {
  /// What it was, for a person.
  fileprivate var name: String {
    travel.map { "the time machine's \($0.harmless)" } ?? "a change from outside"
  }
}
