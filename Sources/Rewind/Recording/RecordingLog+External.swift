import RewindCoding
import RewindJSON
import RewindSession

/// The lines of changes without an action.
extension RecordingLog {
  /// Detects a state that is not the last one in the log; `members` are what its line says of the change.
  ///
  /// The line has the time of a change that `happensNow`; otherwise when it happened is not known.
  func writeExternalChange(
    _ state: UnsafeRawPointer,
    _ members: [UInt8] = [],
    happensNow: Bool = false
  ) {
    if lock.withLock({ comparesStates && last.isKnownToBe(state) }) ?? true { return }
    guard case .pending(let pending, _) = advance(to: state, keepsState: true) else { return }
    pending.members = members
    let isUnrecordedChange = pending.step.isChange && pending.step.patch != nil
    if isUnrecordedChange, lock.withLock({ numbers.open.isEmpty }) ?? false {
      if happensNow { pending.members += timeMember }
      return writeExternal(pending)
    }
    lock.withLock {
      // A patch cannot start at a state that is not in the log.
      guard last.generation == pending.generation, !pending.step.isChange else { return }
      last.become(pending.encoder)
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
    case .uncompared:
      let text = wholeText(of: state)
      lock.withLock {
        _ = write(external: #","state":"#, text + members, after: numbers.lastWithState)
      }
    case .pending(let pending, _):
      pending.members = members
      writeExternal(pending)
    }
  }

  private var timeMember: [UInt8] { Array(#","time":\#(clock.time)"#.utf8) }

  private func writeExternal(_ pending: PendingState) {
    if lock.withLock({ write(external: pending, after: numbers.lastWithState) }) ?? true { return }
    pending.encodeWhole()
    lock.withLock { _ = write(external: pending, after: numbers.lastWithState) }
  }

  /// Writes a change without an action; false if the whole state is required.
  func write(external pending: PendingState, after index: Int) -> Bool {
    let isThere: Bool
    if let patch = pending.step.patch, last.generation == pending.generation, !writer.needsKeyframe
    {
      isThere = write(external: #","patch":"#, patch + pending.members, after: index)
    } else {
      guard let text = pending.text else { return false }
      isThere = write(external: #","state":"#, text + pending.members, after: index)
    }
    last.become(isThere ? pending.encoder : nil)
    return true
  }

  private func write(external member: StaticString, _ text: [UInt8], after index: Int) -> Bool {
    last.noteLine()
    // A keyframe follows, so that it can be read without the external change.
    keyframes.requireWhole()
    var line = LineBuffer(#"{"external":true,"after":"#, index, room: text.count)
    line.append(member)
    line.append(text)
    return writer.append(.external, &line)
  }
}
