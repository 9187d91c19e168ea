import Foundation
import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindTimeline

extension Flag {
  static let scan = Flag(
    "--scan",
    help: "Try every state, back to the last that survives or is good, however long it takes."
  )
  static let good = Flag("--good N", help: "With run: a good state; the first by default.")
  static let bad = Flag("--bad N", help: "With run: a bad state after it; the last by default.")
  static let termOld = Flag("--term-old WORD", help: "With run: say WORD instead of good.")
  static let termNew = Flag("--term-new WORD", help: "With run: say WORD instead of bad.")
  static let repetitions = Flag(
    "--repeat N",
    help: "With run: call a state good only if N runs do, for intermittent faults."
  )
  static let log = Flag("--log FILE", help: "With run: write the answers to FILE.")
  static let replay = Flag(
    "--replay FILE",
    help: "With run: reuse the answers in FILE (see --log)."
  )

  /// The flags of a search by a command.
  static let searchingStates: [Flag] = [
    .good, .bad, .termOld, .termNew, .repetitions, .log, .replay,
  ]
}

/// The search of `bisect FILE run -- CMD` for the first state that a command calls bad.
struct StateSearch {
  private let timeline: Timeline
  private let command: StateJudge
  private let terminal: Terminal
  /// The words for good and bad.
  private let terms: (good: String, bad: String)
  private let range: (good: Int, bad: Int)
  private let record: BisectLogWriter
  private let asJSON: Bool
  /// True if every state is classified, back to the first good one.
  private let scans: Bool

