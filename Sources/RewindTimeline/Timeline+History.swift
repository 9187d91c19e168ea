public import RewindJSON

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
      let bytes = try log.bytes(of: line)
      guard filter.mayTouch(bytes) else { continue }
      for (number, pointer) in pointers.enumerated()
      where pointers.count == 1 || filters[number].mayTouch(bytes) {
        let found = try state(at: line)[pointer]
        guard found != values[number] else { continue }
        values[number] = found
        let (index, type, isExternal) = try writer(of: line)
        body(number, HistoryEntry(index: index, type: type, isExternal: isExternal, value: found))
      }
    }
  }
}
