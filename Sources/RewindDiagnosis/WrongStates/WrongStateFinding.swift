public import RewindQuery
import RewindTimeline

/// A wrong state, with the places where a session comes to it.
public struct WrongStateFinding: Sendable {
  public let wrong: WrongState
  /// Where the recording comes to it; nil where nobody looked.
  public let recorded: HoldingRuns?
  /// Where the replay comes to it.
  public let replayed: HoldingRuns
  /// The type of the action with which the last run of the replay begins; nil where no action made it.
  public let type: String?
  /// Names in the condition that nothing in the recording has, where neither comes to it: misspelt ones,
  /// most likely.
  public let unknownNames: [String]

  /// Whether the replay comes to it.
  public var holds: Bool { !replayed.runs.isEmpty }
  /// Whether the recording is known to come to it.
  public var isRecorded: Bool { recorded.map { !$0.runs.isEmpty } ?? false }

  /// Whether nothing is left open: it holds, or every state was judged.
  public var isDecided: Bool { holds || replayed.allUnjudged.isEmpty }
}

extension WrongStateWatch {
  /// Puts what was seen beside what the recording has; `type` gives the type of an action of the replay.
  func finding(
    in timeline: Timeline,
    type: (_ index: Int) throws -> String?
  ) throws -> WrongStateFinding {
    let place = runs.last?.first
    let recorded = try wrong.runs(in: timeline)
    return WrongStateFinding(
      wrong: wrong,
      recorded: recorded,
      replayed: runs,
      type: try place.flatMap { $0.outside == 0 ? try type($0.index) : nil },
      unknownNames: runs.last == nil && recorded?.last == nil
        ? try wrong.unknownNames(in: timeline) : []
    )
  }
}

extension WrongState {
  /// Where a recording comes to it; nil for a command, which would be run for each state.
  fileprivate func runs(in timeline: Timeline) throws -> HoldingRuns? {
    guard case .condition(let condition) = self else { return nil }
    return try timeline.runs(of: condition.expression)
  }

  fileprivate func unknownNames(in timeline: Timeline) throws -> [String] {
    guard case .condition(let condition) = self else { return [] }
    return try timeline.unknownNames(of: condition.expression)
  }
}

extension [WrongStateFinding] {
  /// The word for all of them: `holds` where one is reached, `fixed` where one was recorded and none is
  /// reached, `never` where there is none in either, `undecided` where a command could not judge.
  public var verdict: String {
    if contains(where: \.holds) { return "holds" }
    if !allSatisfy(\.isDecided) { return "undecided" }
    return contains(where: \.isRecorded) ? "fixed" : "never"
  }
}
