import Foundation
import RewindJSON
import RewindSession
import RewindTimeline

/// The action in which a session crashes, with all that a rerun needs.
struct FatalAction {
  let timeline: Timeline
  let program: ReplayProgram
  var step: SessionStep
  /// The states before it.
  let states: StateSequence
  let cache: CrashIdentityCache

  static func read(
    _ action: Int,
    of timeline: Timeline,
    by program: ReplayProgram,
    _ cache: CrashIdentityCache = CrashIdentityCache()
  ) throws(SessionLogError) -> FatalAction {
    FatalAction(
      timeline: timeline,
      program: program,
      step: try timeline.step(action),
      states: try StateSequence.read(timeline, before: action),
      cache: cache
    )
  }
}

/// The work of a search so far.
final class ReplayCounter {
  private(set) var work = SearchBudget.Work()
  private let progress: (_ replays: Int) -> Void

  init(progress: @escaping (_ replays: Int) -> Void = { _ in }) {
    self.progress = progress
  }

  func add(replays: Int, actions: Int) {
    work.replays += replays
    work.actions += actions
    progress(work.replays)
  }
}

/// Tries the fatal action on states of the session, each in a process of its own.
///
/// The program starts anew for each state, so that nothing is left of an earlier trial; several run in
/// parallel.
final class CrashProbe {
  /// The way in which the program reaches the states.
  let stateSource: StateSource
  private let fatal: FatalAction
  private let counter: ReplayCounter
  /// The result of the action at each state where it was tried, by the state's number in the sequence.
  private var runs: [Int: ActionRun] = [:]

  /// The number of replays that run in parallel.
  static let width = ProcessInfo.processInfo.activeProcessorCount

  init(
    _ fatal: FatalAction,
    by stateSource: StateSource,
    _ counter: ReplayCounter = ReplayCounter()
  ) {
    (self.fatal, self.stateSource, self.counter) = (fatal, stateSource, counter)
  }

  /// Tries the action on some states of the session; returns the verdicts in the same order.
  func run(at positions: [Int], judgedBy signature: CrashSignature) throws -> [FailureVerdict] {
    let fresh = positions.filter { runs[$0] == nil }
    let found = try run(on: fresh.map(Start.recorded), for: signature)
    for (position, run) in zip(fresh, found) { runs[position] = run }
    return positions.map { runs[$0]?.verdict(on: signature) ?? .unresolved("It was not tried.") }
  }

  /// Returns the verdict at each state where the action was tried.
  func verdicts(judgedBy signature: CrashSignature) -> [Int: FailureVerdict] {
    runs.mapValues { $0.verdict(on: signature) }
  }

  /// Tries the action on states that the session need not have; returns the verdicts in the same order.
  func run(
    on states: [JSONValue],
    judgedBy signature: CrashSignature
  ) throws -> [FailureVerdict] {
    try run(on: states.map(Start.given), for: signature).map { $0.verdict(on: signature) }
  }

  /// Tries the action on the initial state that the program itself makes.
  func runOnOwnInitialState(judgedBy signature: CrashSignature) throws -> FailureVerdict {
    try run(on: [.own], for: signature)[0].verdict(on: signature)
  }

  /// Tries the action on a state and identifies the crash; nil if there is none.
  func observe(at position: Int) throws -> CrashIdentity? {
    let outcome = try runInParallel([request(on: .recorded(position))])[0]
    guard case .died(let death) = outcome.trial(of: fatal.step) else { return nil }
    let found = try fatal.cache.identity(of: death) {
      try look(request(on: .recorded(position), locates: false))
    }
    if let found { runs[position] = .died(found.signature) }
    return found
  }

  /// Tries the action several times on one state; returns true for each crash, nil where it was not possible.
  func crashes(at position: Int, tries: Int) throws -> [Bool?] {
    let requests = Array(repeating: try request(on: .recorded(position)), count: tries)
    return try runInParallel(requests).map { outcome in
      switch outcome.trial(of: fatal.step) {
      case .survived: false
      case .died: true
      case .untried: nil
      }
    }
  }

  // MARK: - Processes

  /// A state to try the action on.
  private enum Start {
    /// The state at a position of the session.
    case recorded(Int)
    case given(JSONValue)
    /// The initial state that the program itself makes.
    case own
  }

  /// Tries the action on some states, and identifies the crashes.
  private func run(on starts: [Start], for signature: CrashSignature) throws -> [ActionRun] {
    let outcomes = try runInParallel(starts.map { try request(on: $0) })
    return try zip(starts, outcomes).map { start, outcome in
      try fatal.cache.identify(outcome.trial(of: fatal.step), for: signature) {
        try look(request(on: start, locates: false))
      }
    }
  }

  private func runInParallel(_ requests: [ReplayRequest]) throws -> [ReplayProgram.Outcome] {
    try count(requests)
    return try fatal.program.run(requests, withBacktrace: false).map { try $0.get() }
  }

  /// Runs a trial with a backtrace.
  private func look(_ request: ReplayRequest) throws -> CrashIdentity? {
    try count([request])
    return try fatal.program.run(request, withBacktrace: true).crash(in: fatal.step)
  }

  private func count(_ requests: [ReplayRequest]) throws(SessionLogError) {
    guard !requests.isEmpty else { return }
    var actions = 0
    for request in requests {
      // Reading a state far behind a whole one takes its time as well as running the actions up to it.
      let read = try request.firstStateNeeded.map(fatal.timeline.actionsSinceWholeState) ?? 0
      actions += request.indexes.count + read
    }
    counter.add(replays: requests.count, actions: actions)
  }

  private func request(on start: Start, locates: Bool = true) throws -> ReplayRequest {
    var request = ReplayRequest(fatal.timeline, states: .none, locates: locates)
    switch start {
    case .recorded(let position):
      try request.begin(at: position, of: fatal.states, by: stateSource, fatal.timeline)
    case .given(let state): request.start(after: fatal.step.index - 1, state)
    case .own: try request.begin(.app, fatal.timeline)
    }
    request.add(fatal.step)
    return request
  }
}

extension Timeline {
  /// Returns about how many actions are between the last whole state and the state after an action.
  fileprivate func actionsSinceWholeState(before index: Int) throws(SessionLogError) -> Int {
    let end = try lines(of: index).upperBound
    let whole = try log.lastLine(upTo: end - 1, of: [.keyframe, .laterKeyframe]) ?? 0
    return (end - whole) / 2
  }
}
