import RewindCoding
import RewindJSON
import RewindSession

/// The lines of states.
///
/// Every state that is written relative to the one before passes through a ``PendingState``: the change
/// is detected without the lock and written under it. Where states are not compared, a line says that
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
    let isFirst: Bool
    let text: [UInt8]
    switch advance(to: state, keepsState: keepsState) {
    case .closed:
      return false
    case .notCompared:
      text = wholeText(of: state)
      isFirst = write(initial: text, isMade: isMade, encoder: nil)
    case .pending(var pending):
      pending.encodeWhole()
      text = pending.text ?? []
      isFirst = write(initial: text, isMade: isMade, encoder: pending.encoder)
    }
    if isFirst {
      reportLeftOut(of: state)
      reportOpaqueParts(in: text)
    }
    return isFirst
  }

  private func write(
    initial text: [UInt8],
    isMade: Bool,
    encoder next: (any StateEncoder)?
  ) -> Bool {
    lock.withLock {
      guard !hasInitialState else { return false }
      let isWritten = write(initialState: text, isMade: isMade)
      if let next { encoder = isWritten ? next : nil }
      return true
    } ?? false
  }

  private func write(initialState text: [UInt8], isMade: Bool) -> Bool {
    hasInitialState = true
    return write(keyframe: text, patch: nil, after: 0, isMade: isMade)
  }

  func writeState(_ state: UnsafeRawPointer, after index: Int, keepsState: Bool) {
    switch advance(to: state, after: index, keepsState: keepsState) {
    case .closed: break
    case .notCompared: writeUncompared(state, after: index)
    case .pending(var pending):
      if lock.withLock({ close(index, with: pending) }) ?? true { return }
      pending.encodeWhole()
      lock.withLock { _ = close(index, with: pending) }
    }
  }

  /// Writes the state of an open action, which then is open no more.
  ///
  /// False, with nothing changed, if the log requires the whole state, and that is not encoded yet.
  private func close(_ index: Int, with pending: PendingState) -> Bool {
    // An action is open until its state is in the log: another thread's action overlaps it.
    let openBefore = open
    close(index)
    let isWritten = write(pending, after: index)
    if !isWritten { open = openBefore }
    return isWritten
  }

  /// Writes the state after an action; false if the whole state is required.
  private func write(_ pending: PendingState, after index: Int) -> Bool {
    guard index >= lastStateIndex else {
      // An overlapping action has a later state in the log: this one is written as a change of that.
      return write(external: pending, after: lastStateIndex)
    }
    let patch = generation == pending.generation ? pending.step.patch : nil
    guard let patch, !isKeyframeDue else {
      guard let text = pending.text else { return false }
      let isThere = write(keyframe: text, patch: patch, after: index, isMade: false)
      // A patch starts at the last state in the log; if this state is not there, no patch can follow.
      encoder = isThere ? pending.encoder : nil
      return true
    }
    encoder = write(patch: patch, after: index) ? pending.encoder : nil
    return true
  }

  /// True if the next state should be written whole.
  private var isKeyframeDue: Bool {
    switch states {
    case .whole: true
    case .patches, .keyframes:
      KeyframeRule.isDue(
        bytes: bytesSinceKeyframe,
        size: keyframeSize,
        hasPatches: comparesStates
      ) || writer.needsWholeState
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

  // MARK: - States that are not compared

  /// Writes a state whole if a keyframe is due, and otherwise that the action was reduced.
  private func writeUncompared(_ state: UnsafeRawPointer, after index: Int) {
    let isWritten = lock.withLock {
      guard index < lastStateIndex || !isKeyframeDue else { return false }
      close(index)
      write(reduced: index)
      return true
    }
    if isWritten ?? true { return }
    let text = wholeText(of: state)
    lock.withLock {
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

  /// Detects a state that is not the last one in the log; `members` are what its line says of the change.
  ///
  /// The line has the time of a change that `happensNow`; otherwise when it happened is not known.
  func writeExternalChange(
    _ state: UnsafeRawPointer,
    _ members: [UInt8] = [],
    happensNow: Bool = false
  ) {
    if lock.withLock({ comparesStates && encoder?.isKnownToBe(state) ?? false }) ?? true { return }
    guard case .pending(var pending) = advance(to: state, keepsState: true) else { return }
    pending.members = members
    let isUnrecordedChange = pending.step.isChange && pending.step.patch != nil
    if isUnrecordedChange, lock.withLock({ open.isEmpty }) ?? false {
      if happensNow { pending.members += timeMember }
      return writeExternal(pending)
    }
    lock.withLock {
      // A patch cannot start at a state that is not in the log.
      guard generation == pending.generation, !pending.step.isChange else { return }
      encoder = pending.encoder
    }
  }

  /// Writes a state that was set without an action, just now: its line has the time.
  func writeExternal(_ state: UnsafeRawPointer, _ members: [UInt8] = []) {
    let members = members + timeMember
    defer { writer.reportFailure() }
    if writeInitialStateIfNeeded(state, isMade: false) { return }
    switch advance(to: state, keepsState: true) {
    case .closed:
      break
    case .notCompared:
      let text = wholeText(of: state)
      lock.withLock { _ = write(external: #","state":"#, text + members, after: lastStateIndex) }
    case .pending(var pending):
      pending.members = members
      writeExternal(pending)
    }
  }

  private var timeMember: [UInt8] { Array(#","time":\#(clock.time)"#.utf8) }

  private func writeExternal(_ pending: PendingState) {
    if lock.withLock({ write(external: pending, after: lastStateIndex) }) ?? true { return }
    var pending = pending
    pending.encodeWhole()
    lock.withLock { _ = write(external: pending, after: lastStateIndex) }
  }

  /// Writes a change without an action; false if the whole state is required.
  private func write(external pending: PendingState, after index: Int) -> Bool {
    let isThere: Bool
    if let patch = pending.step.patch, generation == pending.generation, !writer.needsKeyframe {
      isThere = write(external: #","patch":"#, patch + pending.members, after: index)
    } else {
      guard let text = pending.text else { return false }
      isThere = write(external: #","state":"#, text + pending.members, after: index)
    }
    encoder = isThere ? pending.encoder : nil
    return true
  }

  private func write(external member: StaticString, _ text: [UInt8], after index: Int) -> Bool {
    generation += 1
    // A keyframe follows, so that it can be read without the external change.
    bytesSinceKeyframe = .max / 2
    return withLine(#"{"external":true,"after":"#, index) { line in
      line.append(member)
      line.append(text)
      return writer.append(.external, &line)
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