  /// Reads the arguments, and opens the file of the answers.
  static func prepare(
    _ timeline: Timeline,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws -> StateSearch {
    let repetitions = try arguments.count(.repetitions, upTo: 10_000) ?? 1
    let good = (arguments[.termOld] ?? "good").escapedForTerminal
    let bad = (arguments[.termNew] ?? "bad").escapedForTerminal
    guard good != bad else {
      throw CommandError("--term-old and --term-new must differ, not both be \"\(good)\".")
    }
    return StateSearch(
      timeline: timeline,
      command: try arguments.stateCommand(repetitions: repetitions),
      terminal: terminal,
      terms: (good, bad),
      range: try range(timeline, arguments, (good, bad), terminal),
      record: try BisectLogWriter.open(
        session: timeline.log.header.session,
        command: arguments.rest,
        path: arguments[.log],
        replaying: arguments[.replay]
      ),
      asJSON: arguments.has(.json),
      scans: arguments.has(.scan)
    )
  }

  private static func range(
    _ timeline: Timeline,
    _ arguments: Arguments,
    _ terms: (good: String, bad: String),
    _ terminal: Terminal
  ) throws -> (good: Int, bad: Int) {
    guard let last = try timeline.lastState() else {
      throw SessionLogError(timeline.log.path, .noState(after: 0, .died))
    }
    func index(_ flag: Flag) throws -> Int? {
      try arguments[flag].map { try arguments.stateIndex($0, in: timeline, terminal) }
    }
    let good = try index(.good) ?? timeline.earliestState()
    let bad = try index(.bad) ?? last
    guard good < bad else {
      throw CommandError(
        """
        The \(terms.good) state must come before the \(terms.bad) one, but \(good) is not before \
        \(bad). To find where something was fixed, let the command exit with 0 while it is \
        broken: --term-old broken --term-new fixed.
        """
      )
    }
    return (good, bad)
  }

  // MARK: - Searching

  /// Searches and prints the result.
  func run() throws -> ExitStatus {
    let progress = Progress()
    var runs = 0
    var verdicts: [Int: StateJudge.Verdict] = [:]
    func ask(_ index: Int, _ isInterrupted: () -> Bool) throws -> StateBisection.Answer {
      progress.show("\(counted(runs, "run")), now with state \(index)")
      // A log with a wide gap has only states to skip.
      guard !isInterrupted() else { throw stopped(after: runs) }
      guard try timeline.stateLine(after: index) != nil else { return .skip }
      let verdict = try command.judge(timeline.state(after: index), after: index)
      guard !isInterrupted() else { throw stopped(after: runs) }
      runs += verdict.runs
      verdicts[index] = verdict
      try record.add(verdict.answer, about: index)
      return verdict.answer
    }
    let search = scans ? StateBisection.scan : StateBisection.run
    let result = try Signals.deferred(
      { RunningChildren.shared.killAll() },
      during: { isInterrupted in
        try search(range.good, range.bad, record.known) { try ask($0, isInterrupted) }
      }
    )
    let count = terminal.output.dim("\(counted(runs, "run")) of the command.")
    try terminal.print(asJSON: asJSON, json(result, runs), lines(result, verdicts) + [count])
    if case .notFound = result { return .negative }
    return .success
  }

  private func stopped(after runs: Int) -> Signals.Interrupted {
    let hint =
      record.path.map { "Continue with --replay \($0)." } ?? "With --log FILE, it can be continued."
    return Signals.Interrupted(
      description: "Stopped after \(counted(runs, "run")) of the command. \(hint)"
    )
  }

  // MARK: - Output

  private func json(_ result: StateBisection.Result, _ runs: Int) -> JSONValue {
    switch result {
    case .found(let index):
      ["index": JSONValue(index), "probes": JSONValue(runs), "result": "found"]
    case .foundWithSkips(let range):
      [
        "index": JSONValue(range.upperBound), "probes": JSONValue(runs),
        "result": "found-with-skips",
        "candidates": JSONValue(range),
      ]
    case .notFound(let obstacle):
      [
        "index": .null, "probes": JSONValue(runs), "result": "not-found",
        "why": .string(words(of: obstacle)),
      ]
    }
  }

  private func lines(
    _ result: StateBisection.Result,
    _ verdicts: [Int: StateJudge.Verdict]
  ) throws -> [String] {
    switch result {
    case .notFound(let obstacle):
      return [words(of: obstacle)]
    case .foundWithSkips(let range):
      return [
        "The first \(terms.bad) state is one of those after actions \(range.lowerBound) to \(range.upperBound):",
        scans
          ? "some before \(range.upperBound) could not be checked."
          : "those before \(range.upperBound) could not be checked.",
      ] + how(verdicts[range.upperBound])
    case .found(let index):
      let style = terminal.output
      let action = try timeline.action(index).brief(style, width: 100)
      return [
        "\(style.red(terms.bad)) from \(index)  \(action)", "",
        "The state before it is \(terms.good), the one after it \(terms.bad); both were checked again.",
        "What action \(index) changed:",
      ] + (try timeline.changes(of: index).map { "  " + $0.line(style) }) + how(verdicts[index])
    }
  }

  private func how(_ verdict: StateJudge.Verdict?) -> [String] {
    guard let verdict else { return [] }
    let wrote = verdict.errorText.split(separator: "\n").last
      .map { ", and wrote: \(String($0.prefix(200)).escapedForTerminal)" }
    return ["With it, the command \(verdict.ending)\(wrote ?? ".")"]
  }

  private func word(_ answer: StateBisection.Answer) -> String {
    switch answer {
    case .good: terms.good
    case .bad: terms.bad
    case .skip: "skipped"
    }
  }

  private func words(of obstacle: StateBisection.Obstacle) -> String {
    switch obstacle {
    case .startIs(let answer, let index):
      return
        "The search starts at the state after action \(index), which is \(word(answer)), not \(terms.good). Choose another one with --good."
    case .endIs(let answer, let index):
      return
        "The search ends at the state after action \(index), which is \(word(answer)), not \(terms.bad). Choose another one with --bad."
    case .unsteady(let index, let was, let now):
      return
        "The state after action \(index) was \(word(was)), but \(word(now)) when it was checked again: the command is flaky. With --repeat N, a state is \(terms.good) only if N runs say so."
    }
  }
}
