/// The secret of a session that its pseudonyms depend on: 128 random bits, never written.
///
/// A keyed hash, SipHash-2-4 (J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF", 2012):
/// without the key, a pseudonym tells nothing about its value, and nobody can try out likely values. Swift's
/// own `Hasher` is seeded by the process, the same for all sessions of it, and Linux has no CryptoKit.
package struct PseudonymKey: Sendable {
  private let k0: UInt64
  private let k1: UInt64

  package init(_ k0: UInt64, _ k1: UInt64) {
    (self.k0, self.k1) = (k0, k1)
  }

  /// A new key from the system's cryptographic generator.
  package static func random() -> PseudonymKey {
    PseudonymKey(.random(in: 0 ... .max), .random(in: 0 ... .max))
  }

  /// The subjects of hashes, so that the same bytes as a text and as a number have hashes of their own.
  enum Subject: UInt8 {
    case text, identifier, number, fraction, permutation, offset, block
  }

  /// Returns the hash of a subject's bytes.
  func hash(_ subject: Subject, _ bytes: some Collection<UInt8>, _ counter: UInt64 = 0) -> UInt64 {
    let prefix = [subject.rawValue] + withUnsafeBytes(of: counter.littleEndian, Array.init)
    return hash(prefix + bytes)
  }

  /// Returns SipHash-2-4 of the bytes.
  package func hash(_ bytes: [UInt8]) -> UInt64 {
    var state = State(k0, k1)
    let tail = bytes.count & 7
    var offset = 0
    while offset < bytes.count - tail {
      state.mix(Self.word(bytes[offset..<offset + 8]))
      offset += 8
    }
    state.mix(UInt64(bytes.count) << 56 | Self.word(bytes[offset...]))
    return state.finish()
  }

  /// The bytes as a number, the first one in its lowest byte.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private struct State {
    var v0, v1, v2, v3: UInt64

    /// The constants are those of the paper: "somepseudorandomlygeneratedbytes".
    init(_ k0: UInt64, _ k1: UInt64) {
      v0 = k0 ^ 0x736f_6d65_7073_6575
      v1 = k1 ^ 0x646f_7261_6e64_6f6d
      v2 = k0 ^ 0x6c79_6765_6e65_7261
      v3 = k1 ^ 0x7465_6462_7974_6573
    }

    mutating func mix(_ word: UInt64) {
      v3 ^= word
      round()
      round()
      v0 ^= word
    }

    mutating func finish() -> UInt64 {
      v2 ^= 0xFF
      for _ in 0..<4 { round() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func round() {
      v0 &+= v1
      v1 = v1.rotated(by: 13) ^ v0
      v0 = v0.rotated(by: 32)
      v2 &+= v3
      v3 = v3.rotated(by: 16) ^ v2
      v0 &+= v3
      v3 = v3.rotated(by: 21) ^ v0
      v2 &+= v1
      v1 = v1.rotated(by: 17) ^ v2
      v2 = v2.rotated(by: 32)
    }
  }
}

extension UInt64 {
  fileprivate func rotated(by bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}
