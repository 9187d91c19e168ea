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

/// A value at a path, starting at an action.
public struct HistoryEntry: Hashable, Sendable {
  /// The action that wrote it; ``Timeline/firstIndex`` for the log's first state.
  public let index: Int
  /// The action's type; nil for the log's first state, and for an external change.
  public let type: String?
  /// True if it was written without an action, after action ``index``.
  public let isExternal: Bool
  /// The value; nil if it was removed.
  public let value: JSONValue?
}

extension Timeline {
  /// Returns every value at a pointer, in order; consecutive equal values are one.
  ///
  /// Use ``eachValue(of:upTo:progress:_:)`` to avoid holding all of them in memory.
  public func history(
    of pointer: Pointer,
    upTo index: Int? = nil,
    progress: ((_ line: Int, _ count: Int) -> Void)? = nil
  ) throws(SessionLogError) -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    try eachValue(of: pointer, upTo: index, progress: progress) { entries.append($0) }
    return entries
  }

  /// Passes every value at a pointer to `body`, in order; consecutive equal values are one.
  ///
  /// The pointer refers to an index, not to an element that moves. The lines are read once, forward;
  /// states are built only for lines whose bytes show that their patch may touch the value.
  ///
  /// - Parameters:
  ///   - pointer: The pointer.
  ///   - index: The last action to include.
  ///   - progress: Called with each line and the number of lines, before it is read.
  ///   - body: Called with each value and its writer.
  /// - Throws: ``SessionLogError`` if the session cannot be read, or a state up to `index` was not
  ///   recorded, so that the value at that time is unknown.
  public func eachValue(
    of pointer: Pointer,
    upTo index: Int? = nil,
    progress: ((_ line: Int, _ count: Int) -> Void)? = nil,
    _ body: (HistoryEntry) -> Void
  ) throws(SessionLogError) {
    try eachValue(ofEach: [pointer], upTo: index, progress: progress) { body($1) }
  }

  /// Passes every value at each of some pointers to `body`, with the number of the pointer; the lines are read once.
  package func eachValue(
    ofEach pointers: [Pointer],
    upTo index: Int? = nil,
    progress: ((_ line: Int, _ count: Int) -> Void)? = nil,
    _ body: (_ number: Int, HistoryEntry) -> Void
  ) throws(SessionLogError) {
    let (filter, filters) = (PatchFilter(pointers), pointers.map { PatchFilter([$0]) })
    let index = index ?? lastIndex
    var values = [JSONValue?](repeating: nil, count: pointers.count)
    for line in 0..<log.lineCount {
      progress?(line, log.lineCount)
      let key = try log.key(of: line)
      if key.kind == .reduced, key.index ?? 0 <= index { throw try notRecorded(key.index ?? 0) }
      guard key.kind.hasState else { continue }
      if let after = key.index, after > index { break }
      let touched = try log.withBytes(of: line) { bytes in
        filter.mayTouch(bytes) ? pointers.indices.filter { filters[$0].mayTouch(bytes) } : []
      }
      for number in touched {
        let pointer = pointers[number]
        let found = try state(at: line)[pointer]
        guard found != values[number] else { continue }
        values[number] = found
        let (index, type, isExternal) = try writer(of: line)
        body(number, HistoryEntry(index: index, type: type, isExternal: isExternal, value: found))
      }
    }
  }
}
