import RewindSession

/// The part of a file that was read last, so that who goes from line to line reads large pieces.
///
/// A jump reads just what is asked for. What lies close to the last piece is read with what comes
/// behind it, or before it for who walks back. What was read stays right until the log is looked at
/// again: a writer takes back a line that it could not write whole, and writes others there.
struct ReadWindow {
  /// Bytes that are read at once: a hundred lines or more; reading more costs what it saves.
  private static let length = 1 << 16

  private var bytes: [UInt8] = []
  private var start = 0
  /// What was asked for last.
  private var last = 0..<0

  /// Gives the bytes of a range of the file to `body`; nil where the file has become shorter.
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
    let place = range.lowerBound - start
    return bytes.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[place..<(place + range.count)]))
    }
  }

  /// What to read where `range` is asked for.
  private func piece(around range: Range<Int>) -> Range<Int> {
    let isNear =
      range.lowerBound < last.upperBound + Self.length
      && range.upperBound > last.lowerBound - Self.length
    guard isNear, range.count < Self.length else { return range }
    return range.lowerBound >= last.lowerBound
      ? range.lowerBound..<(range.lowerBound + Self.length)
      : max(0, range.upperBound - Self.length)..<range.upperBound
  }
}
