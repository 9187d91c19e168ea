package import RewindQuery
import RewindTimeline

/// A wrong state, with the actions by which a session reaches it.
package struct WrongStateFinding: Sendable {
  package let wrong: WrongState
  /// The runs of the recording in which it holds; nil if it was not examined.
  package let recorded: TruthRuns?
  /// The runs of the replay in which it holds.
  package let replayed: TruthRuns
  /// The type of the action that begins the last run of the replay; nil if no action does.
  package let type: String?
  /// Names in the condition that nothing in the recording has, where neither reaches it: most likely
  /// misspelled.
  package let unknownNames: [String]

  /// True if the replay reaches it.
  package var holds: Bool { !replayed.runs.isEmpty }
  /// True if the recording is known to reach it.
  package var isRecorded: Bool { recorded.map { !$0.runs.isEmpty } ?? false }

  /// True if nothing is left open: it holds, or every state was classified.
  package var isDecided: Bool { holds || replayed.allUnjudged.isEmpty }
}

extension WrongStateWatch {
  /// Combines the replay's runs with the recording's; `type` returns the type of an action of the replay.
  func finding(
    in timeline: Timeline,
    type: (_ index: Int) throws -> String?
  ) throws -> WrongStateFinding {
    let start = runs.last?.first
    let recorded = try wrong.runs(in: timeline)
    return WrongStateFinding(
      wrong: wrong,
      recorded: recorded,
      replayed: runs,
      type: try start.flatMap { $0.external == 0 ? try type($0.index) : nil },
      unknownNames: runs.last == nil && recorded?.last == nil
        ? try wrong.unknownNames(in: timeline) : []
    )
  }
}

extension WrongState {
  /// Returns the runs of a recording in which it holds; nil for a command, which would have to run for each
  /// state.
  fileprivate func runs(in timeline: Timeline) throws -> TruthRuns? {
    guard case .condition(let condition) = self else { return nil }
    return try timeline.runs(of: condition.expression)
  }

  fileprivate func unknownNames(in timeline: Timeline) throws -> [String] {
    guard case .condition(let condition) = self else { return [] }
    return try timeline.unknownNames(of: condition.expression).names
  }
}

extension [WrongStateFinding] {
  /// The word for all of them: `holds` if one is reached, `fixed` if one was recorded and none is
  /// reached, `never` if there is none in either, `undecided` if a command could not classify a state.
  package var verdict: String {
    if contains(where: \.holds) { return "holds" }
    if !allSatisfy(\.isDecided) { return "undecided" }
    return contains(where: \.isRecorded) ? "fixed" : "never"
  }
}
