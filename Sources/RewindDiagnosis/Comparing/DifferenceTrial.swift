import RewindJSON
import RewindSession
import RewindTimeline

/// Replays of the good session with some differences made in it, and of the bad one with them undone.
struct DifferenceTrial {
  /// A replay with the actions that were asked for.
  struct Run {
    let replayed: ReplayedSession
    let steps: [SessionStep]

    func verdict(by condition: RedCondition) throws -> FailureVerdict {
      try condition.verdict(on: replayed, of: steps)
    }
  }

  let pair: SessionPair
  let program: ReplayProgram
  private(set) var replays = 0
  private var states = ReplayRequest.States.last
  private var known: Result<RedCondition, any Error>?

  init(_ pair: SessionPair, by program: ReplayProgram) {
    (self.pair, self.program) = (pair, program)
  }

  /// Replays both sessions as they are, once, and finds the condition by which the bad one is red and the good one is
  /// not.
  ///
  /// - Parameters:
  ///   - never: Wrong states, one of which the bad session reaches; if there are none, its crash counts, or its end.
  ///   - end: Returns the values of the last state that count, from both last states.
  /// - Returns: The condition.
  /// - Throws: ``ComparisonObstacle``, and errors of the replays.
  mutating func condition(
    never: [WrongState],
    end: (_ good: JSONValue?, _ bad: JSONValue?) -> [RedCondition.EndValue]
  ) throws -> RedCondition {
    let found = known ?? Result { try findCondition(never, end) }
    known = found
    return try found.get()
  }

  private mutating func findCondition(
    _ never: [WrongState],
    _ end: (_ good: JSONValue?, _ bad: JSONValue?) -> [RedCondition.EndValue]
  ) throws -> RedCondition {
    for session in [pair.good, pair.bad] {
      if let gap = session.gap {
        throw ComparisonObstacle.gap(path: session.timeline.log.path, after: gap)
      }
    }
    states = never.isEmpty ? .last : .all
    let runs = try run([
      ChangedSession(pair.good, towards: pair.bad, pair.alignment, making: []),
      ChangedSession(pair.bad, towards: pair.good, pair.alignment.exchanged, making: []),
    ])
    for run in runs {
      if let why = RedCondition.obstacle(in: run.replayed.outcome) {
        throw ComparisonObstacle.unresolved(why)
      }
    }
    let condition: RedCondition
    if !never.isEmpty {
      condition = .never(try RedCondition.ends(never, good: runs[0], bad: runs[1]))
    } else if let crash = RedCondition.crash(runs[1].replayed.outcome, in: runs[1].steps) {
      condition = .crash(crash)
    } else {
      if case .crashed = pair.bad.timeline.end { throw ComparisonObstacle.badIsGreen }
      let values = end(runs[0].lastState, runs[1].lastState)
      if values.isEmpty { throw ComparisonObstacle.alike }
      condition = .end(values)
    }
    switch try runs[1].verdict(by: condition) {
    case .fails: break
    case .unresolved(let why): throw ComparisonObstacle.unresolved(why)
    case .passes, .failsOtherwise: throw ComparisonObstacle.badIsGreen
    }
    switch try runs[0].verdict(by: condition) {
    case .fails: throw ComparisonObstacle.goodIsRed
    case .unresolved(let why): throw ComparisonObstacle.unresolved(why)
    case .passes, .failsOtherwise: break
    }
    return condition
  }

  /// Classifies the good session with each of some sets of differences made in it.
  mutating func verdicts(
    making sets: [[SessionDifference]],
    _ condition: RedCondition
  ) throws -> [FailureVerdict] {
    let changed = sets.map {
      ChangedSession(pair.good, towards: pair.bad, pair.alignment, making: $0)
    }
    return try run(changed).map { try $0.verdict(by: condition) }
  }

  /// Returns true if the good session is red with these differences.
  mutating func isRed(
    making differences: [SessionDifference],
    _ condition: RedCondition
  ) throws -> Bool {
    try verdicts(making: [differences], condition)[0] == .fails
  }

  /// The number of indexes at which an action is put where the usual one does not help.
  private static let places = 48

  /// Classifies the bad session with some differences undone: with an action that it lacks put where the good
  /// session has it, and if that does not help, before each of the last actions.
  mutating func undoing(
    _ differences: [SessionDifference],
    _ condition: RedCondition
  ) throws -> UndoneVerdict {
    let exchanged = pair.alignment.exchanged
    let changes = differences.map(\.exchanged)
    func changed(after place: Int?) -> ChangedSession {
      ChangedSession(pair.bad, towards: pair.good, exchanged, making: changes, after: place)
    }
    let verdict = try run([changed(after: nil)])[0].verdict(by: condition)
    let count = pair.bad.steps.count
    // Some differences are at no index.
    guard verdict == .fails, changed(after: 0).steps != changed(after: count).steps else {
      return UndoneVerdict(verdict: verdict, before: nil)
    }
    // Before the last action, most has come that it may need.
    let places = Array((0..<count).reversed().prefix(Self.places))
    for start in stride(from: 0, to: places.count, by: 4) {
      let some = Array(places[start..<min(start + 4, places.count)])
      let verdicts = try run(some.map { changed(after: $0) }).map { try $0.verdict(by: condition) }
      if let green = verdicts.firstIndex(of: .passes) {
        return UndoneVerdict(verdict: .passes, before: some[green])
      }
    }
    return UndoneVerdict(verdict: verdict, before: nil)
  }

  /// Returns a move past as few actions as is needed to turn the good session red: the last action that
  /// it passes is the one that counts.
  mutating func narrowed(
    _ difference: SessionDifference,
    _ condition: RedCondition
  ) throws -> SessionDifference {
    guard case .order(let order) = difference.kind else { return difference }
    var (green, red) = (0, order.passed.count)
    while red - green > 1 {
      let middle = (green + red) / 2
      guard let nearer = difference.passing(middle) else { break }
      if try isRed(making: [nearer], condition) { red = middle } else { green = middle }
    }
    return difference.passing(red) ?? difference
  }

  /// The recording is read beforehand, on this thread: a timeline must not be shared.
  private mutating func run(_ sessions: [ChangedSession]) throws -> [Run] {
    let requests = try sessions.map { try $0.request(states: states) }
    replays += requests.count
    let answers = program.runInParallel(requests) { [program] in
      try ReplayedSession.run($0, by: program)
    }
    return try zip(sessions, answers).map { session, answer in
      Run(replayed: try answer.get(), steps: session.steps)
    }
  }
}

/// The reason why a pair of sessions proves nothing.
package enum ComparisonObstacle: Error, Sendable {
  /// The state of the session at this path changed without an action, or actions are missing, after this one.
  case gap(path: String, after: Int)
  /// The bad session replays green.
  case badIsGreen
  /// The good session replays red.
  case goodIsRed
  /// Both end alike.
  case alike
  /// No difference makes the good session as is told of the bad ones.
  case inexact
  case unresolved(String)
}

/// The verdict on the bad session without some differences.
package struct UndoneVerdict: Sendable {
  package let verdict: FailureVerdict
  /// The position before which an action was put back, if it is another one than the good session's.
  package let before: Int?
}

extension DifferenceTrial.Run {
  fileprivate var lastState: JSONValue? {
    replayed.steps.last { $0.state != nil }?.state ?? replayed.start.state
  }
}
