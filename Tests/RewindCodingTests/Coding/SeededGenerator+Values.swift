import Foundation
import RewindTestSupport

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
