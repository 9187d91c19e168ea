public import RewindJSON

extension Timeline {
  /// Returns the patch from the state before an action to the state after it.
  ///
  /// - Throws: ``SessionLogError`` if the session has no such action or no state after it.
  public func patch(of index: Int) throws(SessionLogError) -> Patch {
    let line = try knownStateLine(after: index)
    if let patch = try log.recordedChange(of: line).patch { return patch }
    if index == firstIndex { return Patch() }
    return Patch(from: try state(before: index), to: try state(at: line))
  }

  /// Returns the changes of an action, with the values before and after.
  public func changes(of index: Int) throws(SessionLogError) -> [Change] {
    guard index > firstIndex else { return [] }
    let line = try knownStateLine(after: index)
    let recorded = try log.recordedChange(of: line)
    if let patch = recorded.patch, recorded.stateSize == 0,
      let before = try stateLine(before: line),
      try before == stateLine(before: lines(of: index).lowerBound)
    {
      return try changes(of: patch, from: before, to: line)
    }
    let patch = try patch(of: index)
    let before = try state(before: index)
    return try applyPatch(ofLine: line) { () throws(PatchError) in
      try patch.changes(of: before)
    }
  }

  /// Returns the changes that the patch on a line makes in the state on the line before it, and
  /// stays at the later one.
  ///
  /// No state is held meanwhile, so that none is copied.
  func changes(
    of patch: Patch,
    from before: Int,
    to line: Int
  ) throws(SessionLogError) -> [Change] {
    _ = try state(at: before)
    guard var cursor, cursor.line == before else {
      let old = try state(at: before)
      return try applyPatch(ofLine: line) { () throws(PatchError) in try patch.changes(of: old) }
    }
    self.cursor = nil
    defer { self.cursor = cursor }
    return try applyPatch(ofLine: line) { () throws(PatchError) in
      try cursor.advanceWithChanges(to: line, patch)
    }
  }

  /// Returns the changes of an action for a list, like ``changes(of:)``; the state before it is read
  /// only where the patch does not have them.
  ///
  /// Do not use the values before.
  package func briefChanges(of index: Int) throws(SessionLogError) -> [Change] {
    guard index > firstIndex else { return [] }
    let patch = try recordedPatch(knownStateLine(after: index))
    if let changes = recordedChanges(of: patch) { return changes }
    return try changes(of: index)
  }

  /// Returns the changes that a patch on a line makes, without the values before; nil if that requires the
  /// state before.
  ///
  /// A patch of a foreign recorder may replace values by equal ones, which are not changes.
  package func recordedChanges(of patch: Patch?) -> [Change]? {
    log.header.hasLeastPatches ? patch?.recordedChanges : nil
  }

  /// Returns the patch from the state after one action to the state after another, in either direction.
  public func patch(from first: Int, to second: Int) throws(SessionLogError) -> Patch {
    Patch(from: try state(after: first), to: try state(after: second))
  }
}
