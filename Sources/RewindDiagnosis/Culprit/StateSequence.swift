import RewindJSON
import RewindSession
import RewindTimeline

/// The way in which a program reaches a state of the session to try an action on it.
enum StateSource {
  /// It decodes the recorded state.
  case decoding
  /// It runs the actions up to there, so that the state also has the parts that the recorded form leaves out.
  case rerunning

  var other: StateSource { self == .decoding ? .rerunning : .decoding }
}

/// The states of a session before an action, in order: one after each earlier action, and one after each
/// external change.
///
/// ```
/// log      s0   a1   s1   a2   s2   travel   external   a3
/// positions    0         1         2                3
/// ```
///
/// A position is more precise than an index: after action 2 there are two states, and action 3 is dispatched
/// on the second.
struct StateSequence {
  private let timeline: Timeline
  /// The line of each state, counted from 0.
  let lines: [Int]

  /// - Throws: `SessionLogError` where the log has no state before the action.
  static func read(
    _ timeline: Timeline,
    before action: Int
  ) throws(SessionLogError) -> StateSequence {
    var lines: [Int] = []
    for line in 0..<(try timeline.lines(of: action).lowerBound) {
      switch try timeline.log.key(of: line).kind {
      case .patch, .keyframe, .external: lines.append(line)
      default: break
      }
    }
    guard !lines.isEmpty else {
      throw SessionLogError(
        timeline.log.path,
        .noState(after: action - 1, timeline.missingState(after: action - 1))
      )
    }
    return StateSequence(timeline: timeline, lines: lines)
  }

  /// The types of the states, as far as the log tells them.
  var types: RecordedTypes { timeline.stateTypes }

  /// The position of the state that the action is dispatched on; the first one is 0.
  var last: Int { lines.count - 1 }

  /// Returns the action that a state follows.
  func index(of position: Int) throws(SessionLogError) -> Int {
    try timeline.log.key(of: lines[position]).index ?? 0
  }

  /// Returns true if a state came about without an action.
  func isExternal(_ position: Int) throws(SessionLogError) -> Bool {
    try timeline.log.key(of: lines[position]).kind == .external
  }

  /// Returns the external change that led to a position; nil where an action did.
  func externalChange(at position: Int) throws(SessionLogError) -> ExternalChange? {
    try isExternal(position) ? timeline.externalChange(at: lines[position]) : nil
  }

  func state(at position: Int) throws(SessionLogError) -> JSONValue {
    try timeline.state(at: lines[position])
  }

  /// Returns the step from the position before to this one; an empty one at the first.
  func step(at position: Int) throws(SessionLogError) -> ProbeOrder.Step {
    let patch = try changes(at: position)
    guard position > 0, try !isExternal(position) else { return .init(patch, by: nil) }
    let action = try timeline.action(index(of: position))
    return .init(patch, by: (action.type, action.payload ?? .null))
  }

  private func changes(at position: Int) throws(SessionLogError) -> Patch {
    guard position > 0 else { return Patch() }
    switch try timeline.log.line(lines[position]) {
    case .state(let recorded), .external(let recorded):
      if let patch = recorded.patch { return patch }
    default:
      break
    }
    return Patch(from: try state(at: position - 1), to: try state(at: position))
  }

  /// Returns the position of the state that an earlier action is dispatched on; nil where the log has none.
  func position(before action: Int) throws(SessionLogError) -> Int? {
    let first = try timeline.lines(of: action).lowerBound
    return lines.lastIndex { $0 < first }
  }
}

extension ReplayRequest {
  /// Begins at a position of the session: with the state that was recorded there, or by running the actions
  /// up to there.
  mutating func begin(
    at position: Int,
    of states: StateSequence,
    by stateSource: StateSource,
    _ timeline: Timeline
  ) throws(SessionLogError) {
    let index = try states.index(of: position)
    guard stateSource == .rerunning else {
      return start(after: index, try states.state(at: position))
    }
    let start = try timeline.usualStart()
    if index > start.index {
      try begin(start, timeline)
      try add((start.index + 1)...index, of: timeline, changedAfterLast: false)
    } else if case .app = start {
      try begin(start, timeline)
    } else {
      self.start(after: index, try timeline.state(after: index))
    }
    if try states.isExternal(position) { self.start(after: index, try states.state(at: position)) }
  }
}
