public import RewindJSON
public import RewindSession

extension Timeline {
  /// The patch that an action made of the state before it.
  ///
  /// - Throws: ``SessionLogError`` where the session has no such action or no state after it.
  public func patch(of index: Int) throws(SessionLogError) -> Patch {
    let line = try knownStateLine(after: index)
    if case .state(let recorded) = try log.line(line), let patch = recorded.patch { return patch }
    if index == firstIndex { return Patch() }
    return Patch(from: try state(before: index), to: try state(at: line))
  }

  /// The difference that a whole state makes to the one above it; nil where there is none above.
  func change(at line: Int) throws(SessionLogError) -> Patch? {
    let kinds: Set<LineKey.Kind> = [.patch, .keyframe, .external, .reduced]
    guard let before = try log.lastLine(upTo: line - 1, of: kinds),
      try log.key(of: before).kind != .reduced
    else { return nil }
    let old = try state(at: before)
    return Patch(from: old, to: try state(at: line))
  }

  /// What an action changed, with the values before and after.
  public func changes(of index: Int) throws(SessionLogError) -> [Change] {
    guard index > firstIndex else { return [] }
    let patch = try patch(of: index)
    let before = try state(before: index)
    do throws(PatchError) {
      return try patch.changes(of: before)
    } catch {
      let line = try stateLine(after: index) ?? 0
      throw SessionLogError(log.path, .badPatch(line: log.number(of: line), why: error.description))
    }
  }

  /// The patch from the state after one action to the state after another, either way round.
  public func patch(from first: Int, to second: Int) throws(SessionLogError) -> Patch {
    Patch(from: try state(after: first), to: try state(after: second))
  }
}
