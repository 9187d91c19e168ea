/// The key of a file's contents: two files with one key are taken for the same file.
///
/// 128 bits in two lanes that multiply and rotate, eight bytes a step. It distinguishes files that
/// differ by chance, as logs do; it does not protect against a file crafted to have another's key.
package struct ContentKey {
  private var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private var length = 0

  package init() {}

  package init(_ text: String) {
    var bytes = Array(text.utf8)
    add(&bytes)
  }

  /// Adds the next bytes of a file; all pieces but the last have a multiple of eight bytes.
  package mutating func add(_ bytes: inout [UInt8]) {
    length += bytes.count
    while !bytes.count.isMultiple(of: 8) { bytes.append(0) }
    bytes.withUnsafeBytes { raw in
      var (one, two) = (first, second)
      var offset = 0
      while offset < raw.count {
        let word = raw.load(fromByteOffset: offset, as: UInt64.self)
        one = (one ^ word) &* 0xFF51_AFD7_ED55_8CCD
        one = one << 31 | one >> 33
        two = (two << 29 | two >> 35) ^ (word &* 0xC4CE_B9FE_1A85_EC53)
        two = two &* 0x1656_67B1_9E37_79F9
        offset += 8
      }
      (first, second) = (one, two)
    }
  }

  /// The key as 32 hexadecimal digits.
  package var text: String {
    let ends = [first ^ UInt64(length), second &+ UInt64(length)].map { lane -> String in
      var mixed = (lane ^ lane >> 33) &* 0xFF51_AFD7_ED55_8CCD
      mixed = (mixed ^ mixed >> 33) &* 0xC4CE_B9FE_1A85_EC53
      let digits = String(mixed ^ mixed >> 33, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return ends.joined()
  }
}
