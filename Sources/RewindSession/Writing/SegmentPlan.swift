import RewindCoding
import RewindJSON

/// The division of a long session into several files.
///
/// ```
/// name.jsonl     {"rewind":1,…,"segment":1}  {"after":0,"state":…}  …  {"end":"continued","index":812}
/// name.2.jsonl   {"rewind":1,…,"segment":2}  {"after":812,"state":…}  …
/// ```
///
/// Each segment is a log by itself: its chain begins with 0, its first state line is whole, and
/// `"dropped"` in its header is the number of earlier segments that were removed when it was begun.
package struct SegmentPlan: Sendable {
  /// A new file and its first line, without the closing brace.
  package typealias Beginning = Result<(any LogStorage, header: [UInt8]), SystemError>

  /// The number of bytes after which a new segment begins, at the next state.
  package let limit: Int
  /// Creates the file of a segment, counted from 1, and makes its header without its closing brace;
  /// called where it may wait for the disk.
  package let create: @Sendable (_ number: Int) -> Beginning
  /// Reports whether a created segment was begun; if not, the file should be removed.
  package let settle: @Sendable (_ number: Int, _ isBegun: Bool) -> Void

  package init(
    limit: Int,
    create: @escaping @Sendable (_ number: Int) -> Beginning,
    settle: @escaping @Sendable (_ number: Int, _ isBegun: Bool) -> Void
  ) {
    self.limit = limit
    self.create = create
    self.settle = settle
  }
}

/// The next segment while its file is being created: that may take longer than a dispatch can wait.
final class ComingSegment: Sendable {
  private let segments: SegmentPlan
  private let number: Int
  private let lock = UnfairLock()
  nonisolated(unsafe) private var beginning: SegmentPlan.Beginning?

  init(_ segments: SegmentPlan, _ number: Int, on disk: DiskQueue) {
    self.segments = segments
    self.number = number
    disk.async { [self] in
      let beginning = segments.create(number)
      lock.withLock { self.beginning = beginning }
    }
  }

  /// True if its creation has succeeded or failed.
  var isThere: Bool { lock.withLock { beginning != nil } }

  func take() -> SegmentPlan.Beginning? { lock.withLock { beginning } }

  /// Removes the file, since no segment will begin in it.
  func discard(on disk: DiskQueue) {
    disk.async { [self] in
      guard case .success(let (storage, _))? = take() else { return }
      storage.close()
      segments.settle(number, false)
    }
  }
}
