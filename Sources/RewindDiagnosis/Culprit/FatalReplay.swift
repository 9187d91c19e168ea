import RewindSession
import RewindTimeline

/// The replay that shows in which action a session crashes.
///
/// A replay of the whole goes on from the recorded state wherever that changed without an action. Where
/// it does not come to a crash all the same (an action before cannot be made again, or wants a value
/// that nobody has), what stands behind the last such change is replayed for itself.
struct FatalReplay {
  let outcome: ReplayProgram.Outcome
  /// The action behind whose state it began; nil where it began at the session's start.
  let begunBehind: Int?
  /// Replays that were run.
  let count: Int

  init(_ timeline: Timeline, by program: ReplayProgram) throws {
    let whole = try program.run(.whole(timeline, states: .none))
    if case .died = whole.ending {
      (outcome, begunBehind, count) = (whole, nil, 1)
      return
    }
    guard let index = try timeline.lastOutsideChange(), index > 0 else {
      (outcome, begunBehind, count) = (whole, nil, 1)
      return
    }
    var request = ReplayRequest(timeline, states: .none)
    let start = ReplayRequest.Start.state(after: index)
    try request.begin(start, timeline)
    try request.addAll(after: start, timeline)
    let tail = try program.run(request)
    if case .died = tail.ending {
      (outcome, begunBehind, count) = (tail, index, 2)
    } else {
      (outcome, begunBehind, count) = (whole, nil, 2)
    }
  }
}

extension Timeline {
  /// The action behind which the state was last changed from outside, with an action behind it; nil where
  /// it never was.
  fileprivate func lastOutsideChange() throws(SessionLogError) -> Int? {
    guard lastIndex > 0 else { return nil }
    var line = try lines(of: lastIndex).lowerBound
    while line > 0 {
      line -= 1
      let key = try log.key(of: line)
      if key.kind == .external { return key.index }
    }
    return nil
  }
}
