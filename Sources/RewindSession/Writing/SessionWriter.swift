import Foundation
package import RewindCoding
import RewindJSON

/// Appends the lines of one session log, each whole and at once.
///
/// Nothing is buffered in the process: when ``append(_:_:index:)`` returns, the operating system
/// has the line, which survives any end of the program, including `kill -9`. Work that may have to
/// wait for the disk runs on a ``DiskQueue``. The caller is an app at work, so a failure is never
/// thrown; it is stored, reported once, and visible in the log:
///
/// ```
///            write fails                      write works again
/// writing ───────────────▶ losing (counting) ────────────────────▶ gap line, then writing;
///    │                        │      ▲                              state lines must be keyframes
///    │ the file has           └──────┘                              until one is written
///    │ no name any more
///    └─────────────────▶ lost: the written lines could not be read, so none are written
/// ```
///
/// ``LineAppender`` shows the handling of partially written lines.
///
/// A log has one lock, that of its writer. ``begin()``, ``close()`` and ``reportFailure()`` take it; call
/// everything else with it held. A fork of the process that writes shares the file, and would write over
/// its lines: there, the lock cannot be taken.
package final class SessionWriter: Sendable {
  /// Lines that could not be written.
  private struct LostLines {
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
      case .header, .end, .external, .note, .gap, .travel, .types, .held, .laterKeyframe, .unknown:
        others += 1
      }
    }
  }

  private struct State {
    var file: LineAppender
    /// The first line, until it is in the log: without it, the other lines are not a session.
    var header: [UInt8]?
    var hasHeader = false
    /// The last action that was begun, written or not.
    var index = 0
    var lost: LostLines?
    var needsKeyframe = true
    /// The time of the last whole state that could not be written; nil if none failed since one was written.
    var failed: ContinuousClock.Instant?
    /// The file was removed.
    var isLost = false
    var isClosed = false
    var firstFailure: SystemError?
    var hasReportedFailure = false
    /// True if the last line of the log is the gap line of the lost lines.
    var hasToldLoss = false
    var segment = 1
    /// The next segment, while its file does not exist yet.
    var coming: ComingSegment?
    /// The length at which a new segment is due.
    var fullLength = Int.max
  }

  /// Makes the first line when the second is about to be written; nil if the caller appends it.
  private let makeHeader: (@Sendable () -> [UInt8])?
  private let survivesPowerLoss: Bool
  private let disk: DiskQueue
  private let segments: SegmentPlan?
  private let onFailure: @Sendable (SystemError) -> Void
  /// Guards the writer, and whatever its owner needs to write the lines in order.
  package let lock = ProcessLock()
  /// Not checked for exclusive access, since the lock ensures that: looking up each access in a
  /// list of those in progress takes as long as assembling a line.
  @exclusivity(unchecked) nonisolated(unsafe) private var state: State

  /// Makes a writer on an empty file; ``reportFailure()`` passes the first failure to `onFailure`, once.
  ///
  /// With `header`, the first line is made by ``begin()``, or right before the next line. To survive a loss of
  /// power, every action and state line is synchronized, which is 200 times slower; all lines survive any
  /// end of the process.
  package init(
    storage: any LogStorage,
    survivesPowerLoss: Bool = false,
    disk: DiskQueue = DiskQueue(),
    segments: SegmentPlan? = nil,
    header: (@Sendable () -> [UInt8])? = nil,
    onFailure: @escaping @Sendable (SystemError) -> Void = { _ in }
  ) {
    state = State(file: LineAppender(storage))
    state.fullLength = segments?.limit ?? .max
    makeHeader = header
    self.survivesPowerLoss = survivesPowerLoss
    self.disk = disk
    self.segments = segments
    self.onFailure = onFailure
  }

  /// Writes the first line, unless it has been written.
  package func begin() {
    lock.withLock {
      if !state.isClosed { beginIfNeeded() }
    }
  }

  private func beginIfNeeded() {
    guard !state.hasHeader, let makeHeader else { return }
    state.header = makeHeader()
    state.hasHeader = true
    _ = writeHeader()
  }

  /// True if the next state line must hold the whole state.
  package var needsKeyframe: Bool { state.needsKeyframe }

  /// True if a whole state could not be written just now: to encode the next one could be in vain again.
  package var isPausing: Bool {
    state.failed.map { $0.duration(to: .now) < .milliseconds(100) } ?? false
  }

  /// True if the next state should be written whole, because it must be or because a new segment is due.
  package var needsWholeState: Bool { state.needsKeyframe || isFull }

  /// True if a new segment is due.
  package var isFull: Bool {
    state.file.length >= state.fullLength && state.coming?.isThere ?? true
  }

  /// The number of bytes in the file of the current segment.
  package var length: Int { state.file.length }

  /// The file of the current segment for reading; nil if it cannot be read.
  package var reader: ReadableFile? { hasEnded ? nil : state.file.storage.reader }

  /// Returns true if a line of so many bytes can be written at once; otherwise starts to make room for it.
  package func hasRoom(for count: Int) -> Bool {
    hasEnded || state.file.storage.hasRoom(for: count)
  }

  /// Appends one line.
  ///
  /// `line` is the JSON object without its closing brace; the checksum, the brace and the line feed
  /// are added to it. `index` is that of an action that begins with it, `own` the line's checksum by itself, where
  /// that is known. A patch is rejected until a keyframe has been written.
  ///
  /// - Returns: True if the line is in the log.
  @discardableResult
  package func append(
    _ kind: LineKind,
    _ line: inout LineBuffer,
    index: Int? = nil,
    own: Checksum? = nil
  ) -> Bool {
    guard !state.isClosed else { return false }
    if !state.hasHeader { beginIfNeeded() }
    defer { if let index { state.index = index } }
    if kind == .keyframe { lookForFile() }
    // A patch to a state that is not in the log would be wrong.
    guard kind != .patch || !state.needsKeyframe else { return lose(kind, index) }
    guard !state.isLost, writeGapIfNeeded() else { return lose(kind, index) }
    guard state.hasHeader else {
      state.header = Array(line.contents)
      state.hasHeader = true
      return writeHeader()
    }
    if case .failure(let error) = state.file.append(&line, own: own) {
      return lose(kind, index, error)
    }
    if kind == .keyframe { (state.needsKeyframe, state.failed) = (false, nil) }
    if state.hasToldLoss { forgetLosses() }
    synchronize(after: kind)
    return true
  }

  /// Appends one line, given as bytes, in the same way.
  @discardableResult
  package func append(_ kind: LineKind, _ bytes: [UInt8], index: Int? = nil) -> Bool {
    var line = LineBuffer(bytes)
    return append(kind, &line, index: index)
  }

  /// Continues in the next segment, beginning with these lines, the last of which has the state; the segment before
  /// gets an end line.
  ///
  /// If the new file cannot be written or does not exist in time, or a gap must be reported first,
  /// the session continues in the old one for a while.
  ///
  /// - Returns: True if a new segment was begun.
  @discardableResult
  package func beginSegment(with first: [[UInt8]]) -> Bool {
    guard let segments, !state.isClosed, !state.isLost, state.lost == nil else { return false }
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
    case .failure(.stalled):
      // Nothing is lost: it only takes longer than a dispatch may.
      return false
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

  private func begin(
    _ segments: SegmentPlan,
    _ number: Int,
    _ beginning: SegmentPlan.Beginning,
    _ first: [[UInt8]]
  ) -> Result<LineAppender, SystemError> {
    beginning.flatMap { storage, header in
      var file = LineAppender(storage)
      for bytes in [header] + first {
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

  /// Writes the end line and closes the file; lines appended later are dropped.
  package func close() {
    if lock.isForked { return }
    end()
    disk.drain()
  }

  /// As ``close()``, but does not wait until the disk has shortened and closed the file.
  package func end() {
    lock.withLock {
      guard !state.isClosed else { return }
      beginIfNeeded()
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

  /// Reports the first failure, once.
  ///
  /// The handler is the app's code, which may do anything, including recording: call this without
  /// holding a lock, and not from ``append(_:_:index:)``, whose callers hold theirs.
  package func reportFailure() {
    if lock.isForked { return }
    if case let failure?? = lock.withLock({ takeFailure() }) { report(failure) }
  }

  /// Returns the first failure, once, for a caller that holds the lock and calls ``report(_:)`` without it.
  package func takeFailure() -> SystemError? {
    guard !state.hasReportedFailure, let failure = state.firstFailure else { return nil }
    state.hasReportedFailure = true
    return failure
  }

  /// Passes a failure to the app.
  package func report(_ failure: SystemError) { onFailure(failure) }

  /// True if nothing will be written any more: the log was closed, or its file removed.
  package var hasEnded: Bool { state.isClosed || state.isLost }

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
    // A gap line at the end of the log gives way to one that counts this line, too.
    let wasTold = state.hasToldLoss
    if wasTold, !state.file.removeLast() { forgetLosses() }
    state.hasToldLoss = false
    if state.lost == nil {
      // A patch without a state before it, if nothing failed, is the caller's mistake.
      state.lost = LostLines(why: error ?? state.firstFailure ?? .invalidArgument)
    }
    state.lost?.count(kind)
    if kind == .keyframe { state.failed = .now }
    state.needsKeyframe = true
    // Without a reserve, the report follows when lines can be written again, which does not happen in a
    // program that is killed.
    if wasTold || state.file.storage.hasReserve, state.header == nil, !state.isLost {
      _ = writeGapIfNeeded(usesReserve: true)
    }
    return false
  }

  private func forgetLosses() {
    (state.lost, state.hasToldLoss) = (nil, false)
  }

  /// Writes the first line, now or as soon as it can be written.
  private func writeHeader() -> Bool {
    guard let header = state.header else { return true }
    var line = LineBuffer(header)
    switch state.file.append(&line) {
    case .success:
      state.header = nil
      let result = state.file.storage.synchronize()
      // A file that cannot be synchronized, such as a device, is not a failure by itself.
      if survivesPowerLoss { note(result) }
      return true
    case .failure(let error):
      note(error)
      if state.lost == nil { state.lost = LostLines(why: error) }
      return false
    }
  }

  /// Reports the lost lines in the log; returns false if not even that can be written.
  private func writeGapIfNeeded(usesReserve: Bool = false) -> Bool {
    guard let lost = state.lost, !state.hasToldLoss else { return true }
    guard writeHeader() else { return false }
    guard !lost.isEmpty else {
      state.lost = nil
      return true
    }
    var line = gapLine(lost)
    guard case .success = state.file.append(&line, usesReserve: usesReserve) else { return false }
    state.hasToldLoss = true
    return true
  }

  private func gapLine(_ lost: LostLines) -> LineBuffer {
    let why = JSONValue.string(lost.why.description).text
    return LineBuffer(
      """
      {"gap":{"actions":\(lost.actions),"states":\(lost.states),"inputs":\(lost.inputs),\
      "notes":\(lost.others)},"why":\(why),"index":\(state.index)
      """
    )
  }

  /// Detects that the file was removed: two system calls for each keyframe are imperceptible.
  private func lookForFile() {
    guard !state.isLost, !state.file.storage.hasName else { return }
    state.isLost = true
    note(.noSuchFile)
  }

  private func synchronize(after kind: LineKind) {
    guard survivesPowerLoss, [.action, .keyframe, .patch, .reduced].contains(kind) else { return }
    note(state.file.storage.synchronize())
  }
}
