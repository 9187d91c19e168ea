import RewindCoding
import RewindJSON
import RewindSession

/// The lines of states.
///
/// Every state that is written relative to the one before passes through a ``PendingState``: the change
/// is detected without the lock and written under it. Where states are not compared, a line says that
/// the action was reduced.
extension RecordingLog {
  /// Appends the state after an action, unless a nested action has done so, and ends the action.
  func append(stateAfter action: OpenAction, _ state: UnsafeRawPointer, keepsState: Bool) {
    writeState(state, after: action.index, closing: action, keepsState: keepsState)
    leaveOut(action)
  }

  /// Appends the state after the action that this thread is reducing.
  func writeState(
    _ state: UnsafeRawPointer,
    after index: Int,
    closing action: OpenAction? = nil,
    keepsState: Bool
  ) {
    switch advance(to: state, after: index, closing: action, keepsState: keepsState) {
    case .closed:
      writer.reportFailure()
    case .uncompared(let isWhole):
      let text = isWhole ? wholeText(of: state) : nil
      writeUncompared(text, state, after: index, took: action?.stopwatch.took)
    case .pending(var pending, let isWhole):
      pending.took = action?.stopwatch.took
      if isWhole { pending.encodeWhole() }
      if !append(pending, after: index) {
        // Meanwhile another thread has written a state.
        pending.encodeWhole()
        _ = append(pending, after: index)
      }
    }
  }

  /// Appends a state line under the lock; false, with nothing changed, if the log requires the whole state, and that
  /// is not encoded yet.
  private func append(_ pending: PendingState, after index: Int) -> Bool {
    guard lock.take() else { return true }
    let isWritten = write(pending, after: index)
    let failure = writer.takeFailure()
    lock.giveBack()
    if let failure { writer.report(failure) }
    return isWritten
  }

  // MARK: - Following the states

  /// The next state, as far as it has to be encoded.
  enum NextState {
    /// The action that led to it has its state already, or will have none, as in a fork.
    case closed
    /// States are not written relative to each other; `isWhole` if this one is to be written all the same.
    case uncompared(isWhole: Bool)
    /// `isWhole` if the log will require the whole state.
    case pending(PendingState, isWhole: Bool)
  }

  /// Encodes a state relative to the last one, with no lock held, since its `encode(to:)` is the app's code.
  ///
  /// An action leads to it, or none, where `index` is nil; `action` is closed if its reduction is over.
  func advance(
    to state: UnsafeRawPointer,
    after index: Int? = nil,
    closing action: OpenAction? = nil,
    keepsState: Bool
  ) -> NextState {
    guard lock.take() else { return .closed }
    action?.close()
    if let index, !numbers.endReduction(of: index) {
      lock.giveBack()
      return .closed
    }
    let isPausing = writer.isPausing
    let isWhole = isWholeDue && !isPausing
    guard comparesStates, !isPausing else {
      if isPausing { last.become(nil) }
      lock.giveBack()
      return .uncompared(isWhole: isWhole)
    }
    let (taken, generation, lastIndex) = (last.take(), last.generation, numbers.last)
    lock.giveBack()
    let encoder = taken ?? last.makeEncoder()
    let change = encoder.advance(to: state, keepsState: keepsState)
    if let fault = encoder.fault {
      notices.fail(.unfaithful(pointer: fault.description, action: lastIndex))
    }
    return .pending(
      PendingState(state: state, encoder: encoder, change: change, generation: generation),
      isWhole: isWhole || change == .unknown
    )
  }

  /// Returns the whole text of a state, where none are compared.
  func wholeText(of state: UnsafeRawPointer) -> [UInt8] {
    let known = lock.withLock { last.encoder } ?? nil
    let encoder = known ?? last.makeEncoder()
    return encoder.text(of: state)
  }

  /// True if the next state must be written whole, by the thread that dispatches.
  private var isWholeDue: Bool { writer.needsWholeState || isKeyframeDue && !leavesKeyframe }

  private var isKeyframeDue: Bool { keyframes.isDue(hasPatches: comparesStates) }

  /// True if a whole state that is due is composed of the log's lines.
  private var leavesKeyframe: Bool { composesKeyframes && keyframes.isComposed }

  /// Writes the state after an action, and closes the action; false if the whole state is required.
  private func write(_ pending: PendingState, after index: Int) -> Bool {
    if index < numbers.lastWithState {
      // An overlapping action has a later state in the log: this one is written as a change of that.
      guard write(external: pending, after: numbers.lastWithState) else { return false }
      numbers.close(index)
      return true
    }
    let hasPatch = pending.change != .unknown && last.generation == pending.generation
    let isWritten: Bool
    if hasPatch, !(isWholeDue || isKeyframeDue && pending.text != nil) {
      numbers.close(index)
      isWritten = write(patch: &pending.encoder.patch, after: index, took: pending.took)
      if isKeyframeDue, leavesKeyframe, isWritten { beginKeyframe() }
    } else {
      guard let text = pending.text else { return false }
      numbers.close(index)
      let patch = hasPatch ? pending.encoder.patch.contents : nil
      isWritten = write(keyframe: text, patch: patch, after: index, took: pending.took)
      if isWritten { pending.encoder.noteWholeState(text.count) }
    }
    // A patch starts at the last state in the log; if this state is not there, no patch can follow.
    last.become(isWritten ? pending.encoder : nil)
    return true
  }

