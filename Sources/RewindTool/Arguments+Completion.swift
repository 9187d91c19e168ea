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

  /// Opens the session in a file, with all of its states.
  func openWholeSession(_ path: String, _ terminal: Terminal) throws -> Timeline {
    try completed(openSession(path, terminal), path, terminal)
  }

  /// Returns a session with all of its states.
  func completed(_ timeline: Timeline, _ path: String, _ terminal: Terminal) throws -> Timeline {
    // The states of several stores are as they were recorded.
    guard try timeline.stores.isEmpty && timeline.unrecordedStates() > 0 else { return timeline }
    guard try app() != nil else {
      throw CommandError(
        """
        Not every state of \(path) was recorded, but this command needs them all. \
        `rewind edit \(path.shellPath) --app APP -o OUT` has the app compute them.
        """
      )
    }
    let progress = Progress()
    progress.show("computing the states of \(path)")
    let completion = try StateBackfill.run(timeline, by: program())
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
    guard expression.reads.before || expression.reads.after else { return }
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
