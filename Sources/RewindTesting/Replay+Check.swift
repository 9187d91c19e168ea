import RewindCoding
import RewindJSON
import RewindLog
import RewindQuery
import RewindReplay
import RewindSession
public import RewindTimeline

extension Replay {
  /// Runs the app's reducers over every action of the session, including the action that it crashed in.
  ///
  /// If the app still crashes in it, so does this process: in a test, call it in an exit test.
  ///
  /// - Returns: The state in the end.
  /// - Throws: ``UndecodableSession``; ``ReplayError``.
  @discardableResult
  public func run() throws -> State {
    try run(to: lastIndex)
  }

  /// Runs the app's reducers over every action that has a recorded state after it, and compares the states.
  ///
  /// Where they differ, the session's log is attached to the test that runs (Swift Testing of Swift 6.2 or later);
  /// the description of the difference names its path, if it has one.
  ///
  /// - Parameters:
  ///   - end: The action before which to stop, such as one that a fix changes; nil for all.
  ///   - tolerance: The differences to ignore.
  /// - Returns: The first value in which a state differs from the recorded one; nil if none does.
  /// - Throws: `SessionLogError`; ``UndecodableSession``; ``ReplayError``.
  public func firstDivergence(
    before end: Int? = nil,
    tolerating tolerance: Tolerance = .none
  ) throws -> Divergence? {
    guard let recorded = try timeline.lastState() else { return nil }
    let last = end.map { min($0 - 1, recorded) } ?? recorded
    var comparison = SessionComparison(timeline, tolerance: tolerance)
    var found: Divergence?
    _ = try run(to: last) { index, state in
      guard found == nil else { return }
      let line = JSONObject([("after", JSONValue(index)), ("state", try json(state))])
      found = try comparison.stateDivergence(RecordedState(line))
    }
    guard var found else { return nil }
    attachLog()
    if case .file(let path) = source { found.log = path }
    return found
  }

  /// Runs the app's reducers over every action that has a recorded state after it, and finds the first
  /// state that meets a condition.
  ///
  /// ```swift
  /// #expect(try replay.firstIndex(where: "count(cart.items, it.qty == 0) > 0") == nil)
  /// ```
  ///
  /// - Parameter condition: An expression in the language of `rewind log --where`.
  /// - Returns: The first action after which it holds, 0 for the initial state; nil if it never does.
  /// - Throws: `ExpressionError`; `SessionLogError`; ``UndecodableSession``; ``ReplayError``.
  public func firstIndex(where condition: String) throws -> Int? {
    let condition = try StepExpression(condition)
    guard let last = try timeline.lastState() else { return nil }
    var found: Int?
    var before: JSONValue?
    _ = try run(to: last) { index, state in
      guard found == nil else { return }
      let after = try json(state)
      let isStart = index == timeline.firstIndex
      if let line = try timeline.externalLine(before: index) {
        before = try timeline.state(at: line)
      }
      let step = GivenStep(
        index: index,
        action: isStart ? nil : StepAction(try timeline.action(index)),
        before: before,
        after: after
      )
      if try condition.holds(at: step) { found = index }
      before = after
    }
    if found != nil { attachLog() }
    return found
  }

  /// A state as a recorder writes it.
  private func json(_ state: State) throws -> JSONValue {
    var text: [UInt8] = []
    _ = store.states.writer.write(state, to: &text)
    return try JSONValue(parsing: text)
  }
}
