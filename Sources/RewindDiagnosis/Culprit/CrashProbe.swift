import RewindJSON
import RewindSession
import RewindTimeline

/// Tells whether the fatal action crashes on a state of the session, by trying it in a child process.
final class CrashProbe {
  /// Replays that were run.
  private(set) var count = 0
  /// Whether states are made by running the actions again, because recorded ones do not do.
  var rerunsActions: Bool {
    didSet { answers = [:] }
  }
  /// Whether each crash is looked into for where it happened, which takes five times as long.
  var isStrict = false {
    didSet { answers = [:] }
  }
  /// What a crash must be like to count.
  var signature: CrashSignature

  /// The states on which it can be tried.
  let states: StateSequence
  private let timeline: Timeline
  private let program: ReplayProgram
  private let fatal: Int
  private let progress: (Int) -> Void
  private var answers: [Int: Bool] = [:]

  init(
    _ timeline: Timeline,
    _ program: ReplayProgram,
    fatal: Int,
    _ signature: CrashSignature,
    rerunsActions: Bool,
    replays: Int,
    progress: @escaping (Int) -> Void
  ) throws(SessionLogError) {
    states = try StateSequence(timeline, before: fatal)
    self.timeline = timeline
    self.program = program
    self.fatal = fatal
    self.signature = signature
    self.rerunsActions = rerunsActions
    self.progress = progress
    count = replays
  }

  /// Whether the fatal action crashes alike on the state at a place.
  func crashes(at place: Int) throws -> Bool {
    if let answer = answers[place] { return answer }
    let outcome = try run(try request(place), withBacktrace: isStrict)
    let answer = isCrash(outcome) ?? false
    answers[place] = answer
    return answer
  }

  /// Whether the fatal action crashes alike on a state that the session never had; nil where the
  /// program does not know such a state.
  func crashes(on state: JSONValue) throws -> Bool? {
    let request = try ReplayRequest.single(fatal, on: state, after: fatal - 1, timeline)
    return isCrash(try run(request, withBacktrace: isStrict))
  }

  /// The crash on the state at a place, with where in the app it happens; nil where it survives.
  func look(at place: Int) throws -> (signature: CrashSignature, outcome: ReplayProgram.Outcome)? {
    let outcome = try run(try request(place), withBacktrace: true)
    guard case .died(let crash) = outcome.ending, outcome.lastAction == fatal else { return nil }
    return (CrashSignature(crash, in: signature.type, outcome), outcome)
  }

  private func request(_ place: Int) throws -> ReplayRequest {
    var request = ReplayRequest(timeline, states: .none)
    try request.begin(at: place, of: states, rerunning: rerunsActions, timeline)
    try request.add(fatal...fatal, of: timeline)
    return request
  }

  private func run(
    _ request: ReplayRequest,
    withBacktrace: Bool
  ) throws -> ReplayProgram.Outcome {
    count += 1
    progress(count)
    return try program.run(request, withBacktrace: withBacktrace)
  }

  private func isCrash(_ outcome: ReplayProgram.Outcome) -> Bool? {
    switch outcome.ending {
    case .undecodable, .unresolved:
      return nil
    case .closed:
      return false
    case .died(let crash):
      let found = CrashSignature(crash, in: signature.type, outcome)
      return outcome.lastAction == fatal && found.matches(signature)
    }
  }
}
