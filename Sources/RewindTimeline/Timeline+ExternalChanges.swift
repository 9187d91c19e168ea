public import RewindJSON
package import RewindSession

/// A change of the state that no action made: the app set it, or a time machine went somewhere.
public struct ExternalChange: Hashable, Sendable {
  /// The action behind which it happened; 0 for before the first.
  public let after: Int
  /// What a time machine did, where it was one: `jump`, `skip`, `commit` and the like.
  public let travel: String?
  /// What became different.
  public let changes: [Change]
}

extension Timeline {
  /// The state that the action behind another is dispatched on: what changed outside of any action in
  /// between is part of it.
  ///
  /// - Throws: ``SessionLogError`` where the session has no such state.
  package func state(onwardFrom index: Int) throws(SessionLogError) -> JSONValue {
    guard index < lastIndex, let line = try externalLine(before: index + 1) else {
      return try state(after: index)
    }
    return try state(at: line)
  }

  /// The line of the last change from outside right before an action, counted from 0; nil where the
  /// action was dispatched on the state that the one before it led to.
  package func externalLine(before index: Int) throws(SessionLogError) -> Int? {
    guard index > firstIndex, index <= lastIndex else { return nil }
    let first = try lines(of: index).lowerBound
    let line = try log.lastLine(upTo: first - 1, of: [.patch, .keyframe, .external, .action])
    guard let line, try log.key(of: line).kind == .external else { return nil }
    return line
  }

  /// The change from outside that a line tells, counted from 0.
  package func outsideChange(at line: Int) throws(SessionLogError) -> ExternalChange {
    guard case .external(let recorded) = try log.line(line) else {
      throw SessionLogError(
        log.path,
        .unreadable(
          line: log.number(of: line),
          why: "It is no change from outside, as it seemed to be."
        )
      )
    }
    var travel: String?
    if line > 0, case .travel(let move) = try log.line(line - 1) { travel = move.kind }
    guard let before = try stateLine(before: line) else {
      return ExternalChange(after: recorded.after, travel: travel, changes: [])
    }
    let (old, new) = (try state(at: before), try state(at: line))
    let patch = recorded.patch ?? Patch(from: old, to: new)
    do throws(PatchError) {
      let changes = try patch.changes(of: old)
      return ExternalChange(after: recorded.after, travel: travel, changes: changes)
    } catch {
      throw SessionLogError(log.path, .badPatch(line: log.number(of: line), why: error.description))
    }
  }
}
