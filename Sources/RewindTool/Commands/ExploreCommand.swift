import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindQuery
import RewindText
import RewindTimeline

extension Command {
  private static let seconds = Flag("--for", .seconds).agentDefault(30)
    .help("The time in which runs are made (60, unless --runs is given).")
  private static let runs = Flag("--runs", .count(1...1_000_000_000))
    .help("The number of runs: with a seed, the same ones on every machine.")
  private static let seed = Flag("--seed", .count(0...Int.max))
    .help("The number to begin with (1).")
  private static let folder = Flag("-o DIR", .output("")).key("output")
    .help("Write a session for each finding to this folder.")

  static let explore = Command(
    name: "explore",
    operands: [.sessions],
    summary: "Looks for failures that no session has had yet",
    required: [.app],
    flags: Flag.replaying + Flag.judgingStates + [seconds, runs, seed, folder, .json],
    details: """
      Makes new sessions out of recorded ones, and replays them: answers of effects that come
      late (order), actions that come twice or not at all (repeat), actions in another order
      (mix), and values that were recorded elsewhere (payload). A run that leads to a kind of
      state that was not seen before is gone on from: which collections are empty, which cases
      the enums have, what a selection points at.

      What no user could do is left out: an answer does not come before its request, and a user
      acts only on what the state shows, as far as the recordings tell.

      A finding is a crash that the recordings do not have, or a condition of --never that begins
      to hold. It is replayed three times, and minimized; findings of one cause are one. Its
      session, in -o, is a log like any other: verify it, step through it, make a test of it.

      A finding with an action on a state on which the recordings never have it is doubtful: it
      comes last. Ctrl-C keeps what was found. Exit status 1 if something else was found.
      """,
    examples: """
      explore recordings/to-do --app .build/debug/to-do --runs 2000 -o found
        what a to-do app may crash of
      explore recordings/home-list --app .build/debug/home-list --for 3 \
      --never 'home.isLoading and home.isRefreshing'
        sessions that lead to a wrong state
      """
  ) { arguments, terminal in
    terminal.outliveReader()
    if arguments.operands.contains("-") { throw InputError.standardStream("FILE or DIR") }
    var options = Exploration.Options()
    options.never = try arguments.neverConditions()
    options.runs = arguments.count(runs)
    options.seed = UInt64(arguments.count(seed) ?? 1)
    let program = try arguments.program()
    let output = try arguments.findingsFolder(folder)
    let paths = try SessionFiles.expand(arguments.operands, terminal)
      .recordings(besides: arguments.operands, output, terminal)
    let limit = arguments.seconds(seconds) ?? (options.runs == nil ? .seconds(60) : nil)
    let (exploration, found) = try explore(paths, program, options, limit, terminal)
    let doubtful = found.filter { $0.failure.doubt != nil }
    let findings = found.filter { $0.failure.doubt == nil } + doubtful
    var isKept = true
    let files = findings.map { finding -> String? in
      guard let path = output.map({ "\($0)/\(finding.id).jsonl" }) else { return nil }
      do {
        try finding.failure.write(to: path)
        return path
      } catch {
        // What a long search has found is told, even if the disk is full.
        terminal.warn("rewind: \(error)")
        isKept = false
        return nil
      }
    }
    try terminal.show(
      ExplorationAnswer(
        exploration: exploration,
        findings: findings,
        files: files,
        isAskedForFiles: output != nil,
        program: program
      )
    )
    guard isKept else { return .error }
    let isClean = findings.count == doubtful.count && exploration.unexplained.isEmpty
    return isClean ? .success : .negative
  }

  private static func explore(
    _ paths: [String],
    _ program: ReplayProgram,
    _ options: Exploration.Options,
    _ limit: Duration?,
    _ terminal: Terminal
  ) throws -> (Exploration, [ExploredFinding]) {
    let progress = Progress()
    let start = ContinuousClock.now
    return try Signals.deferred { isInterrupted in
      func isOver(_ reserved: Duration) -> Bool {
        isInterrupted() || limit.map { ContinuousClock.now - start > $0 - reserved } ?? false
      }
      let exploration = Exploration(
        by: program,
        options,
        isOver: { timeForFindings in
          // Judging the findings again and grouping them takes about two thirds as long as looking into them did; looking
          // into the first ones needs some time, too.
          let reserved = limit.map { max($0 / 8, min(timeForFindings * 2 / 3, $0 / 3)) }
          return isOver(reserved ?? .zero)
        },
        isTimeUp: { isOver(.zero) },
        report: { progress.show($0.words) }
      )
      let hasBegun = try exploration.run(paths)
      for (path, why) in exploration.unused {
        let reason = why.hasPrefix(path) ? why : "\(path): \(why)"
        terminal.warn("rewind: Not used: \(reason.escapedForTerminal)")
      }
      if exploration.progress.runs == 0, !isInterrupted() {
        if let limit, isOver(limit / 8) {
          throw InputError.needs("--for", "more seconds: they were over before the first run")
        }
        guard hasBegun else { throw InputError.missing("session") }
      }
      progress.show("grouping \(counted(exploration.findings.count, "failure"))")
      let findings = try ExploredFinding.group(
        exploration.findings,
        by: program,
        never: options.never,
        isOver: { isOver(.zero) }
      )
      return (exploration, findings)
    }
  }
}

extension Exploration.Progress {
  fileprivate var words: String {
    let kinds = counted(kinds, "kind of states", plural: "kinds of states")
    let counts = "\(counted(runs, "run")), \(kinds), \(counted(findings, "failure"))"
    return explaining.map { "\(counts): looking into \($0)" } ?? counts
  }
}

extension [String] {
  /// Returns the sessions that are explored from: without those of an earlier exploration, which lie in the folder
  /// for findings and were not named one by one.
  fileprivate func recordings(
    besides named: [String],
    _ output: String?,
    _ terminal: Terminal
  ) -> [String] {
    guard let folder = output?.resolvedPath else { return self }
    let found = filter { !named.contains($0) && $0.resolvedPath.hasPrefix("\(folder)/") }
    guard !found.isEmpty else { return self }
    let sessions = counted(found.count, "session")
    terminal.warn(
      "rewind: \(sessions) of earlier findings in \(folder.escapedForTerminal) are not explored from."
    )
    return filter { !found.contains($0) }
  }
}

extension Arguments {
  /// Returns the folder for sessions, which is made if it does not exist; nil if none is given.
  fileprivate func findingsFolder(_ flag: Flag) throws -> String? {
    guard let folder = self[flag] else { return nil }
    let path = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }
}
