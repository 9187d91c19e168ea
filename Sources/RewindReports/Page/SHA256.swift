import Foundation

/// The hash that identifies a script in a content security policy (FIPS 180-4).
///
/// Apple's platforms have it in CryptoKit, Linux does not; sixty lines are cheaper than a dependency.
package struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  /// Returns the 32 bytes of the hash of a text's UTF-8.
  package static func hash(_ text: String) -> [UInt8] {
    var message = Array(text.utf8)
    let bits = UInt64(message.count) * 8
    message.append(0x80)
    message.append(contentsOf: repeatElement(0, count: (120 - message.count % 64) % 64))
    for index in 0..<8 { message.append(UInt8(truncatingIfNeeded: bits >> (56 - 8 * index))) }
    var hash = SHA256()
    for start in stride(from: 0, to: message.count, by: 64) {
      hash.compress(message[start..<(start + 64)])
    }
    return hash.state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  private mutating func compress(_ block: ArraySlice<UInt8>) {
    let words = Self.schedule(block)
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let sum1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let first = h &+ sum1 &+ choice &+ Self.constants[round] &+ words[round]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
    var words: [UInt32] = []
    words.reserveCapacity(64)
    for index in stride(from: block.startIndex, to: block.endIndex, by: 4) {
      let high = UInt32(block[index]) << 24 | UInt32(block[index + 1]) << 16
      words.append(high | UInt32(block[index + 2]) << 8 | UInt32(block[index + 3]))
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let sigma0 = a.rotated(7) ^ a.rotated(18) ^ a >> 3
      let sigma1 = b.rotated(17) ^ b.rotated(19) ^ b >> 10
      words.append(words[index - 16] &+ sigma0 &+ words[index - 7] &+ sigma1)
    }
    return words
  }

  /// The first 32 fractional bits of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    let primes = (2...311).filter { candidate in
      (2..<candidate).allSatisfy { candidate % $0 != 0 }
    }
    // A Double has 53 bits, of which these roots need 35.
    return primes.map { UInt32(truncatingIfNeeded: UInt64(cbrt(Double($0)) * 0x1p32)) }
  }()
}

extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
