import Foundation
public import Testing

/// Random numbers that a seed brings back (SplitMix64: Steele, Lea and Flood, 2014); a test prints its
/// seed, so that a failure can be run again.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The seed of a test: the same one in every run, unless `REWIND_SEED` has another.
  public static let seed =
    ProcessInfo.processInfo.environment["REWIND_SEED"].flatMap { UInt64($0) } ?? 1

  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// The seeds of a test: the same ones in every run, unless `REWIND_SEED` has another.
public func seeds() -> [UInt64] {
  let given = ProcessInfo.processInfo.environment["REWIND_SEED"].flatMap { UInt64($0) }
  return given.map { [$0] } ?? [1, 2]
}

/// A hundred seeds at a time, so that a test says which hundred failed; those in it say which one.
public struct SeedBatch: CustomTestStringConvertible, Sendable {
  public let seeds: Range<UInt64>
  public var testDescription: String { "seeds \(seeds)" }

  public static func all(_ count: UInt64) -> [SeedBatch] {
    stride(from: 0, to: count, by: 100).map { SeedBatch(seeds: $0..<($0 + 100)) }
  }
}
