import RewindJSON
import RewindLog
import RewindSession
import RewindTimeline

/// Looks for a text in the steps of a session: in types, payloads, inputs, notes, and in what differs after
/// an action, its pointers with the values before and after.
///
/// States are read only where the text may be in them, as the bytes of the lines since the last keyframe
/// show. Steps are fastest in order.
struct TextSearch {
  private let text: SearchText
  private let timeline: Timeline
  /// The line up to which ``mayBeInState`` counts.
  private var line: Int?
  /// False if the text cannot be in the state before ``line``.
  private var mayBeInState = true

  init(_ text: SearchText, _ timeline: Timeline) {
    (self.text, self.timeline) = (text, timeline)
  }

  /// Returns true if the text occurs in a step.
  mutating func occurs(at index: Int) throws -> Bool {
    let lines = try timeline.lines(of: index)
    try goOn(to: lines.lowerBound)
    for line in lines {
      if try occurs(inLine: line, of: index) { return true }
      try goOn(to: line + 1)
    }
    // An action that overlaps this one comes before its state.
    for line in try timeline.allLines(of: index) where line >= lines.upperBound {
      if try occurs(inParsed: line, of: index) { return true }
    }
    return false
  }

  // MARK: - The bytes

  /// Takes note of the states on the lines up to another one.
  private mutating func goOn(to end: Int) throws(SessionLogError) {
    let start = line ?? .max
    let keyframes: LineKinds = [.keyframe, .laterKeyframe]
    var next = start <= end ? start : try timeline.log.lastLine(upTo: end - 1, of: keyframes) ?? 0
    while next < end {
      switch try timeline.log.key(of: next).kind {
      case .keyframe, .laterKeyframe: mayBeInState = try mayOccur(inLine: next)
      case .patch, .external:
        if !mayBeInState { mayBeInState = try mayOccur(inLine: next) }
      default: break
      }
      next += 1
    }
    line = end
  }

  private func mayOccur(inLine line: Int) throws(SessionLogError) -> Bool {
    text.mayOccur(inLine: try timeline.log.bytes(of: line))
  }

  /// Returns true if the text occurs in the next line.
  private func occurs(inLine line: Int, of index: Int) throws -> Bool {
    let key = try timeline.log.key(of: line)
    switch key.kind {
    case .action, .input, .note:
      return try mayOccur(inLine: line) && occurs(inParsed: line, of: index)
    case .patch, .keyframe, .external:
      // The state of an earlier action that this one overlaps is not its own.
      guard key.index == index || key.kind == .external else { return false }
      return try (mayBeInState || mayOccur(inLine: line)) && occurs(inParsed: line, of: index)
    case .header, .end, .reduced, .gap, .travel, .types, .held, .laterKeyframe, .unknown:
      return false
    }
  }

  // MARK: - The lines

  private func occurs(inParsed line: Int, of index: Int) throws -> Bool {
    switch try timeline.log.line(line) {
    case .action(let action):
      return text.occurs(in: action.type)
        || (action.error ?? action.payload).map(text.occurs(in:)) ?? false
    case .input(let input):
      return text.occurs(in: input.name) || text.occurs(in: input.value)
    case .note(let note):
      return text.occurs(in: note.text)
    case .state(let state):
      guard index > timeline.firstIndex else { return state.state.map(text.occurs(in:)) ?? false }
      return occurs(inChangesOf: state) {
        // Of a single value, the one before is all that the line does not have.
        if let changes = timeline.recordedChanges(of: state.patch), changes.count == 1,
          changes[0].old != nil
        {
          let pointer = changes[0].pointer
          return [Change(pointer, old: try timeline.state(before: index)[pointer], new: nil)]
        }
        return try timeline.changes(of: index)
      }
    case .external(let state):
      return occurs(inChangesOf: state) { try timeline.externalChange(at: line).changes }
    default:
      return false
    }
  }

  /// Returns true if the text occurs in changes; where the state before is not known, in what was recorded.
  private func occurs(inChangesOf state: RecordedState, _ changes: () throws -> [Change]) -> Bool {
    // Most often, the state before needs not be read.
    let recorded = timeline.recordedChanges(of: state.patch) ?? []
    if recorded.contains(where: text.occurs(in:)) { return true }
    if let changes = try? changes() { return changes.contains(where: text.occurs(in:)) }
    guard let patch = state.patch else { return state.state.map(text.occurs(in:)) ?? false }
    return patch.operations.contains {
      text.occurs(in: $0.path) || $0.value.map(text.occurs(in:)) ?? false
    }
  }
}

extension Patch.Operation {
  /// The value that the operation adds or replaces another with.
  fileprivate var value: JSONValue? {
    switch self {
    case .add(_, let value), .replace(_, let value): value
    case .remove, .move, .copy, .test: nil
    }
  }
}
