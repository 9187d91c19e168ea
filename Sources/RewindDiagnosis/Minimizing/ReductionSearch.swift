import RewindJSON
import RewindSession
import RewindTimeline

/// The ways in which a session is made smaller, each of which keeps the crash.
struct ReductionSearch {
  private let timeline: Timeline
  private let states: StateSequence
  private let probe: ReductionProbe
  private let isCancelled: () -> Bool

  init(
    _ timeline: Timeline,
    _ states: StateSequence,
    _ probe: ReductionProbe,
    _ isCancelled: @escaping () -> Bool
  ) {
    self.timeline = timeline
    self.states = states
    self.probe = probe
    self.isCancelled = isCancelled
  }

  /// A few actions that crash on the state at a place.
  struct Reduction {
    var position: Int
    var steps: [SessionStep]
    /// Whether it is proven that no action can be left out.
    var isMinimal = false
  }

  /// As few actions as lead to the crash, from the session's start or from its last state.
  func fewest(_ fatal: [SessionStep], fromStart: Bool) throws -> Reduction {
    var found = Reduction(position: states.last, steps: fatal)
    if fromStart { try reachStart(&found.position, &found.steps) }
    try removeCauses(found.position, &found.steps)
    found.isMinimal = try removeSingles(found.position, &found.steps)
    return found
  }

  /// The same with smaller payloads, which may make more actions needless.
  func smaller(_ reduction: Reduction, limit: Int) throws -> Reduction {
    var found = reduction
    if try shrinkPayloads(found.position, &found.steps, limit: limit) {
      found.isMinimal = try removeSingles(found.position, &found.steps)
    }
    return found
  }

  /// Moves the place from which the kept actions crash back to the first one, and keeps each action that
  /// cannot be skipped on the way.
  ///
  /// A change from outside that cannot be skipped ends the way: no action leads to the state behind it.
  private func reachStart(_ position: inout Int, _ kept: inout [SessionStep]) throws {
    while position > 0, !isCancelled() {
      if try probe.crashes(after: 0, kept) {
        position = 0
        return
      }
      // It crashes with `low` states skipped and survives with `high`.
      var (low, high) = (0, position)
      while low + 1 < high {
        guard !isCancelled() else { break }
        let middle = (low + high) / 2
        if try probe.crashes(after: position - middle, kept) { low = middle } else { high = middle }
      }
      position -= low
      guard !isCancelled(), try !states.isOutside(position) else { return }
      // What the action's cause did and it undid can be skipped only together.
      let index = try states.index(of: position)
      let root = try self.root(of: index)
      if root < index, let place = try states.place(before: root), place > 0,
        try probe.crashes(after: place, kept)
      {
        position = place
        continue
      }
      // With the action at the place itself, nothing has changed: its state is the recorded one.
      kept.insert(try timeline.step(index), at: 0)
      position -= 1
    }
  }

  /// The action because of which, in the end, another one was dispatched; that one itself where there is
  /// none.
  private func root(of index: Int) throws -> Int {
    var index = index
    // A cause comes before its consequence, whatever a log may say.
    while let cause = try timeline.action(index).cause, cause < index, cause > 0 { index = cause }
    return index
  }

  /// Leaves out actions together with all that was dispatched because of them.
  ///
  /// What one action does and its consequence undoes can be left out only as a whole.
  private func removeCauses(_ position: Int, _ kept: inout [SessionStep]) throws {
    for root in kept.dropLast().map(\.index) {
      guard !isCancelled() else { return }
      let rest = try kept.filter { try !isCaused($0.index, by: root) }
      let isWhole = rest.last?.index == kept.last?.index && rest.count < kept.count - 1
      if isWhole, try probe.crashes(after: position, rest) { kept = rest }
    }
  }

  /// Whether an action is another one, or was dispatched because of it.
  private func isCaused(_ index: Int, by root: Int) throws -> Bool {
    var index = index
    while index > root {
      // A cause comes before its consequence, whatever a log may say.
      guard let cause = try timeline.action(index).cause, cause < index else { return false }
      index = cause
    }
    return index == root
  }

  /// Leaves out single actions until none can be.
  ///
  /// - Returns: Whether it is proven that none can.
  private func removeSingles(_ position: Int, _ kept: inout [SessionStep]) throws -> Bool {
    var place = 0
    var needed = 0
    // Each action is tried since the last one was left out; the fatal one stays.
    while kept.count > 1, needed < kept.count - 1 {
      guard !isCancelled() else { return false }
      let places = (0..<min(probe.width, kept.count - 1 - needed)).map {
        (place + $0) % (kept.count - 1)
      }
      let fewer = places.map { place in
        var fewer = kept
        fewer.remove(at: place)
        return fewer
      }
      if let found = try probe.firstCrash(after: position, among: fewer) {
        kept = fewer[found]
        place = places[found]
        needed = 0
      } else {
        place += places.count
        needed += places.count
      }
    }
    return true
  }

  /// Makes payloads smaller, the fatal action's first.
  ///
  /// - Returns: Whether any became smaller.
  private func shrinkPayloads(
    _ position: Int,
    _ kept: inout [SessionStep],
    limit: Int
  ) throws -> Bool {
    let end = probe.count + limit
    let before = kept
    for index in kept.indices.reversed() {
      guard let payload = kept[index].payload else { continue }
      kept[index].payload = try PayloadShrinker.shrink(payload) { smaller in
        guard !isCancelled(), probe.count < end else { return false }
        var candidate = kept
        candidate[index].payload = smaller
        return try probe.crashes(after: position, candidate)
      }
    }
    return kept != before
  }
}
