import RewindJSON
import RewindLog

/// The distinct states of a session: a state that comes back is tried once.
final class DistinctStates {
  private let states: StateSequence
  /// The place that represents each place that was asked for.
  private var representatives: [Int: Int] = [:]
  /// Places that represent themselves, by their states' hashes.
  private var originals: [Int: [Int]] = [:]

  init(_ states: StateSequence) {
    self.states = states
  }

  /// Returns the place of an equal state that represents this one.
  func representative(_ place: Int) throws(SessionLogError) -> Int {
    if let known = representatives[place] { return known }
    let state = try states.state(at: place)
    let hash = state.hashValue
    var found = place
    for original in originals[hash] ?? [] where try states.state(at: original) == state {
      found = original
      break
    }
    if found == place { originals[hash, default: []].append(place) }
    representatives[place] = found
    return found
  }
}
