import RewindCoding
import RewindJSON
import RewindSession

/// The lines of states.
///
/// Every state that is written relative to the one before passes through a ``PendingState``: the change
/// is detected without the lock and written under it. Where states are not followed, a line says that
/// the action was reduced.
extension RecordingLog {
  /// Writes the initial state; false if the log has one, perhaps because another thread was faster.
  @discardableResult
  func writeInitialStateIfNeeded(
    _ state: UnsafeRawPointer,
    isMade: Bool,
    keepsState: Bool = true
  ) -> Bool {
    guard !hasState else { return false }
    var isFirst = true
    if areFollowed {
      settle(advance(to: state, keepsState: keepsState)) { arrival in
        guard !hasInitialState else {
          isFirst = false
          return true
        }
        guard let text = arrival.text else { return false }
        let isWritten = write(initialState: text, isMade: isMade)
        follower = isWritten ? arrival.follower : nil
        return true
      }
    } else {
      let text = wholeText(of: state)
      withLock {
        isFirst = !hasInitialState
        if isFirst { _ = write(initialState: text, isMade: isMade) }
      }
    }
    return isFirst
  }

  /// True if each state is written relative to the one before.
  private var areFollowed: Bool { withLock { states.areFollowed } }

  private func write(initialState text: [UInt8], isMade: Bool) -> Bool {
    hasInitialState = true
    return write(keyframe: text, patch: nil, after: 0, isMade: isMade)
  }

  func writeState(_ state: UnsafeRawPointer, after index: Int, keepsState: Bool) {
    guard areFollowed else { return writeUnfollowed(state, after: index) }
    settle(advance(to: state, keepsState: keepsState)) { arrival in
      // An action is open until its state is in the log: another thread's action overlaps it.
      let openBefore = open
      close(index)
      let isWritten = write(arrival, after: index)
      if !isWritten { open = openBefore }
      return isWritten
    }
  }

  /// Writes the state after an action; false if that requires the whole state, which is not available.
  private func write(_ arrival: PendingState, after index: Int) -> Bool {
    guard index >= lastStateIndex else {
      // An overlapping action has a later state in the log: this one is written as a change of that.
      return write(external: arrival, after: lastStateIndex)
    }
    let patch = generation == arrival.generation ? arrival.step.patch : nil
    guard let patch, !isKeyframeDue else {
      guard let text = arrival.text else { return false }
      let isWritten = write(keyframe: text, patch: patch, after: index, isMade: false)
      // A patch starts at the last state in the log; if this state is not there, no patch can follow.
      follower = isWritten ? arrival.follower : nil
      return true
    }
    follower = write(patch: patch, after: index) ? arrival.follower : nil
    return true
  }

  /// Calls `write` with a pending state under the lock; if it requires the whole state, that is encoded
  /// without the lock first.
  private func settle(_ arrival: PendingState, _ write: (PendingState) -> Bool) {
    var arrival = arrival
    while !withLock({ write(arrival) }) {
      arrival.text = arrival.follower.text(of: arrival.state)
    }
  }

  /// True if the next state should be written whole.
  private var isKeyframeDue: Bool {
    switch states {
    case .whole: true
    case .patches, .keyframes:
      KeyframeRule.isDue(bytes: bytesSinceKeyframe, size: keyframeSize) || writer.needsWholeState
    case .none: writer.needsWholeState
    }
  }

  /// Removes an action that has its state, or will have none, from the open ones.
  private func close(_ index: Int) {
    if open.last == index {
      open.removeLast()
    } else {
      open.removeAll { $0 == index }
    }
  }

  // MARK: - States that are not followed

  /// Writes a state whole if a keyframe is due, and otherwise that the action was reduced.
  private func writeUnfollowed(_ state: UnsafeRawPointer, after index: Int) {
    let isWritten = withLock {
      guard index < lastStateIndex || !isKeyframeDue else { return false }
      close(index)
      write(reduced: index)
      return true
    }
    if isWritten { return }
    let text = wholeText(of: state)
    withLock {
      close(index)
      if index < lastStateIndex {
        write(reduced: index)
      } else {
        _ = write(keyframe: text, patch: nil, after: index, isMade: false)
      }
    }
  }

