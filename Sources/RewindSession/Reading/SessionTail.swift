import RewindJSON

/// The end of a log, read from its last lines, without the rest.
package struct SessionTail: Sendable {
  /// The end of the session; ``SessionEnd/cut`` if the last lines of the log were changed.
  package let end: SessionEnd
  /// The index of the last action; nil if the lines that show the end do not have it.
  package let lastIndex: Int?

  /// Reads the last lines of a log.
  ///
  /// O(bytes from the last action on).
  ///
  /// - Parameters:
  ///   - file: The log.
  ///   - limit: The maximum number of bytes to read.
  /// - Returns: The end; nil if there is no line.
  /// - Throws: ``SystemError`` if the file cannot be read; `EFBIG` if `limit` bytes do not show the end.
  package static func read(
    _ file: ReadableFile,
    limit: Int = .max
  ) throws(SystemError) -> SessionTail? {
    var lines = try LastLines(file, end: try file.endBeforeRoom(), limit: limit)
    guard var line = try lines.previous() else { return nil }
    var index: Int?
    while true {
      // A fragment that a failed write has left does not count.
      var before = try lines.previous()
      while let piece = before, piece.checksum == nil { before = try lines.previous() }
      guard line.isWhole(after: before) else { return SessionTail(end: .cut, lastIndex: index) }
      let content = SessionLine(withoutState: line)
      index = index ?? content?.index
      if let end = content.flatMap(SessionEnd.init) {
        return SessionTail(end: end, lastIndex: index)
      }
      guard let before else { break }
      line = before
    }
    return SessionTail(end: .stopped, lastIndex: index)
  }
}

/// The lines of a log from the last one back, including bytes after the last line feed.
private struct LastLines {
  private let file: ReadableFile
  /// The offset before which nothing is read.
  private let limit: Int
  /// The bytes read so far that precede the last returned line, and the offset of the first.
  private var buffer: [UInt8] = []
  private var start: Int
  /// False before the first line.
  private var hasMore: Bool

  init(_ file: ReadableFile, end: Int, limit: Int) throws(SystemError) {
    self.file = file
    self.limit = end > limit ? end - limit : 0
    // Nothing follows the line feed of the last line.
    let hasTail = end > 0 ? try file.bytes((end - 1)..<end) != [0x0A] : false
    start = hasTail ? end : max(end - 1, 0)
    hasMore = end > 0
  }

  /// Returns the line before, without its line feed; nil before the first one.
  mutating func previous() throws(SystemError) -> [UInt8]? {
    guard hasMore else { return nil }
    var unseen = buffer.count
    while true {
      if let feed = buffer[..<unseen].lastIndex(of: 0x0A) {
        defer { buffer.removeSubrange(feed...) }
        return Array(buffer[(feed + 1)...])
      }
      if start == 0 {
        hasMore = false
        return buffer
      }
      guard start > limit else { throw .tooLarge }
      let next = max(limit, start - max(1 << 14, buffer.count))
      let piece = try file.bytes(next..<start)
      guard piece.count == start - next else { throw .wasCut }
      unseen = piece.count
      buffer = piece + buffer
      start = next
    }
  }
}

extension [UInt8] {
  /// The checksum in this line.
  fileprivate var checksum: Checksum? { withUnsafeBytes { ChecksummedLine($0)?.stored } }

  /// Returns true if this line is unchanged since it was written, after `before`.
  fileprivate func isWhole(after before: [UInt8]?) -> Bool {
    guard let previous = before == nil ? Checksum() : before?.checksum else { return false }
    return withUnsafeBytes { ChecksummedLine($0)?.continues(previous) ?? false }
  }
}
