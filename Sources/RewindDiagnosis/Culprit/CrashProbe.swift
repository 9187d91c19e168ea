import Foundation
import RewindJSON
import RewindSession
import RewindTimeline

/// The abilities of a program beyond a plain replay.
struct ReplayAbilities: Hashable, Codable, Sendable {
  /// True if it can fork to try an action on many states.
  var forks: Bool
  /// True if it reports the addresses of its crash.
  var locates: Bool
}

extension ReplayProgram.Outcome {
  var abilities: ReplayAbilities { ReplayAbilities(forks: forks, locates: locates) }
}

/// Tries the fatal action on states of the session, in child processes.
///
/// A program that can fork (``ReplayProgram/Outcome/forks``) tries it on many states in one process; any
/// other is started for each state. Either way several run in parallel.
///
/// The place of a crash is looked up once for each crash that looks different (``DeathSightings``).
final class CrashProbe {
  /// The number of replays so far.
  private(set) var count: Int
  /// The way in which the program reaches the states.
  let means: StateSource
  /// The states to try.
  let states: StateSequence
  /// True if the program forks.
  private(set) var forks: Bool
  private let abilities: ReplayAbilities
  private let timeline: Timeline
  private let program: ReplayProgram
  private let fatal: SessionStep
  private let progress: (Int) -> Void
  /// The result of the action at each place where it was tried.
  private var runs: [Int: ActionRun] = [:]
  private let sightings: DeathSightings
  /// The crash that was looked up at a place and that no fork has shown yet.
  private var lookedUp: (signature: CrashSignature, place: Int)?

  /// The number of replays that run in parallel.
  static let width = max(1, ProcessInfo.processInfo.activeProcessorCount)
  /// The number of places that are worth a process of their own, which reaches them by running all
  /// actions before.
  private static let leastShare = 32
  /// The maximum number of bytes of a request that forks of the program must carry along.
  private static let requestLimit = 1 << 23

  init(
    _ timeline: Timeline,
    _ program: ReplayProgram,
    _ abilities: ReplayAbilities,
    fatal: SessionStep,
    _ states: StateSequence,
    by means: StateSource,
    sightings: DeathSightings,
    count: Int = 0,
    progress: @escaping (Int) -> Void = { _ in }
  ) {
    (self.timeline, self.program, self.fatal) = (timeline, program, fatal)
    (self.states, self.means, self.count, self.progress) = (states, means, count, progress)
    (self.abilities, self.sightings, forks) = (abilities, sightings, abilities.forks)
  }

  /// Returns the same probe with another way to reach the states.
  func going(by means: StateSource) -> CrashProbe {
    CrashProbe(
      timeline,
      program,
      abilities,
      fatal: fatal,
      states,
      by: means,
      sightings: sightings,
      count: count,
      progress: progress
    )
  }

  /// Counts the replays of a probe that was made from this one.
  func take(countOf other: CrashProbe) {
    count = other.count
  }

  /// Tries the action on the states at some places.
  ///
  /// - Returns: The verdicts, in the order of the places.
  func run(at places: [Int], judgedBy failure: Failure) throws -> [FailureVerdict] {
    let fresh = places.filter { runs[$0] == nil }
    var found: [Int: Sight] = [:]
    if forks { found = try forked(fresh.sorted()) }
    let rest = fresh.filter { found[$0] == nil }
    for (place, outcome) in zip(rest, try sideBySide(rest, withBacktrace: false)) {
      found[place] = sight(outcome)
    }
    for (place, sight) in found { runs[place] = try run(sight, at: place, failure) }
    return try places.map {
      try runs[$0].map(failure.judge) ?? .unresolved("It was not tried.")
    }
  }

  /// Returns the verdict at each place where the action was tried.
  func verdicts(judgedBy failure: Failure) throws -> [Int: FailureVerdict] {
    try runs.mapValues(failure.judge)
  }

  /// Tries the action on states that the session need not have.
  ///
  /// - Returns: The verdicts, in the order of the states.
  func run(on states: [JSONValue], judgedBy failure: Failure) throws -> [FailureVerdict] {
    add(states.count)
    let seen = try forks ? forked(on: states) : states.map { try sight(outcome(on: $0)) }
    return try zip(states, seen).map { state, sight in
      try failure.judge(
        run(sight, failure) { _ in
          let outcome = try outcome(on: state, withBacktrace: true)
          guard case .died(let crash) = outcome.ending else { return nil }
          return CrashSignature(crash, in: fatal.type, outcome)
        }
      )
    }
  }

