import RewindJSON

/// The states that an exploration has reached, one or more of each kind, with the ways to them.
struct ExplorationCorpus {
  struct Node {
    /// The state that the steps lead on from; nil at the start of a recording.
    let parent: Int?
    let recording: Int
    let steps: [PlannedStep]
    /// The number of actions from the start.
    let depth: Int
    let text: [UInt8]
    /// The rarest of its features.
    let rare: [UInt64]
    let pending: [PendingAnswer]
    /// How often the rarest two of its features had been together in states before it.
    let commonness: Int
    /// True if a user may not be able to do an action that leads there.
    let isDoubtful: Bool
    /// How often runs went on from it.
    var chosen = 0
  }

  private(set) var nodes: [Node] = []
  /// How often two features were together in a state, by a number of both.
  private var pairs = [UInt16](repeating: 0, count: 1 << 17)
  /// The kinds that are known, for runs that are being made.
  private(set) var kinds: Set<UInt64> = []
  /// How many states had each feature.
  private var counts: [UInt64: Int] = [:]
  /// The features that no recorded state has, as often as they were chosen, with some states that have them: a
  /// selection of what is not there, a list that is longer than any that was recorded.
  private var foreign: [UInt64: (nodes: [Int], chosen: Int)] = [:]
  private var foreignFeatures: [UInt64] = []
  private var recorded: Set<UInt64> = []
  var coverage = ActionCoverage()
  private var bytes = 0

  /// Runs go on so many times less often from a state that a user may not be able to reach.
  private static let doubtfulWeight = 4
  /// Longer paths take too long to replay and to make short again.
  private static let depthLimit = 400
  /// The bytes of states to keep: large states leave room for fewer.
  private static let byteLimit = 256 << 20

  /// Adds a state; returns its number, or nil if there is no room for it, or nothing new about it.
  mutating func add(
    parent: Int?,
    recording: Int,
    steps: [PlannedStep],
    _ state: JSONValue,
    kind: (kind: UInt64, features: [UInt64]),
    pending: [PendingAnswer],
    isDoubtful: Bool = false,
    isNeeded: Bool = false
  ) -> Int? {
    guard kinds.insert(kind.kind).inserted || isNeeded else { return nil }
    let commonness = countPairs(of: kind.features)
    if isNeeded { recorded.formUnion(kind.features) }
    guard commonness < Self.commonLimit || isNeeded else { return nil }
    let depth = (parent.map { nodes[$0].depth } ?? 0) + steps.count
    guard depth <= Self.depthLimit, bytes < Self.byteLimit else { return nil }
    var text: [UInt8] = []
    state.write(to: &text)
    bytes += text.count
    nodes.append(
      Node(
        parent: parent,
        recording: recording,
        steps: steps,
        depth: depth,
        text: text,
        rare: rarest(of: kind.features),
        pending: pending,
        commonness: commonness,
        isDoubtful: isDoubtful
      )
    )
    for feature in kind.features where !recorded.contains(feature) {
      if foreign[feature] == nil { foreignFeatures.append(feature) }
      if foreign[feature, default: ([], 0)].nodes.count < Self.foreignLimit {
        foreign[feature, default: ([], 0)].nodes.append(nodes.count - 1)
      }
    }
    return nodes.count - 1
  }

  /// The states that are kept of each feature that no recording has.
  private static let foreignLimit = 12

  /// Chooses a state with a feature that no recording has, and that few runs went on from; nil if there is none.
  mutating func foreign(_ random: inout ExplorationRandom) -> Int? {
    let some = (0..<4).compactMap { _ in random.pick(foreignFeatures) }
    let best = some.min { (foreign[$0]?.chosen ?? 0, $0) < (foreign[$1]?.chosen ?? 0, $1) }
    guard let best, let nodes = foreign[best]?.nodes else { return nil }
    foreign[best]?.chosen += 1
    return random.pick(nodes)
  }

  /// The number of states in which all that is in a state was together already: one more leads to nothing new.
  private static let commonLimit = 6

  /// Counts the pairs of features of a state; returns how often the rarest one had been there.
  private mutating func countPairs(of features: [UInt64]) -> Int {
    for feature in features { counts[feature, default: 0] += 1 }
    return pairs.withUnsafeMutableBufferPointer { pairs in
      var rarest = UInt16.max
      let mask = pairs.count - 1
      for one in 0..<features.count {
        let first = features[one]
        for other in one + 1..<max(features.count, one + 1) {
          let position = Int(truncatingIfNeeded: (first &* 31 &+ features[other]) >> 17) & mask
          let count = pairs[position]
          if count < rarest { rarest = count }
          if count < UInt16.max { pairs[position] = count + 1 }
        }
      }
      return Int(rarest)
    }
  }

  /// Returns some states, in any order.
  func someNodes(_ count: Int, _ random: inout ExplorationRandom) -> [Int] {
    Set((0..<min(count, nodes.count)).map { _ in random.below(nodes.count) }).sorted()
  }

  mutating func choose(_ node: Int) { nodes[node].chosen += 1 }

  private func rarest(of features: [UInt64]) -> [UInt64] {
    let sorted = features.sorted { (counts[$0, default: 0], $0) < (counts[$1, default: 0], $1) }
    return Array(sorted.prefix(ActionCoverage.featureLimit))
  }

  /// Returns the state of a node.
  func state(of node: Int) -> JSONValue {
    guard let state = try? JSONValue(parsing: nodes[node].text) else {
      fatalError("A state that this package wrote cannot be read.")
    }
    return state
  }

  /// Returns all actions from the start of a recording to a node.
  func path(to node: Int) -> [PlannedStep] {
    var parts: [[PlannedStep]] = []
    var next: Int? = node
    while let number = next {
      parts.append(nodes[number].steps)
      next = nodes[number].parent
    }
    return parts.reversed().flatMap { $0 }
  }

  /// Chooses a state to go on from: one with something rare about it that was gone on from less often than
  /// others.
  func frontier(_ random: inout ExplorationRandom) -> Int {
    func score(_ node: Int) -> Int {
      (nodes[node].chosen + 1) * (nodes[node].commonness + 2)
        * (nodes[node].isDoubtful ? Self.doubtfulWeight : 1)
    }
    var best = random.below(nodes.count)
    for attempt in 0..<6 {
      // Half of the candidates are new: what was found last may lead on.
      let recent = max(1, nodes.count / 8)
      let other =
        attempt.isMultiple(of: 2)
        ? random.below(nodes.count) : nodes.count - 1 - random.below(recent)
      if score(other) < score(best) { best = other }
    }
    return best
  }
}
