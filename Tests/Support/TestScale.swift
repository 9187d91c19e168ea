import Foundation

/// How much is tried: a sample in `swift test`, everything in `scripts/exhaustive-test`.
///
/// ```swift
/// @Test("is what brute force finds", arguments: TestScale.seeds(4, of: 34))
/// ```
public enum TestScale {
  /// Whether there is time for everything.
  public static let isExhaustive = ProcessInfo.processInfo.environment["REWIND_EXHAUSTIVE"] != nil

  /// The seeds of a sample, or all of them.
  public static func seeds(_ sample: UInt64, of all: UInt64) -> ClosedRange<UInt64> {
    1...count(sample, of: all)
  }

  /// The size of a sample, or that of the whole.
  public static func count<Number>(_ sample: Number, of all: Number) -> Number {
    isExhaustive ? all : sample
  }
}