  /// Tries the action at a place and looks up the place of the crash; nil if there is none.
  func look(at place: Int) throws -> (signature: CrashSignature, outcome: ReplayProgram.Outcome)? {
    let outcome = try sideBySide([place], withBacktrace: true)[0]
    guard case .died(let crash) = outcome.ending, outcome.lastAction == fatal.index else {
      return nil
    }
    let signature = CrashSignature(crash, in: fatal.type, outcome)
    if lookedUp == nil { lookedUp = (signature, place) }
    return (signature, outcome)
  }

  /// Returns the identity of a crash at a place.
  ///
  /// A fork at the place of the crash that was looked up reports its addresses first: most crashes have the same
  /// ones, and comparing them is faster than a backtrace.
  private func identify(_ death: DeathSightings.Death, at place: Int) throws -> CrashSignature? {
    if let (signature, place) = lookedUp, forks, abilities.locates {
      lookedUp = nil
      if case .died(let crash, let words, let addresses)? = try forked([place])[place] {
        let other = DeathSightings.Death(
          crash: crash,
          type: fatal.type,
          words: words,
          addresses: addresses
        )
        sightings.note(other, as: signature)
      }
      if let found = sightings.identity(of: death) { return found }
    }
    return try look(at: place)?.signature
  }

  /// Tries the action several times on the state at one place.
  ///
  /// - Returns: True for each try that crashed; nil for one that was not possible.
  func crashes(at place: Int, tries: Int) throws -> [Bool?] {
    let sights: [Sight]
    if forks {
      var request = ReplayRequest(timeline, states: .none, trying: fatal)
      try request.addForks(at: [place], of: states, by: means, timeline, copies: tries)
      var found: [Int: Sight] = [:]
      take(try program.run(request), of: request, into: &found)
      add(found.count)
      sights = Array(found.values)
    } else {
      sights = try sideBySide(Array(repeating: place, count: tries), withBacktrace: false).map(
        sight
      )
    }
    return sights.map(\.isCrash)
  }

  // MARK: - Observations

  /// The result of a try as seen from another process.
  fileprivate enum Sight {
    case survived
    case untried(String)
    case died(CrashClass, words: String, addresses: String?)
  }

  private func sight(_ outcome: ReplayProgram.Outcome) -> Sight {
    switch outcome.ending {
    case .closed: .survived
    case .undecodable(let session): .untried(session.description)
    case .unresolved(let input, _): .untried(Self.lacks(input))
    case .died(let crash):
      outcome.lastAction == fatal.index
        ? .died(crash, words: outcome.errorText, addresses: outcome.addresses)
        : .untried("The program died before it reached the action.")
    }
  }

  private func sight(_ child: ReplayProgram.Child) -> Sight {
    switch child.ending {
    case .survived: .survived
    case .undecodable(let why): .untried("The recorded state cannot be decoded: \(why)")
    case .unresolved(let input): .untried(Self.lacks(input))
    case .died(let crash): .died(crash, words: child.errorText, addresses: child.addresses)
    }
  }

  private static func lacks(_ input: String) -> String {
    "The reducer reads \"\(input)\", which was not recorded for this action."
  }

  /// Returns the run that a try amounts to, with the details that the verdict needs.
  private func run(_ sight: Sight, at place: Int, _ failure: Failure) throws -> ActionRun {
    try run(sight, failure) { try identify($0, at: place) }
  }

  private func run(
    _ sight: Sight,
    _ failure: Failure,
    look: (DeathSightings.Death) throws -> CrashSignature?
  ) throws -> ActionRun {
    switch sight {
    case .survived: return .survived
    case .untried(let why): return .untried(why)
    case .died(let crash, let words, let addresses):
      let death = DeathSightings.Death(
        crash: crash,
        type: fatal.type,
        words: words,
        addresses: addresses
      )
      return try sightings.identify(death, for: failure) { try look(death) }
    }
  }

  // MARK: - Processes

