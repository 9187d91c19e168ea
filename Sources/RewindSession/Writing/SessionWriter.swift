import Foundation
package import RewindCoding
import RewindJSON

/// Appends the lines of one session log, each whole and at once.
///
/// Nothing is buffered in the process: when ``append(_:_:index:)`` returns, the line is with the
/// operating system and survives whatever the program does next, `kill -9` included. What may have to
/// wait for the disk is done on a ``DiskQueue``. A failure is never thrown at the caller, who is an app at
/// work; it is kept, told once, and shown in the log:
///
/// ```
///            write fails                      write works again
/// writing ───────────────▶ losing (counting) ────────────────────▶ gap line, then writing;
///    │                        │      ▲                              state lines must be keyframes
///    │ the file has           └──────┘                              until one is written
///    │ no name any more
///    └─────────────────▶ lost: nobody could read what is written, so nothing is
/// ```
///
/// How a line that was written in part is dealt with, ``LineAppender`` shows.
package final class SessionWriter: Sendable {
  /// What a line holds, as far as the writer must know.
  package enum LineKind: Sendable, CaseIterable {
    case action
    case input
    case keyframe
    case patch
    /// An action was reduced, and its state is not recorded.
    case reduced
    case other
  }

  /// How much a line must survive before the app goes on.
  package enum Durability: Sendable {
    /// The end of the process, however it comes.
    case process
    /// A loss of power as well: every action and state line is synchronized (200 times dearer).
    case power
  }

  /// Lines that could not be written.
  private struct Losses {
    var actions = 0
    var states = 0
    var inputs = 0
    var others = 0
    var why: SystemError

    var isEmpty: Bool { actions + states + inputs + others == 0 }

    mutating func count(_ kind: LineKind) {
      switch kind {
      case .action: actions += 1
      case .keyframe, .patch, .reduced: states += 1
      case .input: inputs += 1
      case .other: others += 1
      }
    }
  }

  private struct State {
    var file: LineAppender
    /// The first line, until it is in the log: without it, what follows would be no session.
    var header: [UInt8]?
    var hasHeader = false
    /// The last action that was begun, written or not.
    var index = 0
    var losses: Losses?
    var needsKeyframe = true
    /// The file was removed.
    var isLost = false
    var isClosed = false
    var firstFailure: SystemError?
    var hasToldFailure = false
    /// Whether the last line of the log is the gap line of the losses.
    var hasToldLoss = false
    var segment = 1
    /// The next segment, where its file is not there yet.
    var coming: ComingSegment?
    /// The length at which a new segment is due.
    var fullLength = Int.max
  }

  private let durability: Durability
  private let disk: DiskQueue
  private let segments: SegmentPlan?
  private let onFailure: @Sendable (SystemError) -> Void
  private let lock = UnfairLock()
  /// Its accesses are not checked for exclusivity, since the lock sees to that: to look each up in a list
  /// of those that are under way takes as long as to assemble a line.
  @exclusivity(unchecked) nonisolated(unsafe) private var state: State

  /// A writer on an empty file; `onFailure` is told of the first failure by ``tellFailure()``, once.
  package init(
    storage: any LogStorage,
    durability: Durability = .process,
    disk: DiskQueue = DiskQueue(),
    segments: SegmentPlan? = nil,
    onFailure: @escaping @Sendable (SystemError) -> Void = { _ in }
  ) {
    state = State(file: LineAppender(storage))
    state.fullLength = segments?.limit ?? .max
    self.durability = durability
    self.disk = disk
    self.segments = segments
    self.onFailure = onFailure
  }

  /// Whether the next state line must hold the whole state.
  package var needsKeyframe: Bool {
    lock.withLock { state.needsKeyframe }
  }

  /// Whether the next state is to be written whole, because it must be or because a new segment is due.
  package var needsWholeState: Bool {
    lock.withLock { state.needsKeyframe || isSegmentDue }
  }

  /// Whether a new segment is due.
  package var isFull: Bool {
    lock.withLock { isSegmentDue }
  }

  private var isSegmentDue: Bool {
    state.file.length >= state.fullLength && state.coming?.isThere ?? true
  }

  /// Appends one line.
  ///
  /// `line` is the JSON object without its closing brace; the checksum, the brace and the line feed
  /// are added to it. `index` is that of an action that begins with it. A patch is refused until a
  /// keyframe has been written.
  ///
  /// - Returns: Whether the line is in the log.
  @discardableResult
  package func append(_ kind: LineKind, _ line: inout LineBuffer, index: Int? = nil) -> Bool {
    lock.withLock {
      guard !state.isClosed else { return false }
      defer { if let index { state.index = index } }
      if kind == .keyframe { lookForFile() }
      // A patch on top of a state that is not in the log would be a lie.
      guard kind != .patch || !state.needsKeyframe else { return lose(kind, index) }
      guard !state.isLost, writeGapIfNeeded() else { return lose(kind, index) }
      guard state.hasHeader else {
        state.header = Array(line.contents)
        state.hasHeader = true
        return writeHeader()
      }
      if case .failure(let error) = state.file.append(&line) {
        return lose(kind, index, error)
      }
      if kind == .keyframe { state.needsKeyframe = false }
      if state.hasToldLoss { forgetLosses() }
      synchronize(after: kind)
      return true
    }
  }

  /// Appends one line that is there as bytes, in the same way.
  @discardableResult
  package func append(_ kind: LineKind, _ bytes: [UInt8], index: Int? = nil) -> Bool {
    var line = LineBuffer(bytes)
    return append(kind, &line, index: index)
  }

  /// Goes on in the next segment, which begins with this state line; the segment before gets an end
  /// line.
  ///
  /// Where the new file cannot be written or is not there in time, or there is a gap to be told first, the
  /// session goes on in the old one for a while.
  ///
  /// - Returns: Whether a new segment was begun.
  @discardableResult
  package func beginSegment(with first: [UInt8]) -> Bool {
    lock.withLock {
      guard let segments, !state.isClosed, !state.isLost,
        state.losses == nil
      else { return false }
      let number = state.segment + 1
      let coming = state.coming ?? ComingSegment(segments, number, on: disk)
      state.coming = coming
      // Once in many dispatches, so that segments do not grow on a disk that is merely busy.
      guard disk.wait(extra: 46, until: { coming.isThere }), let beginning = coming.take() else {
        return false
      }
      state.coming = nil
      // If it fails, it is not tried again with every state.
      state.fullLength = state.file.length + max(segments.limit, 1)
      var next: LineAppender
      switch begin(segments, number, beginning, first) {
      case .success(let file):
        next = file
      case .failure(let error):
        note(error)
        return false
      }
      var end = endLine(SessionEndLine.continued)
      if case .failure(let error) = state.file.append(&end, usesReserve: true) { note(error) }
      state.file.storage.close()
      swap(&state.file, &next)
      state.segment = number
      state.fullLength = segments.limit
      state.needsKeyframe = false
      segments.settle(number, true)
      return true
    }
  }

  private func begin(
    _ segments: SegmentPlan,
    _ number: Int,
    _ beginning: SegmentPlan.Beginning,
    _ first: [UInt8]
  ) -> Result<LineAppender, SystemError> {
    beginning.flatMap { storage, header in
      var file = LineAppender(storage)
      for bytes in [header, first] {
        var line = LineBuffer(bytes)
        if case .failure(let error) = file.append(&line) {
          storage.close()
          segments.settle(number, false)
          return .failure(error)
        }
      }
      _ = storage.synchronize()
      return .success(file)
    }
  }

  /// Writes the end line and closes the file; what is appended later is dropped.
  package func close() {
    defer { disk.drain() }
    lock.withLock {
      guard !state.isClosed else { return }
      state.isClosed = true
      state.coming?.discard(on: disk)
      defer { state.file.storage.close() }
      guard !state.isLost, writeGapIfNeeded(usesReserve: true) else { return }
      var line = endLine("closed")
      switch state.file.append(&line, usesReserve: true) {
      case .success: note(state.file.storage.synchronize())
      case .failure(let error): note(error)
      }
    }
  }

  private func endLine(_ end: String) -> LineBuffer {
    LineBuffer(#"{"end":"\#(end)","index":\#(state.index)"#)
  }

  // MARK: - Failures

  /// Tells the first failure, once.
  ///
  /// Who is told is the app's code, which may do anything, record included: to be called where no lock is
  /// held, and not by ``append(_:_:index:)`` itself, whose callers hold theirs.
  package func reportFailure() {
    let failure = lock.withLock { () -> SystemError? in
      guard !state.hasToldFailure, let failure = state.firstFailure else { return nil }
      state.hasToldFailure = true
      return failure
    }
    if let failure { onFailure(failure) }
  }

  /// Whether nothing will be written any more: the log was closed, or its file removed.
  package var hasEnded: Bool {
    lock.withLock { state.isClosed || state.isLost }
  }

  private func note(_ error: SystemError) {
    if state.firstFailure == nil { state.firstFailure = error }
  }

  private func note(_ result: Result<Void, SystemError>) {
    if case .failure(let error) = result { note(error) }
  }

  /// Counts a line that is not in the log.
  private func lose(_ kind: LineKind, _ index: Int?, _ error: SystemError? = nil) -> Bool {
    if let index { state.index = index }
    if let error { note(error) }
    if state.hasToldLoss, !state.file.canReplaceLast { forgetLosses() }
    if state.losses == nil {
      // A patch without a state to stand on, where nothing failed, is the caller's mistake.
      state.losses = Losses(why: error ?? state.firstFailure ?? .invalidArgument)
    }
    state.losses?.count(kind)
    state.needsKeyframe = true
    tellLosses()
    return false
  }

  /// Tells in the log what is being lost, in a line that is replaced with each loss, where something is kept
  /// back for that.
  ///
  /// Otherwise it is told when lines can be written again, which a program that is killed does not see.
  private func tellLosses() {
    guard state.file.storage.hasReserve, state.header == nil, !state.isLost,
      let losses = state.losses
    else { return }
    var line = gapLine(losses)
    if state.hasToldLoss {
      state.file.replaceLast(&line)
    } else if case .success = state.file.append(&line, usesReserve: true) {
      state.hasToldLoss = true
    }
  }

  private func forgetLosses() {
    (state.losses, state.hasToldLoss) = (nil, false)
  }

  /// Writes the first line, now or as soon as it can be written.
  private func writeHeader() -> Bool {
    guard let header = state.header else { return true }
    var line = LineBuffer(header)
    switch state.file.append(&line) {
    case .success:
      state.header = nil
      let result = state.file.storage.synchronize()
      // A file that cannot be synchronized, such as a device, is no reason to complain by itself.
      if durability == .power { note(result) }
      return true
    case .failure(let error):
      note(error)
      if state.losses == nil { state.losses = Losses(why: error) }
      return false
    }
  }

  /// Tells in the log what was lost; false where not even that can be written.
  private func writeGapIfNeeded(usesReserve: Bool = false) -> Bool {
    guard let losses = state.losses, !state.hasToldLoss else { return true }
    guard writeHeader() else { return false }
    if !losses.isEmpty {
      var line = gapLine(losses)
      guard case .success = state.file.append(&line, usesReserve: usesReserve) else { return false }
    }
    state.losses = nil
    return true
  }

  private func gapLine(_ losses: Losses) -> LineBuffer {
    let why = JSONValue.string(losses.why.description).text
    return LineBuffer(
      """
      {"gap":{"actions":\(losses.actions),"states":\(losses.states),"inputs":\(losses.inputs),\
      "notes":\(losses.others)},"why":\(why),"index":\(state.index)
      """
    )
  }

  /// Notices that the file was removed: two system calls for each keyframe are not felt.
  private func lookForFile() {
    guard !state.isLost, !state.file.storage.hasName else { return }
    state.isLost = true
    note(.noSuchFile)
  }

  private func synchronize(after kind: LineKind) {
    guard durability == .power, kind != .input, kind != .other else { return }
    note(state.file.storage.synchronize())
  }
}
