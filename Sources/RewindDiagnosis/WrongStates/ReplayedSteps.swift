import RewindJSON
import RewindQuery
import RewindSession
import RewindTimeline

/// The steps of a replay, assembled from the lines of its response as they arrive.
struct ReplayedSteps {
  /// Returns the action under an index of the replay.
  private let action: (Int) throws -> StepAction?
  /// Returns the states that the replay was given before an action, each with its place.
  private let given: (Int) throws -> [(place: HoldingRuns.Place, state: JSONValue)]
  /// The last state on a line of the response.
  private var last: JSONValue?
  /// The state that the next action is dispatched on.
  private var current: JSONValue?
  private var open: (index: Int, before: JSONValue?)?

  typealias Seen = (step: GivenStep, place: HoldingRuns.Place)

  /// - Parameters:
  ///   - action: Returns the action under an index of the replay.
  ///   - given: Returns the states that the replay continues from before an action.
  init(
    action: @escaping (Int) throws -> StepAction?,
    given: @escaping (Int) throws -> [(place: HoldingRuns.Place, state: JSONValue)] = { _ in [] }
  ) {
    (self.action, self.given) = (action, given)
  }

  /// Makes the steps of a session that is replayed as it was recorded, whose log is read meanwhile.
  static func read(_ timeline: Timeline) throws -> ReplayedSteps {
    let external = Dictionary(grouping: try timeline.externalStates(), by: \.place.index)
    let places = external.keys.sorted()
    var next = 0
    return ReplayedSteps(
      action: { StepAction(try timeline.action($0)) },
      given: { index in
        var found: [(HoldingRuns.Place, JSONValue)] = []
        while next < places.count, places[next] < index {
          for state in external[places[next]] ?? [] {
            found.append((state.place, try timeline.state(at: state.line)))
          }
          next += 1
        }
        return found
      }
    )
  }

  /// Handles the next line.
  ///
  /// - Returns: The steps that it completes.
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
        action: try open.flatMap { try action($0.index) },
        before: open?.before,
        after: last
      )
      (current, open) = (last, nil)
      return [(step, HoldingRuns.Place(line.after))]
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
      return [(step, HoldingRuns.Place(open.index))]
    }
    return try takeGiven(before: .max)
  }

  private mutating func takeGiven(before index: Int) throws -> [Seen] {
    try given(index).map { place, state in
      let step = GivenStep(index: place.index, action: nil, before: current, after: state)
      current = state
      return (step, place)
    }
  }
}
