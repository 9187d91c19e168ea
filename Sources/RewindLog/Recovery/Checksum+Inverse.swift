package import RewindSession

/// What a checksum tells beyond whether bytes are whole: each step of a CRC can be taken back.
///
/// A step is `crc' = table[(crc ^ byte) & 0xFF] ^ crc >> 8`. The top bytes of the 256 table entries
/// all differ, so the top byte of `crc'` names the entry, and with the entry and the byte `crc` is
/// known (M. Stigge and others, "Reversing CRC", 2006).
extension Checksum {
  /// The one checksum from which `bytes` lead to this one: that of the line before, whatever stands
  /// before now.
  package func rewound(over bytes: UnsafeRawBufferPointer) -> Checksum {
    guard let start = bytes.baseAddress else { return self }
    let steps = Self.inverse
    var crc = ~value
    var next = start + bytes.count
    while next > start {
      next -= 1
      crc = steps.before(crc) ^ UInt32(next.load(as: UInt8.self))
    }
    return Checksum(~crc)
  }

  /// Where one changed byte among the last `count` explains that this checksum came out instead of
  /// `other`.
  ///
  /// A changed bit always has exactly one explanation. Wider changes are looked for in short texts
  /// only: by chance, one text in 2^24 / `count` has an explanation that is not the true one.
  ///
  /// - Returns: Bytes before the changed one, counted from the end, and the bits that differ.
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

  /// For each top byte of a register, the table entry behind it.
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

    /// The register before a step over a zero byte.
    func before(_ register: UInt32) -> UInt32 {
      let top = Int(register >> 24)
      return (register ^ entries[top]) << 8 | indexes[top]
    }
  }

  private static let inverse = Inverse()
}

extension ChecksummedLine {
  /// The one checksum that the line before must have had, if this line is as it was written.
  var predecessor: Checksum { stored.rewound(over: body) }
}
