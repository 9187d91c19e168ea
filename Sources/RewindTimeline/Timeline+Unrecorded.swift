import RewindLog
import RewindSession

/// For sessions whose states were recorded only now and then.
///
/// A missing state results in an error that names the nearest states; it is never made up from older ones.
extension Timeline {
  /// Returns the line of the state after an action, counted from 0.
  ///
  /// - Throws: ``SessionLogError`` with the reason if the log has none.
  package func knownStateLine(after index: Int) throws(SessionLogError) -> Int {
    if let line = try stateLine(after: index) { return line }
    guard try isUnrecorded(index) else {
      throw SessionLogError(log.path, .noState(after: index, missingState(after: index)))
    }
    throw try notRecorded(index)
  }

  /// Returns the reason why there is no state after an action that has none.
  public func missingState(after index: Int) -> MissingState {
    if end == .crashed(action: index) { return .died }
    return index == lastIndex && end == .cut ? .unreadable : .lost
  }

  /// Returns the last line of a state before a line; nil if there is none.
  ///
  /// - Throws: ``SessionLogError`` if the state in between was not recorded.
  package func stateLine(before line: Int) throws(SessionLogError) -> Int? {
    guard let last = try lastStateLine(before: line) else { return nil }
    guard last.isRecorded else { throw try notRecorded(log.key(of: last.line).index ?? 0) }
    return last.line
  }

  /// Returns the last line before another that has a state, or that stands for one that was not recorded.
  package func lastStateLine(
    before line: Int
  ) throws(SessionLogError) -> (line: Int, isRecorded: Bool)? {
    let kinds: LineKinds = [.patch, .keyframe, .external, .reduced]
    guard let last = try log.lastLine(upTo: line - 1, of: kinds) else { return nil }
    return (last, try log.key(of: last).kind != .reduced)
  }

  /// True if states were recorded only now and then: from the start, as the header says, or for a while.
  public var hasUnrecordedStates: Bool { log.header.stateLines != nil || hasReducedLines }

  /// Returns the number of reduced actions whose states were not recorded.
  public func unrecordedStates() throws(SessionLogError) -> Int {
    guard hasUnrecordedStates else { return 0 }
    var count = 0
    for line in 0..<log.lineCount where try log.key(of: line).kind == .reduced { count += 1 }
    return count
  }

  /// Returns true if an action was reduced without its state being recorded.
  public func isUnrecorded(_ index: Int) throws(SessionLogError) -> Bool {
    for line in try allLines(of: index) where try log.key(of: line).kind == .reduced { return true }
    return false
  }

  /// Returns true if the state on which an action was dispatched is known.
  public func isStateKnown(before index: Int) throws(SessionLogError) -> Bool {
    try lastStateLine(before: lines(of: index).lowerBound)?.isRecorded ?? false
  }

  /// Returns the error for an unrecorded state, with the nearest recorded ones.
  func notRecorded(_ index: Int) throws(SessionLogError) -> SessionLogError {
    var nearest: [Int] = []
    let first = try lines(of: index).lowerBound
    if let before = try log.lastLine(upTo: first, of: [.keyframe]),
      let found = try log.key(of: before).index
    {
      nearest.append(found)
    }
    var line = first
    while line < log.lineCount, nearest.count < 2, case let key = try log.key(of: line) {
      if key.kind == .keyframe, let found = key.index { nearest.append(found) }
      if nearest.last ?? 0 > index { break }
      line += 1
    }
    return SessionLogError(log.path, .notRecorded(after: index, nearest: nearest))
  }
}
