extension SessionEnd {
  /// Reads from the last lines of a log how its session ended, without reading the rest.
  ///
  /// Nil if there is no line. A log whose last lines were changed is ``cut``.
  ///
  /// O(bytes from the last action on).
  ///
  /// - Throws: ``SystemError`` if the file cannot be read.
  package init?(of file: ReadableFile) throws(SystemError) {
    var lines = try LastLines(file, end: try file.endBeforeRoom())
    guard var line = try lines.previous() else { return nil }
    while true {
      // A fragment that a failed write has left does not count.
      var before = try lines.previous()
      while let piece = before, piece.checksum == nil { before = try lines.previous() }
      guard line.isWhole(after: before) else {
        self = .cut
        return
      }
      if let end = line.end {
        self = end
        return
      }
      guard let before else { break }
      line = before
    }
    self = .stopped
  }
}

/// The lines of a log from the last one back, including bytes after the last line feed.
private struct LastLines {
  private let file: ReadableFile
  /// The end of the line before; nil if there is none.
  private var end: Int?

  init(_ file: ReadableFile, end: Int) throws(SystemError) {
    self.file = file
    // Nothing follows the line feed of the last line.
    let hasTail = end > 0 ? try file.bytes((end - 1)..<end) != [0x0A] : false
    self.end = end == 0 ? nil : hasTail ? end : end - 1
  }

  /// Returns the line before, without its line feed; nil before the first one.
  mutating func previous() throws(SystemError) -> LastLine? {
    guard let end else { return nil }
    var window = 1 << 14
    while true {
      let start = max(0, end - window)
      let piece = try file.bytes(start..<end)
      if let feed = piece.lastIndex(of: 0x0A) {
        self.end = start + feed
        return LastLine(bytes: Array(piece[(feed + 1)...]))
      }
      if start == 0 {
        self.end = nil
        return LastLine(bytes: piece)
      }
      window *= 2
    }
  }
}

/// A line of a log, and its evidence on the session's end.
private struct LastLine {
  let bytes: [UInt8]

  var checksum: Checksum? { bytes.withUnsafeBytes { ChecksummedLine($0)?.stored } }

  /// Returns true if it is unchanged since it was written, after `before`.
  func isWhole(after before: LastLine?) -> Bool {
    guard let previous = before == nil ? Checksum() : before?.checksum else { return false }
    return bytes.withUnsafeBytes { ChecksummedLine($0)?.continues(previous) ?? false }
  }

  /// The end of the session, if nothing relevant follows this line; nil if an earlier line determines it.
  var end: SessionEnd? {
    let key = bytes.withUnsafeBytes { LineKey(prefix: $0) ?? LineKey(parsing: $0) }
    return switch key?.kind {
    case .end: bytes.starts(with: #"{"end":"continued""#.utf8) ? .continued : .closed
    case .action: .crashed(action: key?.index ?? 0)
    case .patch, .keyframe, .external, .reduced, .gap: .stopped
    default: nil
    }
  }
}
