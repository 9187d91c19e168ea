/// Tests of eight bytes of text at once for those that a JSON string cannot hold unescaped.
///
/// Byte by byte, parsing takes 1.5 × as long, and writing 1.9 × (`scripts/bench --only json`).
///
/// Each test sets the high bit in the bytes that it finds, and perhaps in bytes above a found one;
/// so the lowest is right, and only that one is used (S. E. Anderson, "Bit Twiddling Hacks",
/// "Determine if a word has a zero byte").
extension UInt64 {
  /// The bytes that are `"`, `\` or control characters.
  @_transparent @usableFromInline
  package var bytesToEscape: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = self ^ 0x2222_2222_2222_2222
    let backslashes = self ^ 0x5C5C_5C5C_5C5C_5C5C
    let belowSpace = (self &- 0x2020_2020_2020_2020) & ~self
    let zeros = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
    return (zeros | belowSpace) & 0x8080_8080_8080_8080
  }

  /// The bytes that need an escape or are not ASCII.
  package var bytesNotPlainASCII: UInt64 { bytesToEscape | self & 0x8080_8080_8080_8080 }
}
