import RewindSession

/// The most recently read part of a file, so that traversing lines reads large pieces.
///
/// A jump reads only the requested bytes. A range close to the last piece is read with the bytes
/// after it, or when going back with those on both sides: of a line, the beginning is asked for before
/// the rest. The bytes stay valid until the log is refreshed: a writer removes a line that it could not
/// write whole, and writes others there.
struct ReadWindow {
  /// The number of bytes read at once: a hundred lines or more; reading more costs as much as it saves.
  private static let length = 1 << 16

  private var bytes: [UInt8] = []
  private var start = 0
  /// The last requested range.
  private var last = 0..<0

  /// Passes the bytes of a range of the file to `body`; returns nil if the file has become shorter.
  mutating func read<Result>(
    _ range: Range<Int>,
    of file: ReadableFile,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(SystemError) -> Result? {
    if range.lowerBound < start || range.upperBound > start + bytes.count {
      let piece = piece(around: range)
      bytes = try file.bytes(piece)
      start = piece.lowerBound
    }
    last = range
    guard range.upperBound <= start + bytes.count else { return nil }
    let offset = range.lowerBound - start
    return bytes.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + range.count)]))
    }
  }

  /// Returns the piece to read for a requested range.
  private func piece(around range: Range<Int>) -> Range<Int> {
    let isNear =
      range.lowerBound < last.upperBound + Self.length
      && range.upperBound > last.lowerBound - Self.length
    guard isNear, range.count < Self.length else { return range }
    let start =
      range.lowerBound < last.lowerBound
      ? max(0, range.upperBound - Self.length / 2) : range.lowerBound
    return min(start, range.lowerBound)..<max(start + Self.length, range.upperBound)
  }
}
