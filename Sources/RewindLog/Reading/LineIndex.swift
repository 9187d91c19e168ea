import Foundation
package import RewindSession

/// A sidecar with the line offsets of a long log, so that opening it needs no pass over its bytes.
///
/// It may be deleted at any time, and the log always takes precedence: it is used if its session
/// id, length and last line's checksum are those of the log, each of its pages has a checksum of
/// its own, and every line that is found through it is verified by the log's own checksums. Lines
/// appended to the log since are found by scanning.
///
/// ```
/// page 0   "rewind lines 1\n\0" │ length of the log │ lines │ CRC of the last line │ session id … │ CRC
///           16 bytes              8 bytes             8       8                      up to 64       4
/// page n   511 offsets of 8 bytes, little-endian                                │ 4 unused │ CRC
/// ```
///
/// A page has 4,096 bytes; its last four are the CRC-32C of those before.
package final class LineIndex: Sendable {
  /// The number of bytes of the log that it covers.
  package let length: Int
  /// The number of complete lines in them.
  package let lineCount: Int

  private let file: ReadableFile
  private let lock = NSLock()
  nonisolated(unsafe) private var pages: [Int: [UInt8]] = [:]

  private static let pageSize = 4_096
  private static let offsetsPerPage = 511
  private static let magic = Array("rewind lines 1\n\0".utf8)
  /// The number of cached pages: 256 kB, some 32,000 lines around the most recently read ones.
  private static let pagesKept = 64

  /// Returns the path of a log's sidecar.
  package static func path(of log: String) -> String { log + ".lines" }

  /// Opens the sidecar of a log.
  ///
  /// - Throws: ``SystemError`` if there is none, or it belongs to another log (`EINVAL`).
  package init(of path: String, _ log: ReadableFile, session: String) throws(SystemError) {
    file = try ReadableFile(path: Self.path(of: path))
    let page = try Self.page(0, of: file)
    guard page.starts(with: Self.magic), page.text(at: 40) == session,
      let length = Int(exactly: page.word(at: 16)), let count = Int(exactly: page.word(at: 24)),
      count > 0, length <= log.length, count <= LineScan.countLimit, count <= length
    else { throw .invalidArgument }
    (self.length, lineCount) = (length, count)
    let end = try log.bytes(max(length - 11, 0)..<length)
    let last = Checksum(UInt32(truncatingIfNeeded: page.word(at: 32)))
    guard end == Array(last.text.utf8) + Array("\"}\n".utf8) else { throw .invalidArgument }
  }

  /// Returns the offset of a line, counted from 0; for ``lineCount``, the end of the last line.
  ///
  /// Nil if the index is damaged.
  func start(of line: Int) -> Int? {
    guard line < lineCount else { return length }
    guard let page = try? cachedPage(1 + line / Self.offsetsPerPage),
      let start = Int(exactly: page.word(at: 8 * (line % Self.offsetsPerPage))), start < length
    else { return nil }
    return start
  }

  private func cachedPage(_ number: Int) throws(SystemError) -> [UInt8] {
    if let page = lock.withLock({ pages[number] }) { return page }
    let page = try Self.page(number, of: file)
    lock.withLock {
      if pages.count >= Self.pagesKept { pages.removeAll(keepingCapacity: true) }
      pages[number] = page
    }
    return page
  }

  private static func page(_ number: Int, of file: ReadableFile) throws(SystemError) -> [UInt8] {
    let page = try file.bytes((number * pageSize)..<((number + 1) * pageSize))
    guard page.count == pageSize,
      Checksum().continued(over: page.dropLast(4)).value
        == UInt32(page.word(at: pageSize - 8) >> 32)
    else { throw .invalidArgument }
    return page
  }

  // MARK: - Writing

  /// Writes the sidecar of a log whose lines are all sealed, replacing an existing one.
  ///
  /// `start` returns the offset of a line; for `lineCount`, the end of the last line.
  ///
  /// - Throws: ``FileError``
  package static func write(
    of path: String,
    session: String,
    lineCount: Int,
    last: Checksum,
    start: (_ line: Int) -> Int
  ) throws {
    var bytes = magic
    for word in [UInt64(start(lineCount)), UInt64(lineCount), UInt64(last.value)] {
      bytes.append(word: word)
    }
    bytes += Array(session.utf8.prefix(64))
    bytes.endPage(of: pageSize)
    for line in 0..<lineCount {
      bytes.append(word: UInt64(start(line)))
      if (line + 1) % offsetsPerPage == 0 { bytes.endPage(of: pageSize) }
    }
    if lineCount % offsetsPerPage > 0 { bytes.endPage(of: pageSize) }
    try PrivateFile.write(bytes, to: Self.path(of: path))
  }
}

extension [UInt8] {
  fileprivate func word(at offset: Int) -> UInt64 {
    self[offset..<(offset + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  fileprivate func text(at offset: Int) -> String {
    String(decoding: self[offset...].prefix(64).prefix { $0 != 0 }, as: UTF8.self)
  }

  fileprivate mutating func append(word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }

  /// Pads the last page and adds its checksum.
  fileprivate mutating func endPage(of size: Int) {
    let start = count / size * size
    append(contentsOf: repeatElement(0, count: start + size - 4 - count))
    let checksum = Checksum().continued(over: self[start...]).value
    for shift in stride(from: 0, to: 32, by: 8) {
      append(UInt8(truncatingIfNeeded: checksum >> UInt32(shift)))
    }
  }
}
