/// Eight bytes of text at once: which of them JSON cannot hold in a string as they are.
///
/// Each test leaves the high bit set in the bytes that it finds, and perhaps in bytes above one
/// that it finds; so the lowest is right, and that is the one that counts (S. E. Anderson, "Bit
/// Twiddling Hacks", "Determine if a word has a zero byte").
extension UInt64 {
  /// The bytes that are `"`, `\` or control characters.
  @_transparent
  package var bytesToEscape: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = self ^ 0x2222_2222_2222_2222
    let backslashes = self ^ 0x5C5C_5C5C_5C5C_5C5C
    let belowSpace = (self &- 0x2020_2020_2020_2020) & ~self
    let zeros = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
    return (zeros | belowSpace) & 0x8080_8080_8080_8080
  }

  /// The bytes that are to be escaped or no ASCII.
  package var bytesNotPlainASCII: UInt64 { bytesToEscape | self & 0x8080_8080_8080_8080 }
}