  private func add(_ number: Int) {
    count += number
    progress(count)
  }

  /// Starts the program once for each place.
  private func sideBySide(
    _ places: [Int],
    withBacktrace: Bool
  ) throws -> [ReplayProgram.Outcome] {
    guard !places.isEmpty else { return [] }
    add(places.count)
    let requests = try places.map { place in
      var request = ReplayRequest(
        timeline,
        states: .none,
        locates: abilities.locates && !withBacktrace
      )
      try request.begin(at: place, of: states, by: means, timeline)
      request.add(fatal)
      return request
    }
    return try program.run(requests, withBacktrace: withBacktrace).map { try $0.get() }
  }

  /// Starts the program with a state.
  private func outcome(
    on state: JSONValue,
    withBacktrace: Bool = false
  ) throws -> ReplayProgram.Outcome {
    var request = ReplayRequest(
      timeline,
      states: .none,
      locates: abilities.locates && !withBacktrace
    )
    request.start(after: fatal.index - 1, state)
    request.add(fatal)
    return try program.run(request, withBacktrace: withBacktrace)
  }

  /// Has the program fork for each state.
  private func forked(on states: [JSONValue]) throws -> [Sight] {
    var request = ReplayRequest(
      timeline,
      states: .none,
      locates: abilities.locates,
      trying: fatal
    )
    for (number, state) in states.enumerated() {
      request.start(after: fatal.index - 1, state)
      request.addFork(number)
    }
    var found: [Int: Sight] = [:]
    take(try program.run(request), of: request, into: &found)
    return states.indices.map { found[$0] ?? .untried("It was not tried.") }
  }

  /// Has the program fork for each place.
  ///
  /// - Returns: The results; missing places must be tried in another way.
  private func forked(_ places: [Int]) throws -> [Int: Sight] {
    var found: [Int: Sight] = [:]
    var rest = places
    while !rest.isEmpty, forks {
      let requests = try self.requests(rest)
      for (request, result) in zip(requests, program.run(requests, withBacktrace: false)) {
        do {
          take(try result.get(), of: request, into: &found)
        } catch let error as ReplayProgramError {
          guard case .refused = error.reason else { throw error }
          forks = false
        }
      }
      rest = rest.filter { found[$0] == nil }
    }
    add(found.count)
    return found
  }

  /// Collects the results of a program's forks, up to the last one that it reached.
  private func take(
    _ outcome: ReplayProgram.Outcome,
    of request: ReplayRequest,
    into found: inout [Int: Sight]
  ) {
    for (place, child) in outcome.children { found[place] = sight(child) }
    guard let stuck = request.forks.first(where: { found[$0] == nil }) else { return }
    switch outcome.ending {
    case .died(let crash) where crash == .timeOut || crash == .memory:
      // The fork that was at work has not reported: the whole group was ended because of it.
      found[stuck] = .died(crash, words: "", addresses: nil)
    case .died:
      found[stuck] = .untried("The program died before it reached the action.")
    case .undecodable, .unresolved, .closed:
      for place in request.forks where found[place] == nil { found[place] = sight(outcome).untried }
    }
  }

  /// Returns one request for each processor, each for adjacent places.
  private func requests(_ places: [Int]) throws -> [ReplayRequest] {
    let share = max(Self.leastShare, (places.count + Self.width - 1) / Self.width)
    return try stride(from: 0, to: places.count, by: share).map { first in
      var request = ReplayRequest(
        timeline,
        states: .none,
        locates: abilities.locates,
        trying: fatal
      )
      var part = Array(places[first...].prefix(share))
      // Whole states may be large; the rest is requested next.
      if means == .decoding {
        let size = max(1, try states.state(at: part[0]).text.utf8.count)
        part = Array(part.prefix(max(1, Self.requestLimit / size)))
      }
      try request.addForks(at: part, of: states, by: means, timeline)
      return request
    }
  }
}

extension CrashProbe.Sight {
  /// True if the program crashed; nil if it was not tried.
  fileprivate var isCrash: Bool? {
    switch self {
    case .survived: false
    case .died: true
    case .untried: nil
    }
  }

  /// The same if it is untried, otherwise an untried result.
  fileprivate var untried: Self {
    if case .untried = self { self } else { .untried("The program did not try it.") }
  }
}
