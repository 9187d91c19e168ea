import RewindJSON
import RewindSession
public import RewindTimeline

extension Replay {
  /// Runs the app's reducers over every action of the session, the one that it died in included.
  ///
  /// Where the app still dies in it, so does this process: in a test, call it in an exit test.
  ///
  /// - Returns: The state in the end.
  /// - Throws: ``UndecodableSession``; ``ReplayError``.
  @discardableResult
  public func run() throws -> State {
    try run(to: lastIndex)
  }

  /// Runs the app's reducers over every action that has a recorded state after it, and compares.
  ///
  /// - Returns: The first place where a state is not the recorded one; nil where all are.
  /// - Throws: `SessionLogError`; ``UndecodableSession``; ``ReplayError``.
  public func firstDivergence() throws -> Divergence? {
    guard let last = try timeline.lastState() else { return nil }
    var comparison = SessionComparison(timeline)
    var found: Divergence?
    _ = try run(to: last) { index, state in
      guard found == nil else { return }
      var text: [UInt8] = []
      ReflectedForm.$inUse.withValue(timeline.log.header.form) {
        _ = store.states.write(state, to: &text)
      }
      let line = JSONObject([
        ("after", JSONValue(index)), ("state", try JSONValue(parsing: text)),
      ])
      found = try comparison.stateDivergence(RecordedState(line))
    }
    return found
  }
}
