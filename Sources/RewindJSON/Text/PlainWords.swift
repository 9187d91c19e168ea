/// Eight bytes of text at once: which of them JSON cannot hold in a string as they are.
///
/// Each test leaves the high bit set in the bytes that it finds, and perhaps in bytes above one
/// that it finds; so the lowest is right, and that is the one that counts (S. E. Anderson, "Bit
/// Twiddling Hacks", "Determine if a word has a zero byte").
extension UInt64 {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The bytes that are `"`, `\` or control characters.
  @inline(__always)
  package var bytesToEscape: UInt64 {
    let quotes = self ^ (Self.ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = self ^ (Self.ones &* UInt64(UInt8(ascii: "\\")))
    return Self.highs & (Self.belowOne(quotes) | Self.belowOne(backslashes) | belowSpace)
  }

  /// The bytes that are to be escaped or no ASCII.
  package var bytesNotPlainASCII: UInt64 { bytesToEscape | self & Self.highs }

  private static func belowOne(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  private var belowSpace: UInt64 { (self &- Self.ones &* 0x20) & ~self }
}
