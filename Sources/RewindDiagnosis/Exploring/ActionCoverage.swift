/// The tried combinations: actions, each with every two of the rarest features of the state that it was tried on.
///
/// Most failures need an action and one or two more conditions at once (Kuhn, Wallace and Gallo, 2004). There are
/// too many states to try everything on each; but an action on two features at once is tried soon.
struct ActionCoverage {
  private var tried = [UInt64](repeating: 0, count: 1 << 16)

  /// The features of a state that are looked at: the rarest, as the others were there with everything already.
  static let featureLimit = 12

  /// Returns how many pairs of features an action was not tried with.
  func newness(of action: UInt64, on features: [UInt64]) -> Int {
    var count = 0
    visit(action, features) { word, bit in
      if tried[word] & bit == 0 { count += 1 }
    }
    return count
  }

  /// Notes that an action is tried on a state.
  mutating func note(_ action: UInt64, on features: [UInt64]) {
    var bits: [(Int, UInt64)] = []
    visit(action, features) { bits.append(($0, $1)) }
    for (word, bit) in bits { tried[word] |= bit }
  }

  private func visit(
    _ action: UInt64,
    _ features: [UInt64],
    _ body: (_ word: Int, _ bit: UInt64) -> Void
  ) {
    for one in features.indices {
      let first = StateShape.mix(action, features[one])
      for other in one..<features.count {
        let hash = StateShape.mix(first, features[other])
        body(Int(hash >> 48), 1 << (hash & 63))
      }
    }
  }
}
