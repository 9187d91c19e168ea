import RewindCoding
import RewindJSON
import RewindSession

/// The lines of changes without an action.
extension RecordingLog {
  /// Detects a state that is not the last one in the log; `members` are the members of its line about the change.
  ///
  /// The line has the time of a change that `happensNow`; otherwise when it happened is not known.
  func writeExternalChange(
    _ state: UnsafeRawPointer,
    _ members: [UInt8] = [],
    happensNow: Bool = false
  ) {
    if lock.withLock({ comparesStates && last.isKnownToBe(state) }) ?? true { return }
    guard case .pending(let pending, _) = advance(to: state, keepsState: true) else { return }
    if pending.change == .patch, lock.withLock({ numbers.open.isEmpty }) ?? false {
      return writeExternal(pending, happensNow ? members + timeMember : members)
    }
    lock.withLock {
      // A patch cannot start at a state that is not in the log.
      guard last.generation == pending.generation, pending.change == .none else { return }
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
        coming = nil
        _ = write(external: #","state":"#, text + members, after: numbers.lastWithState)
      }
    case .pending(let pending, _):
      writeExternal(pending, members)
    }
  }

  private var timeMember: [UInt8] { Array(#","time":\#(clock.time)"#.utf8) }

  private func writeExternal(_ pending: PendingState, _ members: [UInt8]) {
    let isWritten = lock.withLock {
      write(external: pending, members, after: numbers.lastWithState)
    }
    if isWritten ?? true { return }
    pending.encodeWhole()
    lock.withLock { _ = write(external: pending, members, after: numbers.lastWithState) }
  }

  /// Writes a change without an action, with further members of its line; false if the whole state is required.
  func write(external pending: PendingState, _ members: [UInt8] = [], after index: Int) -> Bool {
    let isThere: Bool
    let hasPatch = pending.change != .unknown && last.generation == pending.generation
    if hasPatch, !writer.needsKeyframe {
      let patch = Array(pending.encoder.patch.contents)
      coming?.add(patch: pending.encoder.patch.contents)
      isThere = write(external: #","patch":"#, patch + members, after: index)
    } else {
      guard let text = pending.text else { return false }
      coming = nil
      isThere = write(external: #","state":"#, text + members, after: index)
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
    let isWritten = writer.append(.external, &line)
    if !isWritten { coming = nil }
    return isWritten
  }
}
