package import RewindSession

extension Checksum {
  /// Finds one changed byte among the last `count` that explains this checksum instead of `other`.
  ///
  /// Each step of a CRC can be undone: a step is `crc' = table[(crc ^ byte) & 0xFF] ^ crc >> 8`, and the
  /// top bytes of the 256 table entries all differ (M. Stigge and others, "Reversing CRC", 2006). A
  /// changed bit always has exactly one explanation. Wider changes are searched in short texts
  /// only: by chance, one text in 2^24 / `count` has a false explanation.
  ///
  /// - Returns: The number of bytes after the changed one, and the bits that differ.
  package func singleByteError(
    insteadOf other: Checksum,
    count: Int
  ) -> (fromEnd: Int, bits: UInt8)? {
    let steps = Self.inverse
    var difference = value ^ other.value
    guard difference != 0 else { return nil }
    for distance in 0..<count {
      difference = steps.before(difference)
      guard difference < 256 else { continue }
      let bits = UInt8(difference)
      if count <= 4_096 || bits.nonzeroBitCount == 1 { return (distance, bits) }
    }
    return nil
  }

  /// The table entry for each top byte of a register.
  private struct Inverse: Sendable {
    private var entries = [UInt32](repeating: 0, count: 256)
    private var indexes = [UInt32](repeating: 0, count: 256)

    init() {
      for index in UInt32(0)..<256 {
        let entry = (0..<8).reduce(index) { crc, _ in
          crc & 1 == 1 ? 0x82F6_3B78 ^ crc >> 1 : crc >> 1
        }
        entries[Int(entry >> 24)] = entry
        indexes[Int(entry >> 24)] = index
      }
    }

    /// Returns the register before a step over a zero byte.
    func before(_ register: UInt32) -> UInt32 {
      let top = Int(register >> 24)
      return (register ^ entries[top]) << 8 | indexes[top]
    }
  }

  private static let inverse = Inverse()
}
