public import RewindSession

extension SessionLog {
  /// Returns the end of the session, and the index of the last action that was begun.
  package func findEnd() throws(SessionLogError) -> (end: SessionEnd, lastIndex: Int) {
    let last = try lastLine(upTo: lineCount - 1, of: [.action]) ?? 0
    let lastIndex = try last > 0 ? key(of: last).index ?? 0 : findStart()
    var line = lineCount - 1
    // Lines after an end line do not belong to the session.
    let isEnded = line > 0 ? try key(of: line).kind == .end : false
    guard isEnded || damage == nil && tailLength == 0 else { return (.cut, lastIndex) }
    while line > 0 {
      let end = try withBytes(of: line) { SessionLine(withoutState: $0).flatMap(SessionEnd.init) }
      if let end { return (end, lastIndex) }
      line -= 1
    }
    return (.stopped, lastIndex)
  }

  /// Returns the last actions without a state of their own, the earliest first.
  ///
  /// More than one where threads overlap: what a later one's state says of an earlier one, which may have ended or
  /// not, is not known.
  package func unendedActions() throws(SessionLogError) -> [Int] {
    var found: [Int] = []
    var ended: Set<Int> = []
    for line in stride(from: lineCount - 1, to: 0, by: -1) {
      let key = try key(of: line)
      guard let index = key.index else { continue }
      switch key.kind {
      case .patch, .keyframe, .reduced: ended.insert(index)
      case .action:
        if !ended.contains(index) { found.append(index) }
        guard case .action(let action) = try self.line(line), action.overlaps else {
          return found.reversed()
        }
      default: continue
      }
    }
    return found.reversed()
  }

  /// Adds up the lost lines that the log reports; nil if there are none.
  public func gap() throws(SessionLogError) -> SessionGap? {
    var gaps: [SessionGap] = []
    for line in 1..<max(lineCount, 1) where try key(of: line).kind == .gap {
      if case .gap(let gap) = try self.line(line) { gaps.append(gap) }
    }
    return SessionGap(gaps)
  }

  /// Returns the index of the first state: 0, except in a later segment of a session.
  package func findStart() throws(SessionLogError) -> Int {
    for line in 1..<max(lineCount, 1) {
      let key = try key(of: line)
      switch key.kind {
      case .patch, .keyframe, .external: return key.index ?? 0
      case .action: return max((key.index ?? 1) - 1, 0)
      case .header, .input, .reduced, .note, .gap, .travel, .types, .held, .laterKeyframe, .end,
        .unknown:
        continue
      }
    }
    return 0
  }
}
