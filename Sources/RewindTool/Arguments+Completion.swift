import RewindDiagnosis
import RewindQuery
import RewindSession
import RewindText
import RewindTimeline

extension Arguments {
  /// Opens a command's session, with all of its states.
  ///
  /// If not every state was recorded, the app that `--app` names computes them first.
  func openWholeSession(_ terminal: Terminal) throws -> Timeline {
    try openWholeSession(operands[0], terminal)
  }

  /// Opens the session in a file, with all of its states; `asOne` as in ``sessionStores(_:_:verifying:asOne:)``.
  func openWholeSession(
    _ path: String,
    _ terminal: Terminal,
    asOne: Bool? = nil
  ) throws -> Timeline {
    let (log, stores) = try sessionStores(path, terminal, asOne: asOne)
    guard let stores else { return try completed(log, path, terminal) }
    return try merged(stores.completed { try completed($0, $0.log.path, terminal) }, terminal)
  }

  /// Opens a command's session with the states that were recorded, and with those that the app that `--app` names
  /// computes.
  func openSessionComputing(_ terminal: Terminal) throws -> Timeline {
    try has(.app) ? openWholeSession(terminal) : openSession(terminal)
  }

  /// Returns a session with all of its states.
  func completed(_ timeline: Timeline, _ path: String, _ terminal: Terminal) throws -> Timeline {
    guard try timeline.unrecordedStates() > 0 else { return timeline }
    guard let program = try build(of: timeline.log.header, nil)?.program else {
      throw CommandError(
        """
        Not every state of \(path) was recorded, but this command needs them all. \
        `rewind edit \(path.shellPath) --app APP -o OUT` has the app compute them.
        """
      )
    }
    let progress = Progress()
    progress.show("computing the states of \(path)")
    let completion = try StateBackfill.run(timeline, by: program)
    terminal.warn(
      "rewind: \(counted(completion.count, "unrecorded state")) of \(path) computed by the app."
    )
    return completion.timeline
  }
}

extension Terminal {
  /// Warns that an expression was evaluated on part of a session only, if it looks at states.
  func warnOfUnrecordedStates(
    of timeline: Timeline,
    askedFor expression: StepExpression
  ) throws {
    let reads = expression.reads
    guard reads.before || reads.after || reads.afterIfAny else { return }
    let count = try timeline.unrecordedStates()
    guard count > 0 else { return }
    let path = timeline.log.path
    warn(
      """
      rewind: The states after \(count) of \(counted(timeline.actionCount, "action")) were not recorded, so they \
      were not checked. `rewind edit \(path.shellPath) --app APP -o OUT` has the app compute them.
      """
    )
  }
}
