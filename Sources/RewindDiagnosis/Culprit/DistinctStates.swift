import RewindJSON
import RewindLog

/// The distinct states of a session: a state that comes back is tried once.
final class DistinctStates {
  private let states: StateSequence
  /// The position that represents each position that was asked for.
  private var representatives: [Int: Int] = [:]
  /// Positions that represent themselves, by their states' hashes.
  private var originals: [Int: [Int]] = [:]

  init(_ states: StateSequence) {
    self.states = states
  }

  /// Returns the position of an equal state that represents this one.
  func representative(_ position: Int) throws(SessionLogError) -> Int {
    if let known = representatives[position] { return known }
    let state = try states.state(at: position)
    let hash = state.hashValue
    var found = position
    for original in originals[hash] ?? [] where try states.state(at: original) == state {
      found = original
      break
    }
    if found == position { originals[hash, default: []].append(position) }
    representatives[position] = found
    return found
  }
}
