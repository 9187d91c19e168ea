import Foundation
import RewindJSON
import RewindSession
import RewindTimeline

/// Tells whether a few actions on a recorded state crash as the session did.
final class ReductionProbe {
  /// Replays that were run.
  private(set) var count = 0
  /// Whether it is looked into where each crash happens, which takes ten times as long; otherwise a crash
  /// of the same class in the same type of action is taken for the same, until it is confirmed.
  var isStrict = false {
    didSet { answers = [:] }
  }

  private let timeline: Timeline
  private let program: ReplayProgram
  private let signature: CrashSignature
  /// The states on which steps can be tried.
  private let recorded: StateSequence
  /// Where the session begins.
  private let start: ReplayRequest.Start
  private let rerunsActions: Bool
  private let onProbe: (_ probes: Int, _ steps: Int) -> Void
  private var answers: [Candidate: Bool] = [:]

  private struct Candidate: Hashable {
    let position: Int
    let steps: [SessionStep]
  }

  /// How many replays run side by side.
  let width = max(1, ProcessInfo.processInfo.activeProcessorCount)

  init(
    _ timeline: Timeline,
    _ program: ReplayProgram,
    _ signature: CrashSignature,
    on recorded: StateSequence,
    from start: ReplayRequest.Start,
    rerunsActions: Bool,
    onProbe: @escaping (_ probes: Int, _ steps: Int) -> Void
  ) {
    self.timeline = timeline
    self.program = program
    self.signature = signature
    self.recorded = recorded
    self.start = start
    self.rerunsActions = rerunsActions
    self.onProbe = onProbe
  }

  /// Whether the last of the steps crashes alike when they follow on the state at the place
  /// `position`.
  func crashes(after position: Int, _ steps: [SessionStep]) throws -> Bool {
    try firstCrash(after: position, among: [steps]) != nil
  }

  /// The first of some candidates that crashes alike; nil where none does.
  ///
  /// ``width`` of them are tried side by side, so that a few more may be tried than are needed.
  func firstCrash(after position: Int, among candidates: [[SessionStep]]) throws -> Int? {
    for first in stride(from: 0, to: candidates.count, by: width) {
      let batch = candidates[first...].prefix(width).map {
        Candidate(position: position, steps: $0)
      }
      try answer(batch.filter { answers[$0] == nil })
      if let found = batch.firstIndex(where: { answers[$0] == true }) { return first + found }
    }
    return nil
  }

  /// Tries candidates side by side.
  ///
  /// The recording is read before, on this thread: a timeline is nobody's but its owner's.
  private func answer(_ candidates: [Candidate]) throws {
    guard !candidates.isEmpty else { return }
    count += candidates.count
    onProbe(count, candidates[0].steps.count)
    let requests = try candidates.map {
      try request(after: $0.position, $0.steps, states: .none)
    }
    let outcomes = program.run(requests, withBacktrace: isStrict && signature.isLocated)
    for (candidate, outcome) in zip(candidates, outcomes) {
      answers[candidate] = isSameCrash(try outcome.get(), candidate.steps)
    }
  }

  /// Whether what was found without a look at where it crashes does crash there.
  func confirms(_ reduction: ReductionSearch.Reduction) throws -> Bool {
    guard !isStrict, signature.isLocated else { return true }
    count += 1
    let request = try request(after: reduction.position, reduction.steps, states: .none)
    return isSameCrash(try program.run(request, withBacktrace: true), reduction.steps)
  }

  /// What the program is asked; a place is a recorded state, or is reached by running the actions again
  /// where recorded states do not do.
  func request(
    after position: Int,
    _ steps: [SessionStep],
    states: ReplayRequest.States
  ) throws -> ReplayRequest {
    var request = ReplayRequest(timeline, states: states)
    if position == 0, case .app = start {
      try request.begin(start, timeline)
    } else {
      let means = rerunsActions ? StateMeans.rerunning : .decoding
      try request.begin(at: position, of: recorded, by: means, timeline)
    }
    for step in steps { request.add(step) }
    return request
  }

  /// Whether a replay of the steps died in the last one, in the same way.
  func isSameCrash(_ outcome: ReplayProgram.Outcome, _ steps: [SessionStep]) -> Bool {
    guard case .died(let crash) = outcome.ending, let last = steps.last else { return false }
    let found = CrashSignature(crash, in: last.type, outcome)
    return outcome.lastAction == last.index && found.matches(signature)
  }
}
