import RewindSession
import RewindTimeline

/// The replay that shows the action in which a session crashes.
///
/// A replay of the whole session continues from the recorded state wherever that changed without an
/// action. If it still does not reach a crash (an earlier action cannot be decoded, or needs a value that
/// does not exist), the part after the last such change is replayed separately.
struct CrashReplay {
  let outcome: ReplayProgram.Outcome
  /// The action after whose state it started; nil if it started at the session's start.
  let begunAfter: Int?
  /// The number of replays.
  let count: Int

  /// Replays a session.
  static func run(_ timeline: Timeline, by program: ReplayProgram) throws -> CrashReplay {
    let whole = try program.run(.whole(timeline, states: .none))
    let asked = CrashReplay(outcome: whole, begunAfter: nil, count: 1)
    if case .died = whole.ending { return asked }
    guard let index = try timeline.lastExternalChange(), index > 0 else { return asked }
    let tail = try program.run(.whole(timeline, states: .none, from: .state(after: index)))
    guard case .died = tail.ending else {
      return CrashReplay(outcome: whole, begunAfter: nil, count: 2)
    }
    return CrashReplay(outcome: tail, begunAfter: index, count: 2)
  }

  /// Returns true if running a session's actions again leads to every recorded state, and to the end in
  /// the same action.
  static func isFaithful(
    _ timeline: Timeline,
    by program: ReplayProgram,
    endingIn fatal: Int
  ) throws -> Bool {
    struct Difference: Error {}
    let start = try timeline.usualStart()
    var comparison = SessionComparison(timeline, startIsGiven: start.isGiven)
    do {
      let outcome = try program.run(.whole(timeline, states: .all)) { line in
        // A start that was set differs from the state line before it.
        let found = try comparison.divergences(at: line).contains {
          !start.isGiven || $0.index > start.index
        }
        if found { throw Difference() }
      }
      guard case .died = outcome.ending else { return false }
      return outcome.lastAction == fatal
    } catch is Difference {
      return false
    }
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
