import RewindCoding
import RewindJSON

/// The end of a log, where each line is appended whole or not at all.
///
/// ```
///                    all bytes, or all but the line feed
///   at line start ─────────────────────────────────────────▶ at line start, or after a whole line
///        │  ▲                                                that lacks its line feed
///  fails │  │ the fragment is truncated away
///        ▼  │
///     a fragment is written ─▶ after the fragment: the next line begins with a line feed, so that the
///              truncating fails      fragment is on a line of its own (readers call it `torn`)
/// ```
struct LineAppender: Sendable {
  let storage: any LogStorage
  /// The storage, if it is mapped memory, to which most lines are copied at once.
  private let mapped: Unmanaged<MappedLogStorage>?
  /// The checksum of the last line.
  private var checksum = Checksum()
  /// The number of bytes in the file.
  private(set) var length = 0
  /// True if the file does not end with a line feed.
  private var needsLineFeed = false
  /// The log before its last line.
  private var beforeLast = (checksum: Checksum(), length: 0, needsLineFeed: false)

  init(_ storage: any LogStorage) {
    self.storage = storage
    mapped = (storage as? MappedLogStorage).map { .passUnretained($0) }
  }

  /// Appends a line, given as a JSON object without its closing brace.
  ///
  /// With `usesReserve` it may be stored where the storage rejects other lines; `own` is its checksum, where known.
  mutating func append(
    _ line: inout LineBuffer,
    own: Checksum? = nil,
    usesReserve: Bool = false
  ) -> Result<Void, SystemError> {
    let next = line.seal(after: checksum, own: own)
    if !needsLineFeed, let mapped,
      mapped._withUnsafeGuaranteedRef({ $0.storeAtOnce(line.contents) })
    {
      beforeLast = (checksum, length, false)
      checksum = next
      length += line.count
      return .success(())
    }
    if needsLineFeed { line.prepend("\n") }
    let (written, failure) = storage.writeAll(line.contents, usesReserve: usesReserve)
    if let failure, written < line.count - 1 {
      takeBack(written)
      return .failure(failure)
    }
    beforeLast = (checksum, length, needsLineFeed)
    checksum = next
    length += written
    needsLineFeed = written < line.count
    return .success(())
  }

  /// Removes the last line, so that a longer one can be appended at once; false if it cannot.
  mutating func removeLast() -> Bool {
    guard storage.takeBack(length - beforeLast.length) else { return false }
    (checksum, length, needsLineFeed) = beforeLast
    return true
  }

  /// Removes the fragment of a line that was written before a failure.
  private mutating func takeBack(_ count: Int) {
    guard count > 0 else { return }
    if count == 1, needsLineFeed {
      // It was the line feed that ends an earlier fragment.
      length += 1
      needsLineFeed = false
    } else if case .failure = storage.truncate(to: length) {
      length += count
      needsLineFeed = true
    }
  }
}
