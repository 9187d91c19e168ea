/// Random numbers that are the same for a seed and a run on every machine (SplitMix64: Steele, Lea and Flood,
/// 2014).
///
/// Each run has its own, so that it does not depend on how many others were made at the same time. The
/// standard library's choices are not used: another version of it may choose otherwise.
struct ExplorationRandom {
  private var state: UInt64

  init(seed: UInt64, run: Int) {
    state = seed &* 0xD134_2543_DE82_EF95 &+ UInt64(truncatingIfNeeded: run) &* 0x9E37_79B9
    _ = next()
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns a number from 0 to below a count; the count is above 0.
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  /// Returns true so often in a hundred times.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
