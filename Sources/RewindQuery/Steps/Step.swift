package import RewindJSON
package import RewindSession
package import RewindTimeline

/// One of the two states of a step.
package enum StepSide: Sendable {
  case before
  case after
}

/// An action with the state before it and the state after it: the subject of expressions.
package protocol Step {
  /// The action's index; 0 for the initial state.
  var index: Int { get }

  /// Returns the action; nil for the initial state.
  func action() throws(SessionLogError) -> StepAction?

  /// Returns the state before or after the action; nil if there is none.
  func state(_ side: StepSide) throws(SessionLogError) -> JSONValue?

  /// Returns the times that the log has of the action; nil for a step that is not of a log.
  func times() throws(SessionLogError) -> ActionTimes?
}

extension Step {
  package func times() throws(SessionLogError) -> ActionTimes? { nil }
}

/// The parts of an action that expressions can read.
package struct StepAction: Sendable {
  package let type: String
  /// The seconds since the start of the session, as written.
  package let time: JSONValue?
  /// `{"type":…,"payload":…}`; in a session of several stores with `store`.
  package let action: JSONValue

  package init(type: String, time: JSONValue?, action: JSONValue) {
    self.type = type
    self.time = time
    self.action = action
  }

  package init(_ recorded: RecordedAction) {
    var action = recorded.action
    if let store = recorded.storeAction?.store, var members = action.object {
      members["store"] = .string(store)
      action = .object(members)
    }
    self.init(type: recorded.type, time: recorded.json["time"], action: action)
  }
}

/// A step whose parts are in memory.
package struct GivenStep: Step, Sendable {
  package let index: Int
  private let given: StepAction?
  private let before: JSONValue?
  private let after: JSONValue?

  package init(index: Int, action: StepAction?, before: JSONValue?, after: JSONValue?) {
    self.index = index
    given = action
    self.before = before
    self.after = after
  }

  package func action() -> StepAction? { given }

  package func state(_ side: StepSide) -> JSONValue? { side == .before ? before : after }
}

/// A step of a session that reads its parts on demand.
package struct TimelineStep: Step {
  package let timeline: Timeline
  package let index: Int

  package init(_ timeline: Timeline, _ index: Int) {
    self.timeline = timeline
    self.index = index
  }

  package func times() throws(SessionLogError) -> ActionTimes? { try timeline.times(of: index) }

  package func action() throws(SessionLogError) -> StepAction? {
    guard index > timeline.firstIndex else { return nil }
    return StepAction(try timeline.action(index))
  }

  package func state(_ side: StepSide) throws(SessionLogError) -> JSONValue? {
    switch side {
    case .before:
      guard index > timeline.firstIndex else { return nil }
      return try timeline.state(before: index)
    case .after:
      guard let line = try timeline.stateLine(after: index) else { return nil }
      return try timeline.state(at: line)
    }
  }
}
