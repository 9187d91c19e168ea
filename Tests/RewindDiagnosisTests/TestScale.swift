import Foundation

/// How much is tried: a sample in `swift test`, everything in `scripts/diagnosis-test`.
enum TestScale {
  /// Whether there is time for everything.
  static let isExhaustive = ProcessInfo.processInfo.environment["REWIND_EXHAUSTIVE"] != nil

  /// The seeds of a sample, or all of them.
  static func seeds(_ sample: UInt64, of all: UInt64) -> ClosedRange<UInt64> {
    1...(isExhaustive ? all : sample)
  }
}