  /// Writes a state whole if that is encoded, and otherwise that the action was reduced.
  private func writeUncompared(
    _ text: [UInt8]?,
    _ state: UnsafeRawPointer,
    after index: Int,
    took: Int?
  ) {
    guard lock.take() else { return }
    numbers.close(index)
    if let text, index >= numbers.lastWithState {
      _ = write(keyframe: text, patch: nil, after: index, took: took)
    } else {
      write(reduced: index, took: took)
    }
    let failure = writer.takeFailure()
    lock.giveBack()
    if let failure { writer.report(failure) }
  }

  // MARK: - The initial state

  /// Writes the initial state; false if the log has one, perhaps because another thread was faster.
  @discardableResult
  func writeInitialStateIfNeeded(
    _ state: UnsafeRawPointer,
    isMade: Bool,
    keepsState: Bool = true
  ) -> Bool {
    guard !hasState else { return false }
    let text: [UInt8]
    let encoder: StateEncoder?
    switch advance(to: state, keepsState: keepsState) {
    case .closed:
      return false
    case .uncompared:
      (text, encoder) = (wholeText(of: state), nil)
    case .pending(let pending, _):
      pending.encodeWhole()
      (text, encoder) = (pending.text ?? [], pending.encoder)
    }
    let shown = last.makeEncoder().leftOut(of: state)
    let types = types.line(ofStates: lines.naming.states, shown)
    guard write(initial: text, types, isMade: isMade, encoder) else { return false }
    reportGaps(in: state, text: text, shown)
    gate.begin()
    return true
  }

  private func write(
    initial text: [UInt8],
    _ types: [UInt8]?,
    isMade: Bool,
    _ encoder: StateEncoder?
  ) -> Bool {
    lock.withLock {
      guard !last.isBegun else { return false }
      last.isBegun = true
      if let types { writer.append(.types, types) }
      let isWritten = write(keyframe: text, patch: nil, after: 0, isMade: isMade)
      if let encoder { last.become(isWritten ? encoder : nil) }
      return true
    } ?? false
  }

  // MARK: - Lines

  /// Makes a patch the line of a state, and writes it.
  private func write(patch line: inout LineBuffer, after index: Int, took: Int?) -> Bool {
    numbers.noteState(after: index)
    last.noteLine()
    coming?.add(patch: line.contents)
    line.prepend(#","patch":"#)
    line.prepend(digits: index)
    line.prepend(#"{"after":"#)
    append(took, to: &line)
    let isWritten = writer.append(.patch, &line)
    if !isWritten { coming = nil }
    keyframes.note(line: line.count)
    return isWritten
  }

  /// Writes a state whole.
  private func write(
    keyframe text: [UInt8],
    patch: UnsafeRawBufferPointer?,
    after index: Int,
    isMade: Bool = false,
    took: Int? = nil
  ) -> Bool {
    var line = LineBuffer(#"{"after":"#, index, room: text.count + (patch?.count ?? 0))
    line.append(#","state":"#)
    line.append(text)
    if let patch {
      line.append(#","patch":"#)
      line.append(patch)
    }
    if isMade { line.append(#","made":true"#) }
    appendWall(to: &line)
    append(took, to: &line)
    (coming, keyframeStart) = (nil, writer.length)
    let isWritten = writer.append(.keyframe, &line)
    last.noteLine()
    keyframes.note(wholeState: text.count)
    numbers.noteState(after: index)
    // No segment begins between an action and its state: it would hold one without the other.
    if numbers.open.isEmpty, writer.isFull { beginSegment(text, after: index) }
    return isWritten
  }

  private func write(reduced index: Int, took: Int?) {
    coming = nil
    var line = LineBuffer(#"{"reduced":"#, index)
    append(took, to: &line)
    writer.append(.reduced, &line)
    keyframes.note(line: line.count)
    numbers.noteState(after: index)
  }

  private func beginSegment(_ text: [UInt8], after index: Int) {
    var line = LineBuffer(#"{"after":"#, index, room: text.count)
    line.append(#","state":"#)
    line.append(text)
    appendWall(to: &line)
    if writer.beginSegment(with: types.lines + [Array(line.contents)]) { keyframeStart = 0 }
  }

  private func append(_ took: Int?, to line: inout LineBuffer) {
    guard let took else { return }
    line.append(#","took":"#)
    line.append(seconds: took)
  }

  private func appendWall(to line: inout LineBuffer) {
    line.append(#","wall":""#)
    appendWallText(to: &line)
    line.append("\"")
  }
}
