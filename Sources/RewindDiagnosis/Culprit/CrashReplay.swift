import RewindSession
package import RewindTimeline

/// The replay that shows the action in which a session crashes.
///
/// A replay of the whole session continues from the recorded state wherever that changed without an
/// action. If it still does not reach a crash (an earlier action cannot be decoded, or needs a value that
/// does not exist), the part after the last such change is replayed separately.
struct CrashReplay {
  let outcome: ReplayProgram.Outcome
  /// The action after whose recorded state it started; nil if it started at the session's start.
  let begunAfter: Int?
  /// The number of replays.
  let count: Int

  /// Replays a session.
  static func run(_ timeline: Timeline, by program: ReplayProgram) throws -> CrashReplay {
    let whole = try program.run(.whole(timeline, states: .none))
    let asked = CrashReplay(outcome: whole, begunAfter: nil, count: 1)
    if case .died = whole.ending, timeline.end.isCrash(in: whole.lastAction) { return asked }
    let index: Int
    if let last = try timeline.lastExternalChange(), last > 0 {
      index = last
    } else if timeline.lastIndex > 0, try !timeline.usualStart().isGiven,
      try timeline.isStateKnown(before: 1)
    {
      // The app's own initial state need not be the recorded one, as where the app restores its state.
      index = 0
    } else {
      return asked
    }
    let tail = try program.run(.whole(timeline, states: .none, from: .state(after: index)))
    guard case .died = tail.ending, timeline.end.isCrash(in: tail.lastAction) else {
      return CrashReplay(outcome: whole, begunAfter: nil, count: 2)
    }
    return CrashReplay(outcome: tail, begunAfter: index, count: 2)
  }

  /// A replay of the whole session with its states.
  struct WithStates {
    /// True if running the actions again leads to every recorded state, and to the end in the fatal action.
    let isFaithful: Bool
    /// True if the program dies after it has made the state that follows the fatal action.
    let diesAfterReducing: Bool
  }

  /// Replays a session whose fatal action is known, and compares the states.
  static func runWithStates(
    _ timeline: Timeline,
    by program: ReplayProgram,
    endingIn fatal: Int
  ) throws -> WithStates {
    let start = try timeline.usualStart()
    var comparison = SessionComparison(timeline, startIsGiven: start.isGiven)
    var isEqual = true
    let outcome = try program.run(.whole(timeline, states: .all)) { line in
      guard isEqual else { return }
      // A start that was set differs from the state line before it.
      isEqual = try !comparison.divergences(at: line).contains {
        !start.isGiven || $0.index > start.index
      }
    }
    guard case .died = outcome.ending, outcome.lastAction == fatal else {
      return WithStates(isFaithful: false, diesAfterReducing: false)
    }
    return WithStates(isFaithful: isEqual, diesAfterReducing: outcome.lastActionIsDone)
  }
}

extension CrashBisection {
  /// Returns true if the recorded crash happens in a replay from the recorded state after an action.
  package static func happens(
    in timeline: Timeline,
    after index: Int,
    by program: ReplayProgram
  ) throws -> Bool {
    guard case .crashed(let fatal) = timeline.end, index > timeline.firstIndex, index < fatal else {
      return false
    }
    let tail = try program.run(.whole(timeline, states: .none, from: .state(after: index)))
    if case .died = tail.ending { return tail.lastAction == fatal }
    return false
  }
}

extension SessionEnd {
  /// True if a crash in an action may be the recorded one; where none was recorded, any is.
  fileprivate func isCrash(in action: Int?) -> Bool {
    if case .crashed(let fatal) = self { fatal == action } else { true }
  }
}

extension Timeline {
  /// Returns the action after which the state last changed externally before another action; nil if it
  /// never did.
  fileprivate func lastExternalChange() throws(SessionLogError) -> Int? {
    guard lastIndex > 0 else { return nil }
    let line = try log.lastLine(upTo: lines(of: lastIndex).lowerBound - 1, of: [.external])
    guard let line else { return nil }
    return try log.key(of: line).index
  }
}
