import Foundation
import Testing

/// Numbers that a seed gives again, for tests with random values (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The seeds of a test: the same ones in every run, unless `REWIND_SEED` has another.
func seeds() -> [UInt64] {
  let given = ProcessInfo.processInfo.environment["REWIND_SEED"].flatMap { UInt64($0) }
  return given.map { [$0] } ?? [1, 2]
}

/// A hundred seeds at a time, so that a test says which hundred failed; those in it say which one.
struct SeedBatch: CustomTestStringConvertible {
  let seeds: Range<UInt64>
  var testDescription: String { "seeds \(seeds)" }

  static func all(_ count: UInt64) -> [SeedBatch] {
    stride(from: 0, to: count, by: 100).map { SeedBatch(seeds: $0..<($0 + 100)) }
  }
}

extension SeededGenerator {
  mutating func below(_ limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &self)
  }

  /// Integers of all lengths.
  mutating func int() -> Int {
    Int(truncatingIfNeeded: next()) >> below(64)
  }

  /// Doubles of all kinds: any bits, few digits, near powers of ten, whole.
  mutating func double() -> Double {
    switch below(6) {
    case 0: Double(bitPattern: next())
    case 1: Double(int()) / pow(10, Double(below(12)))
    case 2: pow(10, Double(below(40) - 20)).nextUp
    case 3: Double(int())
    case 4: Double.random(in: -1e9...1e9, using: &self)
    default: Double(below(2_000_000_000)) / 1e6
    }
  }

  /// Strings of all scripts, with what must be escaped.
  mutating func string() -> String {
    let scalars = (0..<below(12)).map { _ -> Unicode.Scalar in
      switch below(5) {
      case 0: Unicode.Scalar(UInt8(below(0x80)))
      case 1: Array("\"\\/\u{7F}\u{2028}\u{E9}\u{301}".unicodeScalars)[below(7)]
      case 2: Unicode.Scalar(UInt32(0x10000 + below(0x1000))) ?? "x"
      default: Unicode.Scalar(UInt8(0x61 + below(26)))
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
