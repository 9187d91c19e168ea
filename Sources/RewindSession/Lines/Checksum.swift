/// CRC-32C (Castagnoli), the checksum that chains the lines of a session log.
///
/// Reflected polynomial `0x82F63B78`, as in RFC 3720, appendix B.4: the text `123456789` gives
/// `e3069283`. Continuing from the checksum of the preceding bytes, like zlib's
/// `crc32(crc, bytes)`, gives one checksum over both.
package struct Checksum: Hashable, Sendable {
  package var value: UInt32

  package init(_ value: UInt32 = 0) {
    self.value = value
  }

  /// Returns the checksum of the bytes so far followed by `bytes`.
  ///
  /// Sixteen bytes per step with sixteen tables, as in "slicing-by-8" (Kounavis and Berry, 2005),
  /// and twice as fast as that: twelve of the look-ups do not wait for the step before. Written to
  /// be fast in unoptimized builds, too.
  package func continued(over bytes: UnsafeRawBufferPointer) -> Checksum {
    guard let start = bytes.baseAddress else { return self }
    let tables = Self.tables.base
    var next = start.assumingMemoryBound(to: UInt8.self)
    let end = next + bytes.count
    var crc = ~value
    while end - next >= 16 {
      crc ^= UInt32(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt32.self))
      let first =
        tables[Int(0xF00 | crc & 0xFF)] ^ tables[Int(0xE00 | crc &>> 8 & 0xFF)]
        ^ tables[Int(0xD00 | crc &>> 16 & 0xFF)] ^ tables[Int(0xC00 | crc &>> 24)]
      let second =
        tables[0xB00 | Int(next[4])] ^ tables[0xA00 | Int(next[5])]
        ^ tables[0x900 | Int(next[6])] ^ tables[0x800 | Int(next[7])]
      let third =
        tables[0x700 | Int(next[8])] ^ tables[0x600 | Int(next[9])]
        ^ tables[0x500 | Int(next[10])] ^ tables[0x400 | Int(next[11])]
      let fourth =
        tables[0x300 | Int(next[12])] ^ tables[0x200 | Int(next[13])]
        ^ tables[0x100 | Int(next[14])] ^ tables[Int(next[15])]
      crc = (second ^ third ^ fourth) ^ first
      next += 16
    }
    if end - next >= 8 {
      crc ^= UInt32(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt32.self))
      let first =
        tables[Int(0x700 | crc & 0xFF)] ^ tables[Int(0x600 | crc &>> 8 & 0xFF)]
        ^ tables[Int(0x500 | crc &>> 16 & 0xFF)] ^ tables[Int(0x400 | crc &>> 24)]
      let second =
        tables[0x300 | Int(next[4])] ^ tables[0x200 | Int(next[5])]
        ^ tables[0x100 | Int(next[6])] ^ tables[Int(next[7])]
      crc = first ^ second
      next += 8
    }
    while next < end {
      crc = tables[Int((crc ^ UInt32(next.pointee)) & 0xFF)] ^ crc &>> 8
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

  /// Returns the checksum of the bytes so far followed by `count` bytes whose own checksum is `other`.
  ///
  /// As zlib's `crc32_combine`: the bytes shift this one by a power of x, modulo the polynomial. O(log count).
  package func followed(by other: Checksum, count: Int) -> Checksum {
    // x to the power of 8 · 2ⁿ, for each n in turn; the highest bit is the factor of x⁰.
    var power: UInt32 = 1 << 23
    var (shifted, rest) = (value, count)
    while rest > 0 {
      if rest & 1 == 1 { shifted = Self.product(power, shifted) }
      power = Self.product(power, power)
      rest >>= 1
    }
    return Checksum(shifted ^ other.value)
  }

  /// The product of two polynomials, modulo that of the checksum.
  private static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var (product, factor) = (0 as UInt32, b)
    for bit in 0..<32 as Range<UInt32> {
      if a & 1 << (31 - bit) != 0 { product ^= factor }
      factor = factor & 1 == 1 ? 0x82F6_3B78 ^ factor >> 1 : factor >> 1
    }
    return product
  }

  /// The eight lowercase hexadecimal digits in the log.
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

  /// Appends ``text`` without creating a string.
  package func write(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: digits.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Reads eight lowercase hexadecimal digits.
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

  /// Sixteen tables of 256, made once and never freed.
  private struct Tables: @unchecked Sendable {
    let base: UnsafePointer<UInt32>

    init() {
      let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
      for i in 0..<256 {
        var crc = UInt32(i)
        for _ in 0..<8 { crc = crc & 1 == 1 ? 0x82F6_3B78 ^ crc >> 1 : crc >> 1 }
        tables[i] = crc
      }
      for i in 256..<(16 * 256) {
        let above = tables[i - 256]
        tables[i] = tables[Int(above & 0xFF)] ^ above >> 8
      }
      base = UnsafePointer(tables)
    }
  }

  private static let tables = Tables()
}
