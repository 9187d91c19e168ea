public import RewindJSON
package import RewindLog
import RewindSession

/// A change of the state without an action: the app set it, or a time machine moved.
public struct ExternalChange: Hashable, Sendable {
  /// The action after which it happened; 0 for before the first.
  public let after: Int
  /// The move of the time machine, if it was one: `jump`, `skip`, `commit` and the like.
  public let travel: String?
  /// The name of the transaction, if the app gave it one.
  public let transaction: String?
  /// The store whose state it changed, in a timeline of several.
  package let store: String?
  /// The changes.
  public let changes: [Change]

  /// The change in words: `the transaction refresh`, `the time machine's jump`, `an external change of cart`.
  package var name: String {
    let name =
      transaction.map { "the transaction \($0)" } ?? travel.map { "the time machine's \($0)" }
      ?? "an external change"
    return name + (store.map { " of \($0)" } ?? "")
  }
}

extension Timeline {
  /// Returns the state on which the action after another was dispatched, with any external changes in
  /// between.
  ///
  /// - Throws: ``SessionLogError`` if the session has no such state.
  package func state(onwardFrom index: Int) throws(SessionLogError) -> JSONValue {
    guard index < lastIndex, let line = try externalLine(before: index + 1) else {
      return try state(after: index)
    }
    return try state(at: line)
  }

  /// Returns the line of the last external change right before an action, counted from 0; nil if the
  /// action was dispatched on the state after the previous one.
  package func externalLine(before index: Int) throws(SessionLogError) -> Int? {
    guard index > firstIndex, index <= lastIndex else { return nil }
    let first = try lines(of: index).lowerBound
    let line = try log.lastLine(upTo: first - 1, of: [.patch, .keyframe, .external, .action])
    guard let line, try log.key(of: line).kind == .external else { return nil }
    return line
  }

  /// Returns the external change on a line, counted from 0.
  package func externalChange(at line: Int) throws(SessionLogError) -> ExternalChange {
    guard case .external(let recorded) = try log.line(line) else {
      throw SessionLogError(
        log.path,
        .unreadable(
          line: log.number(of: line),
          why: "It is not an external change as it seemed."
        )
      )
    }
    var travel: String?
    if line > 0, case .travel(let move) = try log.line(line - 1) { travel = move.kind }
    return ExternalChange(
      after: recorded.after,
      travel: travel,
      transaction: recorded.name,
      store: recorded.json[StoreAction.members.store]?.string,
      changes: try changes(of: recorded, at: line)
    )
  }

  /// Returns the changes of an external change; none where no state is before it.
  private func changes(
    of recorded: RecordedState,
    at line: Int
  ) throws(SessionLogError) -> [Change] {
    guard let before = try stateLine(before: line) else { return [] }
    if let patch = recorded.patch, recorded.state == nil {
      return try changes(of: patch, from: before, to: line)
    }
    let (old, new) = (try state(at: before), try state(at: line))
    let patch = recorded.patch ?? Patch(from: old, to: new)
    return try applyPatch(ofLine: line) { () throws(PatchError) in try patch.changes(of: old) }
  }
}
