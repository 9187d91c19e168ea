import RewindJSON
import RewindText
package import RewindTimeline

/// A session recorded without most of its states, completed: the app computes the missing states from
/// the actions and the inputs of their reducers.
package struct StateBackfill {
  /// A difference between a program's states and the recorded ones.
  package struct Refusal: Error, CustomStringConvertible {
    let path: String
    let index: Int
    let change: Change?

    package var description: String {
      let location = change.map { " at \"\($0.pointer)\"" } ?? ""
      return """
        The app does not reproduce the recorded state after action \(index)\(location), so the states that \
        were not recorded cannot be computed. `rewind verify \(path.shellPath) --app APP` shows more.
        """
    }
  }

  /// The session with all states, as a log in memory under the name of the recording.
  package let timeline: Timeline
  /// The number of computed states.
  package let count: Int

  /// The lines of that log.
  package let text: SessionSerializer

  /// Runs a session again, and compares the recorded states with the replayed ones.
  ///
  /// If the app makes another initial state today, as where it begins with a random number, the session is
  /// run from the recorded one.
  ///
  /// - Parameters:
  ///   - recorded: The session.
  ///   - program: The app.
  ///   - endingAtCrash: True if a crash of the app ends the session.
  /// - Returns: The session with all states.
  /// - Throws: ``Refusal``; ``SessionUpdate/Refusal`` where the session cannot be run as a whole;
  ///   ``ReplayProgramError``; `SessionLogError`.
  package static func run(
    _ recorded: Timeline,
    by program: ReplayProgram,
    endingAtCrash: Bool = false
  ) throws -> StateBackfill {
    do {
      return try run(recorded, by: program, endingAtCrash, keepingInitialState: false)
    } catch let error where (error as? Refusal)?.index == 0 || error is SessionUpdate.Refusal {
      guard try recorded.madeInitialState(),
        let kept = try? run(recorded, by: program, endingAtCrash, keepingInitialState: true)
      else { throw error }
      return kept
    }
  }

  /// Returns a session with all of its states: itself, if they were all recorded.
  ///
  /// - Throws: As ``run(_:by:endingAtCrash:)``.
  package static func whole(_ recorded: Timeline, by program: ReplayProgram) throws -> Timeline {
    try recorded.unrecordedStates() == 0 ? recorded : run(recorded, by: program).timeline
  }

  private static func run(
    _ recorded: Timeline,
    by program: ReplayProgram,
    _ endingAtCrash: Bool,
    keepingInitialState: Bool
  ) throws -> StateBackfill {
    let text = try SessionUpdate.run(
      recorded,
      by: program,
      endingAtCrash: endingAtCrash,
      keepingInitialState: keepingInitialState,
      keepingMoves: true
    )
    let timeline = try Timeline.open(text.log(named: recorded.log.path))
    for line in 0..<recorded.log.lineCount {
      let key = try recorded.log.key(of: line)
      guard key.kind == .keyframe, let index = key.index else { continue }
      let changes = try recorded.state(at: line).leafChanges(to: timeline.state(after: index))
      guard changes.isEmpty else {
        throw Refusal(path: recorded.log.path, index: index, change: changes.first)
      }
    }
    let count = try recorded.unrecordedStates()
    return StateBackfill(timeline: timeline, count: count, text: text)
  }
}
