public import RewindJSON
public import RewindSession

/// A value that stood at a place, from an action on.
public struct HistoryEntry: Hashable, Sendable {
  /// The action that wrote it; ``Timeline/firstIndex`` for the log's first state.
  public let index: Int
  /// The action's type; nil for the log's first state, and for a change outside of any action.
  public let type: String?
  /// Whether it was written without an action, after action ``index``.
  public let isExternal: Bool
  /// The value; nil where there is none any more.
  public let value: JSONValue?
}

extension Timeline {
  /// Every value that stood at a place, in order; equal ones in a row are one.
  ///
  /// As ``eachValue(of:upTo:progress:_:)``, which needs no memory for all of them.
  public func history(
    of pointer: Pointer,
    upTo index: Int? = nil,
    progress: ((_ line: Int, _ count: Int) -> Void)? = nil
  ) throws(SessionLogError) -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    try eachValue(of: pointer, upTo: index, progress: progress) { entries.append($0) }
    return entries
  }

  /// Hands over every value that stood at a place, in order; equal ones in a row are one.
  ///
  /// The pointer names the place, not an element that moves. One pass forward; states are made only
  /// for lines whose bytes tell that their patch may touch the place.
  ///
  /// - Parameters:
  ///   - pointer: The place.
  ///   - index: The last action that counts.
  ///   - progress: Told each line, and how many there are, before it is read.
  ///   - body: Is handed each value, with who wrote it.
  /// - Throws: ``SessionLogError`` where the session cannot be read, or a state up to `index` was not
  ///   recorded: nobody knows what stood there then.
  public func eachValue(
    of pointer: Pointer,
    upTo index: Int? = nil,
    progress: ((_ line: Int, _ count: Int) -> Void)? = nil,
    _ body: (HistoryEntry) -> Void
  ) throws(SessionLogError) {
    let filter = PatchFilter([pointer])
    let index = index ?? lastIndex
    var value: JSONValue?
    for line in 0..<log.lineCount {
      progress?(line, log.lineCount)
      let key = try log.key(of: line)
      if key.kind == .reduced, key.index ?? 0 <= index { throw try notRecorded(key.index ?? 0) }
      guard key.kind == .patch || key.kind == .keyframe || key.kind == .external else { continue }
      if let after = key.index, after > index { break }
      guard filter.mayTouch(try log.bytes(of: line)) else { continue }
      let found = try state(at: line)[pointer]
      guard found != value else { continue }
      value = found
      body(try entry(line, key, found))
    }
  }

  private func entry(
    _ line: Int,
    _ key: LineKey,
    _ value: JSONValue?
  ) throws(SessionLogError) -> HistoryEntry {
    let index = key.index ?? 0
    let isExternal = key.kind == .external
    let type = isExternal || index == firstIndex ? nil : try action(index).type
    return HistoryEntry(index: index, type: type, isExternal: isExternal, value: value)
  }
}