  private func write(reduced index: Int) {
    withLine(#"{"reduced":"#, index) { line in
      writer.append(.reduced, &line)
      bytesSinceKeyframe += line.count
    }
    lastStateIndex = max(lastStateIndex, index)
  }

  // MARK: - Changes without an action

  /// Detects a state that is not the last one in the log.
  func writeExternalChange(_ state: UnsafeRawPointer) {
    guard areFollowed else { return }
    if withLock({ follower?.isKnownToBe(state) ?? false }) { return }
    let arrival = advance(to: state, keepsState: true)
    let isNews = arrival.step.isChange && arrival.step.patch != nil
    if isNews, withLock({ open.isEmpty }) { return writeExternal(arrival) }
    withLock {
      // A patch cannot start at a state that is not in the log.
      guard generation == arrival.generation, !arrival.step.isChange else { return }
      follower = arrival.follower
    }
  }

  /// Writes a state that was set without an action.
  func writeExternal(_ state: UnsafeRawPointer) {
    defer { writer.reportFailure() }
    if writeInitialStateIfNeeded(state, isMade: false) { return }
    if areFollowed { return writeExternal(advance(to: state, keepsState: true)) }
    let text = wholeText(of: state)
    withLock { _ = write(external: #","state":"#, text, after: lastStateIndex) }
  }

  private func writeExternal(_ arrival: PendingState) {
    settle(arrival) { write(external: $0, after: lastStateIndex) }
  }

  /// Writes a change without an action; false if that requires the whole state, which is not available.
  private func write(external arrival: PendingState, after index: Int) -> Bool {
    if let patch = arrival.step.patch, generation == arrival.generation, !writer.needsKeyframe {
      let isWritten = write(external: #","patch":"#, patch, after: index)
      follower = isWritten ? arrival.follower : nil
    } else {
      guard let text = arrival.text else { return false }
      let isWritten = write(external: #","state":"#, text, after: index)
      follower = isWritten ? arrival.follower : nil
    }
    return true
  }

  private func write(external member: StaticString, _ text: [UInt8], after index: Int) -> Bool {
    generation += 1
    // A keyframe follows, so that it can be read without the external change.
    bytesSinceKeyframe = .max / 2
    return withLine(#"{"external":true,"after":"#, index) { line in
      line.append(member)
      line.append(text)
      return writer.append(.other, &line)
    }
  }

  // MARK: - Lines

  private func write(patch: [UInt8], after index: Int) -> Bool {
    lastStateIndex = index
    generation += 1
    return withLine(#"{"after":"#, index) { line in
      line.append(#","patch":"#)
      line.append(patch)
      defer { bytesSinceKeyframe += line.count }
      return writer.append(.patch, &line)
    }
  }

  /// Writes a state whole.
  private func write(
    keyframe text: [UInt8],
    patch: [UInt8]?,
    after index: Int,
    isMade: Bool
  ) -> Bool {
    let isWritten = withLine(#"{"after":"#, index) { line in
      line.append(#","state":"#)
      line.append(text)
      if let patch {
        line.append(#","patch":"#)
        line.append(patch)
      }
      if isMade { line.append(#","made":true"#) }
      appendWall(to: &line)
      return writer.append(.keyframe, &line)
    }
    generation += 1
    bytesSinceKeyframe = 0
    keyframeSize = text.count
    lastStateIndex = index
    // No segment begins between an action and its state: it would hold one without the other.
    if open.isEmpty, writer.isFull { beginSegment(text, after: index) }
    return isWritten
  }

  private func beginSegment(_ text: [UInt8], after index: Int) {
    withLine(#"{"after":"#, index) { line in
      line.append(#","state":"#)
      line.append(text)
      appendWall(to: &line)
      writer.beginSegment(with: Array(line.contents))
    }
  }

  private func appendWall(to line: inout LineBuffer) {
    line.append(#","wall":""#)
    line.append(Array(wallText.utf8))
    line.append("\"")
  }
}
