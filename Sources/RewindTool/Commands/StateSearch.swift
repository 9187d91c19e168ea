import RewindDiagnosis
import RewindSession
import RewindTimeline

extension Flag {
  static let scan = Flag("--scan")
    .help("Try every state, back to the last that survives or is good, however long it takes.")
  static let good = Flag("--good", .index).typed.help("With run: a good state (the first).")
  static let bad = Flag("--bad", .index).typed.help("With run: a bad state after it (the last).")
  static let repetitions = Flag("--repeat", .count(1...10_000)).typed
    .help("With run: call a state good only if N runs do, for intermittent faults.")
  /// The flags of a search by a command.
  static let searchingStates: [Flag] = [.good, .bad, .repetitions]
}

/// The search of `bisect FILE run -- CMD` for the first state that a command calls bad.
struct StateSearch {
  private let timeline: Timeline
  private let command: StateJudge
  private let range: (good: Int, bad: Int)
  /// True if every state is classified, back to the first good one.
  private let scans: Bool

  /// Reads the arguments.
  static func prepare(
    _ timeline: Timeline,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws -> StateSearch {
    let repetitions = arguments.count(.repetitions) ?? 1
    return StateSearch(
      timeline: timeline,
      command: try arguments.stateCommand(repetitions: repetitions),
      range: try range(timeline, arguments, terminal),
      scans: arguments.has(.scan)
    )
  }

  private static func range(
    _ timeline: Timeline,
    _ arguments: Arguments,
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
        The good state must come before the bad one, but \(good) is not before \(bad). To find \
        where something was fixed, let the command exit with 0 while it is broken.
        """
      )
    }
    return (good, bad)
  }

  /// Searches between the good state and the bad one.
  func run() throws -> StateSearchAnswer {
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
      return verdict.answer
    }
    let search = scans ? StateBisection.scan : StateBisection.run
    let result = try Signals.deferred(
      { RunningChildren.shared.killAll() },
      during: { isInterrupted in
        try search(range.good, range.bad) { try ask($0, isInterrupted) }
      }
    )
    return StateSearchAnswer(
      timeline: timeline,
      result: result,
      verdicts: verdicts,
      runs: runs,
      scans: scans
    )
  }

  private func stopped(after runs: Int) -> Signals.Interrupted {
    Signals.Interrupted(description: "Stopped after \(counted(runs, "run")) of the command.")
  }
}
