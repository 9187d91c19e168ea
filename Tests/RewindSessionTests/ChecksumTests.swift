import RewindLog
import RewindSession
import RewindTestSupport
import Testing

@Suite("A checksum")
struct ChecksumTests {
  /// CRC-32C bit by bit, straight from its definition.
  private func oracle(_ bytes: some Sequence<UInt8>, from start: UInt32 = 0) -> UInt32 {
    var crc = ~start
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
    }
    return ~crc
  }

  private func randomBytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  @Test("of the check text is that of the catalogue, and of RFC 3720's examples theirs")
  func known() {
    #expect(Checksum().continued(over: "123456789".utf8).text == "e3069283")
    #expect(Checksum().continued(over: [UInt8](repeating: 0, count: 32)).text == "8a9136aa")
    #expect(Checksum().continued(over: [UInt8](repeating: 0xFF, count: 32)).text == "62a8ab43")
    #expect(Checksum().continued(over: (0..<32).map(UInt8.init)).text == "46dd794e")
    #expect(Checksum().continued(over: []).text == "00000000")
  }

  @Test("is that of the definition, for all lengths and alignments")
  func definition() {
    let bytes = randomBytes(96, seed: 1)
    bytes.withUnsafeBytes { bytes in
      for start in 0..<16 {
        for length in 0...(bytes.count - start) {
          let slice = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)])
          #expect(Checksum().continued(over: slice).value == oracle(slice))
        }
      }
    }
  }

  @Test("continues over any split, from any start")
  func splits() {
    let bytes = randomBytes(70, seed: 2)
    for start: UInt32 in [0, 1, 0xFFFF_FFFF, 0x1234_5678] {
      let whole = Checksum(start).continued(over: bytes)
      #expect(whole.value == oracle(bytes, from: start))
      for split in 0...bytes.count {
        let parts = Checksum(start).continued(over: bytes[..<split])
          .continued(over: bytes[split...])
        #expect(parts == whole)
        let rest = Checksum().continued(over: bytes[split...])
        #expect(
          Checksum(start).continued(over: bytes[..<split])
            .followed(by: rest, count: bytes.count - split) == whole
        )
      }
    }
  }

  @Test("is written as eight digits, and read back from nothing else")
  func digits() {
    for value: UInt32 in [0, 1, 0xAB, 0xDEAD_BEEF, .max] {
      var bytes: [UInt8] = []
      Checksum(value).write(to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == Checksum(value).text)
      #expect(bytes.withUnsafeBytes { Checksum(digits: $0) } == Checksum(value))
    }
    for text in ["", "1234567", "123456789", "DEADBEEF", "0000000g", " 0000000"] {
      #expect(Array(text.utf8).withUnsafeBytes { Checksum(digits: $0) } == nil, "\(text)")
    }
  }
}
