public import RewindJSON
public import RewindSession
public import RewindTimeline

/// Which of the two states of a step.
public enum StepSide: Sendable {
  case before
  case after
}

/// An action with the state before it and the state after it; what expressions are about.
public protocol Step {
  /// The action's index; 0 for the initial state.
  var index: Int { get }

  /// The action; nil for the initial state.
  func action() throws(SessionLogError) -> StepAction?

  /// The state before or after the action; nil where there is none.
  func state(_ side: StepSide) throws(SessionLogError) -> JSONValue?
}

/// What expressions see of an action.
public struct StepAction: Sendable {
  public let type: String
  /// Seconds since the start of the session, as it was written.
  public let time: JSONValue?
  /// `{"type":…,"payload":…}`.
  public let action: JSONValue

  public init(type: String, time: JSONValue?, action: JSONValue) {
    self.type = type
    self.time = time
    self.action = action
  }

  public init(_ recorded: RecordedAction) {
    self.init(type: recorded.type, time: recorded.json["time"], action: recorded.action)
  }
}

/// A step of which everything is at hand.
public struct GivenStep: Step, Sendable {
  public let index: Int
  private let given: StepAction?
  private let before: JSONValue?
  private let after: JSONValue?

  public init(index: Int, action: StepAction?, before: JSONValue?, after: JSONValue?) {
    self.index = index
    given = action
    self.before = before
    self.after = after
  }

  public func action() -> StepAction? { given }

  public func state(_ side: StepSide) -> JSONValue? { side == .before ? before : after }
}

/// A step of a session that reads what it is asked for.
public struct TimelineStep: Step {
  public let timeline: Timeline
  public let index: Int

  public init(_ timeline: Timeline, _ index: Int) {
    self.timeline = timeline
    self.index = index
  }

  public func action() throws(SessionLogError) -> StepAction? {
    guard index > timeline.firstIndex else { return nil }
    return StepAction(try timeline.action(index))
  }

  public func state(_ side: StepSide) throws(SessionLogError) -> JSONValue? {
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
