import RewindJSON
import RewindSession
import RewindTimeline

/// The ways in which a session is made smaller, each of which keeps the crash.
struct ReductionSearch {
  private let timeline: Timeline
  private let probe: ReductionProbe
  private let isCancelled: () -> Bool

  init(_ timeline: Timeline, _ probe: ReductionProbe, _ isCancelled: @escaping () -> Bool) {
    self.timeline = timeline
    self.probe = probe
    self.isCancelled = isCancelled
  }

  /// Moves the place from which the kept actions crash back to `start`, and keeps each action that
  /// cannot be skipped on the way.
  func reach(_ start: Int, _ position: inout Int, _ kept: inout [SessionStep]) throws {
    while position > start, !isCancelled() {
      if try probe.crashes(after: start, kept) {
        position = start
        return
      }
      // It crashes with `low` actions skipped and survives with `high`.
      var (low, high) = (0, position - start)
      while low + 1 < high {
        guard !isCancelled() else { break }
        let middle = (low + high) / 2
        if try probe.crashes(after: position - middle, kept) { low = middle } else { high = middle }
      }
      position -= low
      guard !isCancelled() else { return }
      // With the action at the place itself, nothing has changed: its state is the recorded one.
      kept.insert(try timeline.step(position), at: 0)
      position -= 1
    }
  }

  /// Leaves out single actions until none can be.
  ///
  /// - Returns: Whether it is proven that none can.
  func removeSingles(_ position: Int, _ kept: inout [SessionStep]) throws -> Bool {
    var place = 0
    var needed = 0
    // Each action is tried since the last one was left out; the fatal one stays.
    while kept.count > 1, needed < kept.count - 1 {
      guard !isCancelled() else { return false }
      place %= kept.count - 1
      var fewer = kept
      fewer.remove(at: place)
      if try probe.crashes(after: position, fewer) {
        kept = fewer
        needed = 0
      } else {
        place += 1
        needed += 1
      }
    }
    return true
  }

  /// Makes payloads smaller, the fatal action's first.
  ///
  /// - Returns: Whether any became smaller.
  func shrinkPayloads(
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
