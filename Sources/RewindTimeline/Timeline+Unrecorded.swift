public import RewindSession

/// Sessions whose states were recorded only now and then: what is not there is told by an error that names
/// the nearest states, and never made up from older ones.
extension Timeline {
  /// The line of the state after an action, counted from 0.
  ///
  /// - Throws: ``SessionLogError`` that says why the log has none.
  package func knownStateLine(after index: Int) throws(SessionLogError) -> Int {
    if let line = try stateLine(after: index) { return line }
    guard try isUnrecorded(index) else {
      throw SessionLogError(log.path, .noState(after: index, missingState(after: index)))
    }
    throw try notRecorded(index)
  }

  /// Why there is no state after an action that has none.
  public func missingState(after index: Int) -> MissingState {
    if end == .crashed(action: index) { return .died }
    return index == lastIndex && end == .cut ? .unreadable : .lost
  }

  /// The last line of a state before a line; nil where there is none.
  ///
  /// - Throws: ``SessionLogError`` where the state in between was not recorded.
  package func stateLine(before line: Int) throws(SessionLogError) -> Int? {
    guard
      let line = try log.lastLine(upTo: line - 1, of: [.patch, .keyframe, .external, .reduced])
    else { return nil }
    let key = try log.key(of: line)
    if key.kind == .reduced { throw try notRecorded(key.index ?? 0) }
    return line
  }

  /// Whether states were recorded only now and then: from the start, as the header says, or because the
  /// recorder went over to that.
  public var hasUnrecordedStates: Bool { log.header.stateLines != nil || hasReducedLines }

  /// Whether an action was reduced and its state was not recorded.
  public func isUnrecorded(_ index: Int) throws(SessionLogError) -> Bool {
    for line in try allLines(of: index) where try log.key(of: line).kind == .reduced { return true }
    return false
  }

  /// Whether the state is known that an action was dispatched on.
  public func isStateKnown(before index: Int) throws(SessionLogError) -> Bool {
    let first = try lines(of: index).lowerBound
    let line = try log.lastLine(
      upTo: first - 1,
      of: [.patch, .keyframe, .external, .reduced]
    )
    return try line.map { line throws(SessionLogError) in
      try log.key(of: line).kind != .reduced
    } ?? false
  }

  /// Says that a state was not recorded, and which ones near it were.
  func notRecorded(_ index: Int) throws(SessionLogError) -> SessionLogError {
    var nearest: [Int] = []
    let place = try lines(of: index).lowerBound
    if let before = try log.lastLine(upTo: place, of: [.keyframe]),
      let found = try log.key(of: before).index
    {
      nearest.append(found)
    }
    var line = place
    while line < log.lineCount, nearest.count < 2, case let key = try log.key(of: line) {
      if key.kind == .keyframe, let found = key.index { nearest.append(found) }
      if nearest.last ?? 0 > index { break }
      line += 1
    }
    return SessionLogError(log.path, .notRecorded(after: index, nearest: nearest))
  }
}
