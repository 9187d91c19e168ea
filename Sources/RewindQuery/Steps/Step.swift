public import RewindJSON
public import RewindSession
public import RewindTimeline

/// One of the two states of a step.
public enum StepSide: Sendable {
  case before
  case after
}

/// An action with the state before it and the state after it, which is the subject of expressions.
public protocol Step {
  /// The action's index; 0 for the initial state.
  var index: Int { get }

  /// Returns the action; nil for the initial state.
  func action() throws(SessionLogError) -> StepAction?

  /// Returns the state before or after the action; nil if there is none.
  func state(_ side: StepSide) throws(SessionLogError) -> JSONValue?
}

/// The parts of an action that expressions can read.
public struct StepAction: Sendable {
  public let type: String
  /// The seconds since the start of the session, as written.
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

/// A step whose parts are in memory.
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

/// A step of a session that reads its parts on demand.
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
