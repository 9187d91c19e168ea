/// CRC-32C (Castagnoli), the checksum that chains the lines of a session log.
///
/// Reflected polynomial `0x82F63B78`, as in RFC 3720, appendix B.4: the text `123456789` gives
/// `e3069283`. Continuing from the checksum of what came before, in the way of zlib's
/// `crc32(crc, bytes)`, makes one checksum over both.
package struct Checksum: Hashable, Sendable {
  package var value: UInt32

  package init(_ value: UInt32 = 0) {
    self.value = value
  }

  /// The checksum of the bytes so far followed by `bytes`.
  ///
  /// Eight bytes a step with eight tables ("slicing-by-8", Kounavis and Berry, 2005).
  package func continued(over bytes: UnsafeRawBufferPointer) -> Checksum {
    guard var next = bytes.baseAddress else { return self }
    let tables = Self.tables.base
    let end = next + bytes.count
    var crc = ~value
    while end - next >= 8 {
      let word = UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)) ^ UInt64(crc)
      crc =
        tables[Int(0x700 | word & 0xFF)]
        ^ tables[Int(0x600 | word >> 8 & 0xFF)]
        ^ tables[Int(0x500 | word >> 16 & 0xFF)]
        ^ tables[Int(0x400 | word >> 24 & 0xFF)]
        ^ tables[Int(0x300 | word >> 32 & 0xFF)]
        ^ tables[Int(0x200 | word >> 40 & 0xFF)]
        ^ tables[Int(0x100 | word >> 48 & 0xFF)]
        ^ tables[Int(word >> 56)]
      next += 8
    }
    while next < end {
      crc = tables[Int((crc ^ UInt32(next.load(as: UInt8.self))) & 0xFF)] ^ crc >> 8
      next += 1
    }
    return Checksum(~crc)
  }

  package func continued(over bytes: some Sequence<UInt8>) -> Checksum {
    let done = bytes.withContiguousStorageIfAvailable {
      continued(over: UnsafeRawBufferPointer($0))
    }
    return done ?? Array(bytes).withUnsafeBytes { continued(over: $0) }
  }

  /// The eight lower-case hexadecimal digits that stand in the log.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// The digits of ``text``, the first one in the highest byte.
  var digits: UInt64 {
    var digits = UInt64(value)
    digits = (digits << 16 | digits) & 0x0000_FFFF_0000_FFFF
    digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
    digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
    // A one in each byte whose digit is a letter.
    let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return digits + 0x3030_3030_3030_3030 + letters * 0x27
  }

  /// Appends ``text`` without making a string.
  package func write(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: digits.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Reads eight lower-case hexadecimal digits.
  package init?(digits: UnsafeRawBufferPointer) {
    guard digits.count == 8 else { return nil }
    value = 0
    for byte in digits {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x61...0x66: value = value << 4 | UInt32(byte - 0x57)
      default: return nil
      }
    }
  }

  /// Eight tables of 256, made once and never freed.
  private struct Tables: @unchecked Sendable {
    let base: UnsafePointer<UInt32>

    init() {
      let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 8 * 256)
      for i in 0..<256 {
        var crc = UInt32(i)
        for _ in 0..<8 { crc = crc & 1 == 1 ? 0x82F6_3B78 ^ crc >> 1 : crc >> 1 }
        tables[i] = crc
      }
      for i in 256..<(8 * 256) {
        let above = tables[i - 256]
        tables[i] = tables[Int(above & 0xFF)] ^ above >> 8
      }
      base = UnsafePointer(tables)
    }
  }

  private static let tables = Tables()
}
