import Foundation

/// How much is tried: a sample in `swift test`, a third of it in `scripts/test`, everything in
/// `scripts/exhaustive-test`.
///
/// ```swift
/// @Test("is what brute force finds", arguments: TestScale.seeds(4, of: 34))
/// ```
public enum TestScale {
  /// The part of everything that there is time for: 0 is a sample, 1 is all of it.
  ///
  /// `REWIND_EXHAUSTIVE` has it; each case that runs is printed with its seed.
  private static let part: Double = {
    let text = ProcessInfo.processInfo.environment["REWIND_EXHAUSTIVE"]
    return min(1, max(0, text.flatMap(Double.init) ?? 0))
  }()

  /// True where a sample is to be smaller still, as in `scripts/test`.
  private static let isQuick = ProcessInfo.processInfo.environment["REWIND_QUICK"] != nil

  /// True if there is time for more than a sample.
  public static let hasTime = part > 0

  /// True if there is time for everything.
  public static let isExhaustive = part == 1

  /// The seeds of a sample, or more of them.
  public static func seeds(_ sample: UInt64, of all: UInt64) -> ClosedRange<UInt64> {
    1...count(sample, of: all)
  }

  /// The size of a sample, or of more.
  public static func count<Number: BinaryInteger>(_ sample: Number, of all: Number) -> Number {
    if isQuick { return max(1, sample / 3) }
    return sample + Number(Double(all - sample) * part)
  }

  /// Returns some of all cases, spread evenly, and the more the more time there is: of those that take long.
  public static func some<Case>(_ sample: Int, of all: [Case]) -> [Case] {
    let count = min(all.count, count(sample, of: all.count))
    return (0..<count).map { all[$0 * all.count / count] }
  }

  /// Returns some of all cases in a sample, spread evenly, and all of them where there is more time: CI runs them on
  /// the optimized build.
  public static func cases<Case>(_ sample: Int, of all: [Case]) -> [Case] {
    guard part == 0, sample < all.count else { return all }
    return (0..<sample).map { all[$0 * all.count / sample] }
  }
}
