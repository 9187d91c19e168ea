import RewindJSON
import RewindQuery
import RewindSession
import RewindTimeline

/// The steps of a session that is replayed as it was recorded, assembled from the lines of the response as
/// they arrive.
struct ReplayedSteps {
  /// The session, whose log is read meanwhile.
  private let timeline: Timeline
  /// The states that the replay continues from next, each after an external change.
  private var given: ArraySlice<Timeline.ExternalState>
  /// The last state on a line of the response.
  private var last: JSONValue?
  /// The state that the next action is dispatched on.
  private var current: JSONValue?
  private var open: (index: Int, before: JSONValue?)?

  typealias Seen = (step: GivenStep, position: TruthRuns.Position)

  static func read(_ timeline: Timeline) throws -> ReplayedSteps {
    ReplayedSteps(timeline: timeline, given: try timeline.externalStates()[...])
  }

  /// Handles the next line; returns the steps that it completes.
  mutating func take(_ line: SessionLine) throws -> [Seen] {
    switch line {
    case .action(let action):
      let steps = try takeGiven(before: action.index)
      open = (action.index, current)
      return steps
    case .state(let line):
      if let whole = line.state {
        last = whole
      } else {
        var state = last ?? .null
        try line.patch?.apply(to: &state)
        last = state
      }
      let step = GivenStep(
        index: line.after,
        action: try open.map { try action($0.index) },
        before: open?.before,
        after: last
      )
      (current, open) = (last, nil)
      return [(step, TruthRuns.Position(line.after))]
    default:
      return []
    }
  }

  /// Returns the steps that have no state line: an unfinished action, or else the states that the replay
  /// would have been given next.
  mutating func finish() throws -> [Seen] {
    if let open {
      let step = GivenStep(
        index: open.index,
        action: try action(open.index),
        before: open.before,
        after: nil
      )
      return [(step, TruthRuns.Position(open.index))]
    }
    return try takeGiven(before: .max)
  }

  private func action(_ index: Int) throws -> StepAction { StepAction(try timeline.action(index)) }

  private mutating func takeGiven(before index: Int) throws -> [Seen] {
    var steps: [Seen] = []
    while let external = given.first, external.position.index < index {
      let (position, state) = (external.position, try timeline.state(at: external.line))
      let step = GivenStep(index: position.index, action: nil, before: current, after: state)
      steps.append((step, position))
      current = state
      given = given.dropFirst()
    }
    return steps
  }
}
