import RewindJSON
import RewindSession
import RewindTimeline

/// A recording as the app replays it today: what an exploration begins with.
struct ExploredRecording {
  struct Step {
    let step: SessionStep
    /// The state after it; nil for the action in which the app died.
    let state: JSONValue?
    /// The position of the action that caused it, if the log says so.
    let cause: Int?
    /// True if it was dispatched while its cause was reduced, so that it comes directly after that.
    let isNested: Bool
    /// True if a user could do it on the state before; nil if the app does not say.
    let isAllowed: Bool?
  }

  let path: String
  let timeline: Timeline
  /// The state before the first step.
  let start: JSONValue
  /// The action that the start follows.
  let startIndex: Int
  let steps: [Step]
  /// The crash in which the replay ended, if it did.
  let crash: CrashIdentityCache.Death?

  /// The state before a step.
  func state(before position: Int) -> JSONValue? {
    position == 0 ? start : steps[position - 1].state
  }

  /// Combines a log with its replay.
  ///
  /// What follows an external change or a gap is left out: no actions lead there.
  static func make(
    _ path: String,
    _ timeline: Timeline,
    _ replayed: ReplayedSession
  ) throws(SessionLogError) -> ExploredRecording? {
    guard let start = replayed.start.state else { return nil }
    let end = try timeline.lastWithoutGap()
    var steps: [Step] = []
    var positions: [Int: Int] = [:]
    for answer in replayed.steps where answer.index <= end {
      var step = try timeline.step(answer.index)
      if answer.state != nil { step.inputs = answer.inputs }
      let recorded = try timeline.action(answer.index)
      let cause = recorded.cause.flatMap { positions[$0] }
      positions[answer.index] = steps.count
      var isNested = false
      if let cause = recorded.cause { isNested = try timeline.isInside(answer.index, cause) }
      steps.append(
        Step(
          step: step,
          state: answer.state,
          cause: cause,
          isNested: isNested,
          isAllowed: answer.isAllowed
        )
      )
    }
    var crash: CrashIdentityCache.Death?
    if case .died(let kind) = replayed.outcome.ending, let last = replayed.outcome.lastAction,
      last > replayed.start.index
    {
      crash = .init(
        kind,
        in: try timeline.action(last).type,
        errorText: replayed.outcome.errorText,
        addresses: replayed.outcome.addresses
      )
    }
    return ExploredRecording(
      path: path,
      timeline: timeline,
      start: start,
      startIndex: replayed.start.index,
      steps: steps,
      crash: crash
    )
  }
}

extension Timeline {
  /// Returns the last action before which the state changed through actions only.
  fileprivate func lastWithoutGap() throws(SessionLogError) -> Int {
    for line in 0..<log.lineCount {
      let key = try log.key(of: line)
      if [.external, .gap, .travel].contains(key.kind), let index = key.index, index > firstIndex {
        return index
      }
    }
    return lastIndex
  }

  /// Returns true if an action began before the state after another one was written.
  fileprivate func isInside(_ index: Int, _ cause: Int) throws(SessionLogError) -> Bool {
    guard let state = try stateLine(after: cause) else { return true }
    return try lines(of: index).lowerBound < state
  }
}
