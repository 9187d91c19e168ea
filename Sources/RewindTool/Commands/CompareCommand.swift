import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindSession
import RewindTimeline

extension Command {
  static let compare = Command(
    name: "compare",
    operands: [
      Flag("GOOD", .sessions).key("good").help("A log that went well, or a folder of them."),
      Flag("BAD", .sessions).key("bad").help("One of the same steps that did not."),
    ],
    summary: "Finds why one session is red and another one green",
    flags: Flag.replaying + Flag.judgingStates + [comparedPointer, .json],
    details: """
      GOOD and BAD are two sessions of the same steps, such as a test that passes and fails by
      turns, or two folders of such sessions. Their actions are aligned by type and payload,
      without identifiers and times; then the values that the reducers read are compared, and
      the first states. An order of actions that changed is one difference.

      With --app, the difference that matters is proved: the good session is replayed with one
      difference made in it, and must turn red; if it stays green, the next one is tried. If
      none is enough alone, the fewest that are enough together are searched. Then the bad
      session is replayed without the difference. Red means that the app crashes as in the bad
      session; with --never, that a condition holds; otherwise, that the state at the end is
      that of the bad session, at --at POINTER or everywhere.

      For two folders, differences are ranked by how well they separate the bad sessions from
      the good ones: the order of two actions, the number of one, a value that is read, carried
      by an action, or there from the start. They are tried until one is proved.

      Exit status 0 if a difference is proved, or, without --app, if there is one; 1 if not.
      """,
    examples: """
      compare green.jsonl red.jsonl --app .build/debug/shop
        what made the second run fail?
      compare runs/green runs/red --app .build/debug/shop --never \
      'count(items, it.count == 0) > 0'
        what do the runs have in common that end with an empty line?
      """
  ) { arguments, terminal in
    let (good, bad) = (arguments.operands[0], arguments.operands[1])
    guard good.isFolder == bad.isFolder else {
      throw InputError.isFolder(good.isFolder ? good : bad)
    }
    let comparison = Comparison(
      program: try arguments.optionalProgram(),
      never: try arguments.wrongStates(),
      pointer: try arguments[comparedPointer].map { try Pointer(typed: $0) } ?? .root
    )
    return good.isFolder
      ? try comparison.compareFolders(good, bad, terminal)
      : try comparison.compare(
        arguments.openSession(good, terminal),
        arguments.openSession(bad, terminal),
        terminal
      )
  }

  private static let comparedPointer = Flag("--at", .pointer)
    .help("Where neither a crash nor --never counts: the part of the last state that does.")
}

/// The options of a comparison.
private struct Comparison {
  let program: ReplayProgram?
  let never: [WrongState]
  let pointer: Pointer

  func compare(_ good: Timeline, _ bad: Timeline, _ terminal: Terminal) throws -> ExitStatus {
    let pair = SessionPair(try .read(good), try .read(bad))
    let result = try PairComparison.run(pair, by: program, never: never, at: pointer)
    try terminal.show(PairAnswer(comparison: result))
    switch result.outcome {
    case .found: return .success
    case .unproved: return pair.differences.isEmpty ? .negative : .success
    default: return .negative
    }
  }

  func compareFolders(_ good: String, _ bad: String, _ terminal: Terminal) throws -> ExitStatus {
    let progress = Progress()
    let result = try GroupComparison.run(
      good: sessions(in: good, terminal, progress),
      bad: sessions(in: bad, terminal, progress),
      by: program,
      never: never,
      at: pointer,
      progress: { progress.show("proving difference \($0 + 1)") }
    )
    try terminal.show(GroupAnswer(comparison: result, hasProgram: program != nil))
    let isFound =
      program == nil ? !result.candidates.isEmpty : result.candidates.contains(where: \.proof.isRed)
    return isFound ? .success : .negative
  }

  /// Reads the sessions of a folder; a log that cannot be read is left out with a warning.
  private func sessions(
    in folder: String,
    _ terminal: Terminal,
    _ progress: Progress
  ) throws -> [ComparedSession] {
    let paths = try SessionFiles.expand([folder], terminal)
    let sessions = paths.enumerated().compactMap { number, path -> ComparedSession? in
      progress.show("reading \(number) of \(paths.count) sessions")
      do throws(SessionLogError) {
        let log = try SessionLog.open(path)
        if let damage = log.damage { throw SessionLogError(path, .damaged(damage)) }
        return try ComparedSession.read(Timeline.open(log))
      } catch {
        terminal.warn("rewind: \(path.escapedForTerminal) is left out: \(error)")
        return nil
      }
    }
    guard sessions.isEmpty else { return sessions }
    throw InputError.noSession(in: folder)
  }
}
