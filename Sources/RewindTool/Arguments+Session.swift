import RewindLog
import RewindSession
import RewindText
import RewindTimeline

extension Arguments {
  /// Opens the session in the file that the first operand names, and warns of its faults.
  func openSession(_ terminal: Terminal, verifying: Bool = false) throws -> Timeline {
    try openSession(operands[0], terminal, verifying: verifying)
  }

  /// Opens the session in a file, and warns of its faults.
  ///
  /// With `verifying`, very long logs too are verified at once, instead of line by line as they are read.
  func openSession(
    _ path: String,
    _ terminal: Terminal,
    verifying: Bool = false
  ) throws -> Timeline {
    let (log, stores) = try sessionStores(path, terminal, verifying: verifying)
    return try stores.map { try merged($0, terminal) } ?? log
  }

  /// Opens the log of one store, and warns of its faults.
  ///
  /// A segment of a long session stands for all of them, unless `ofSegment` is true.
  func openLog(
    _ path: String,
    _ terminal: Terminal,
    verifying: Bool = false,
    ofSegment: Bool = false
  ) throws -> Timeline {
    let progress = Progress()
    let named = try SessionLog.open(path) {
      progress.show("reading \(path) \(Int($0 * 100)) %")
    }
    let log = ofSegment ? named : try whole(named, terminal, progress)
    if verifying, log.isVerifiedOnReading {
      try log.verify { progress.show("checking \(path) \(Int($0 * 100)) %") }
    }
    let faults = try LogFaults.find(in: log, verifying: verifying) {
      progress.show("applying \(path) \(Int($0 * 100)) %")
    }
    if let warning = faults.warning(about: log)?.escapedForTerminal {
      terminal.warn("rewind: \(warning)")
    }
    let timeline = try Timeline.open(log)
    if log.length > SessionLog.consistencyLength, !verifying {
      timeline.onContradiction = { line in
        terminal.warn(
          "rewind: \(path) contradicts itself: line \(line) holds a different state than the patches lead to. "
            .escapedForTerminal + "See `rewind check \(path.shellPath)`."
        )
      }
    }
    return timeline
  }

  /// Returns all segments of a log's session as one; the log itself if it is no segment, or they are not whole.
  private func whole(
    _ log: SessionLog,
    _ terminal: Terminal,
    _ progress: Progress
  ) throws -> SessionLog {
    let paths = LogSegments.paths(beside: log)
    guard paths.count > 1 else { return log }
    do {
      return try LogSegments.open(paths, as: log.path) { path, share in
        progress.show("checking \(path) \(Int(share * 100)) %")
      }
    } catch  where error is LogSegmentsError || error is LogRepairError {
      // Also where the disk has no room for all of them.
      terminal.warn(
        "rewind: \(error) Only \(log.path) is read.".escapedForTerminal
      )
      return log
    }
  }

  /// Returns the index that an operand means.
  func index(_ operand: Int, in timeline: Timeline) throws -> Int {
    try timeline.index(of: Position(typed: operands[operand]))
  }

  /// Returns the index that a flag's value means.
  func index(_ flag: Flag, in timeline: Timeline) throws -> Int? {
    try self[flag].map { try timeline.index(of: Position(typed: $0)) }
  }

  /// Returns the index of a state: `end` is the last one, even if the program crashed in a later action.
  func stateIndex(
    _ text: String,
    in timeline: Timeline,
    _ terminal: Terminal
  ) throws -> Int {
    let index = try timeline.index(of: Position(typed: text))
    guard text.hasPrefix("end"), case .crashed(let fatal) = timeline.end,
      let last = try timeline.lastState(), index > last
    else { return index }
    terminal.warn(
      "rewind: The program died in action \(fatal); the last state is the one after action \(last)."
    )
    return last
  }
}
