import RewindJSON
import RewindSession
import RewindTimeline

/// Replays a session to its end and collects every divergence from the recording.
///
/// After a divergence the replay continues from the recorded state, so that one error is not counted
/// again in every later state. Each time this needs another process, so the state is also reset after
/// each of the next actions, for twice as many actions each time.
struct DivergenceFollower {
  let timeline: Timeline
  let program: ReplayProgram
  let options: Verification.Options
  private(set) var divergences: [Divergence] = []
  /// The last action whose state was compared, where the program cannot decode the one to continue from.
  private(set) var uncomparedAfter: Int?
  /// The values that were expected to change and did.
  private(set) var expectedChanges: [String: ExpectedChange] = [:]

  /// The number of states that a request may reset: at 100 kB each, a request of 100 MB.
  private static let windowLimit = 1_024
  /// The number of replays of one session: as windows double, enough for some ten thousand divergences.
  private static let roundLimit = 20

  /// Replays until the session's end is reached; returns the outcome of the last replay.
  mutating func run(from first: ReplayRequest.Start) throws -> ReplayProgram.Outcome {
    guard !options.comparesOnlyTheEnd else {
      let request = try ReplayRequest.whole(timeline, states: .all, from: first)
      let needsState = try VerificationRun.needsRecordedState(options, timeline)
      var comparison = SessionComparison(
        timeline,
        tolerance: options.tolerance,
        startIsGiven: first.isGiven
      )
      var isOpaque = false
      var found: [Divergence] = []
      // Nothing continues from the recorded states here, so that later ones differ because of the first.
      let outcome = try program.run(request, withBacktrace: options.locatesCrash) { line in
        if case .header(let header) = line { isOpaque = needsState && !header.decodesState }
        if found.isEmpty, !isOpaque { found = try comparison.divergences(at: line) }
      }.beginning(withRecordedState: needsState)
      divergences = found
      expectedChanges = comparison.expectedChanges
      return outcome
    }
    var start = first
    var window = 0
    var round = 1
    while true {
      let stretch = ReplayStretch(
        SessionComparison(timeline, tolerance: options.tolerance, startIsGiven: start.isGiven),
        // A start after a divergence has been compared already, and an external change is not a reducer's
        // doing.
        after: try round == 1 && !isChangedAfter(start) ? start.index - 1 : start.index,
        resetUpTo: start.index + window,
        last: round < Self.roundLimit ? timeline.lastIndex : 0
      )
      let request = try request(from: start, resettingAfter: window)
      let needsState = try round > 1 || VerificationRun.needsRecordedState(options, timeline)
      var isOpaque = false
      do {
        let outcome = try program.run(request) { line in
          if case .header(let header) = line { isOpaque = needsState && !header.decodesState }
          if !isOpaque { try stretch.take(line) }
        }.beginning(withRecordedState: needsState)
        divergences += stretch.divergences
        expectedChanges.merge(stretch.expectedChanges) { $0.adding($1) }
        if round > 1, case .undecodable = outcome.ending {
          uncomparedAfter = isOpaque ? start.index : outcome.lastAction ?? start.index
        }
        return outcome
      } catch let diverged as ReplayStretch.Diverged {
        divergences += stretch.divergences
        expectedChanges.merge(stretch.expectedChanges) { $0.adding($1) }
        start = .state(after: diverged.index)
        window = min(max(1, window * 2), Self.windowLimit)
        round += 1
      }
    }
  }

  private func isChangedAfter(_ start: ReplayRequest.Start) throws -> Bool {
    guard case .state(let index) = start else { return false }
    return try timeline.externalLine(before: index + 1) != nil
  }

  private func request(
    from start: ReplayRequest.Start,
    resettingAfter window: Int
  ) throws -> ReplayRequest {
    var request = ReplayRequest(timeline, states: .all)
    try request.begin(start, timeline)
    var next = start.index + 1
    while next <= min(start.index + window, timeline.lastIndex) {
      try request.add(next...next, of: timeline)
      if next < timeline.lastIndex, try timeline.stateLine(after: next) != nil {
        request.start(after: next, try timeline.state(onwardFrom: next))
      }
      next += 1
    }
    if next <= timeline.lastIndex { try request.add(next...timeline.lastIndex, of: timeline) }
    return request
  }
}

/// The part of a session between two divergences, as one process replays it.
private final class ReplayStretch {
  /// The states diverge here for good: later ones are not worth comparing.
  struct Diverged: Error {
    let index: Int
  }

  private(set) var divergences: [Divergence] = []
  private var comparison: SessionComparison
  var expectedChanges: [String: ExpectedChange] { comparison.expectedChanges }
  private let first: Int
  private let lastReset: Int
  private let last: Int
  private var hasParted = false

  /// - Parameters:
  ///   - comparison: A comparison that has not seen a line yet.
  ///   - first: States up to this one are not compared.
  ///   - lastReset: Up to this action, the replay continues from the recorded state after each.
  ///   - last: The action from which on a divergence does not end the replay.
  init(_ comparison: SessionComparison, after first: Int, resetUpTo lastReset: Int, last: Int) {
    (self.comparison, self.first, self.lastReset, self.last) = (comparison, first, lastReset, last)
  }

  /// Compares a line of the response; throws ``Diverged``.
  func take(_ line: SessionLine) throws {
    guard !hasParted else { return }
    let found = try comparison.divergences(at: line)
    guard let index = found.first?.index, index > first else { return }
    divergences += found
    guard index > lastReset || first < 0 && index == 0 else { return }
    hasParted = true
    if index < last { throw Diverged(index: index) }
  }
}

extension ExpectedChange {
  fileprivate func adding(_ other: ExpectedChange) -> ExpectedChange {
    var sum = self
    sum.add(other)
    return sum
  }
}
