import Foundation
import RewindJSON
import RewindSession
import RewindTimeline

/// The action in which a session crashes, with all that it takes to try it again.
struct FatalAction {
  let timeline: Timeline
  let program: ReplayProgram
  let abilities: ReplayAbilities
  var step: SessionStep
  /// The states before it.
  let states: StateSequence
  let sightings: DeathSightings

  static func read(
    _ action: Int,
    of timeline: Timeline,
    by program: ReplayProgram,
    _ abilities: ReplayAbilities,
    _ sightings: DeathSightings
  ) throws(SessionLogError) -> FatalAction {
    FatalAction(
      timeline: timeline,
      program: program,
      abilities: abilities,
      step: try timeline.step(action),
      states: try StateSequence.read(timeline, before: action),
      sightings: sightings
    )
  }
}

/// The number of replays of a search so far.
final class ReplayCounter {
  private(set) var count: Int
  private let progress: (Int) -> Void

  init(_ count: Int = 0, progress: @escaping (Int) -> Void = { _ in }) {
    (self.count, self.progress) = (count, progress)
  }

  func add(_ number: Int) {
    count += number
    progress(count)
  }
}

/// Tries the fatal action on states of the session, in child processes.
///
/// A program that can fork (``ReplayAbilities/forks``) tries it on many states in one process; any
/// other is started for each state. Either way several run in parallel.
///
/// The place of a crash is looked up once for each crash that looks different (``DeathSightings``).
final class CrashProbe {
  /// The way in which the program reaches the states.
  let means: StateSource
  /// True if the program forks.
  private(set) var forks: Bool
  private let fatal: FatalAction
  private let counter: ReplayCounter
  /// The result of the action at each place where it was tried.
  private var runs: [Int: ActionRun] = [:]
  /// The crash that was looked up at a place and that no fork has shown yet.
  private var lookedUp: (signature: CrashSignature, place: Int)?

  /// The number of replays that run in parallel.
  static let width = ProcessInfo.processInfo.activeProcessorCount
  /// The number of places that are worth a process of their own, which reaches them by running all
  /// actions before.
  private static let leastShare = 32
  /// The maximum number of bytes of a request that forks of the program must carry along.
  private static let requestLimit = 1 << 23

  init(_ fatal: FatalAction, by means: StateSource, _ counter: ReplayCounter = ReplayCounter()) {
    (self.fatal, self.means, self.counter) = (fatal, means, counter)
    forks = fatal.abilities.forks
  }

  /// Tries the action on the states at some places; returns the verdicts in the same order.
  func run(at places: [Int], judgedBy signature: CrashSignature) throws -> [FailureVerdict] {
    let fresh = places.filter { runs[$0] == nil }.sorted()
    for (place, sight) in zip(fresh, try sights(at: fresh)) {
      runs[place] = try fatal.sightings.identify(sight, for: signature) { death in
        try identify(death, at: place)
      }
    }
    return places.map { runs[$0]?.verdict(on: signature) ?? .unresolved("It was not tried.") }
  }

  /// Returns the verdict at each place where the action was tried.
  func verdicts(judgedBy signature: CrashSignature) -> [Int: FailureVerdict] {
    runs.mapValues { $0.verdict(on: signature) }
  }

  /// Tries the action on states that the session need not have; returns the verdicts in the same order.
  func run(
    on states: [JSONValue],
    judgedBy signature: CrashSignature
  ) throws -> [FailureVerdict] {
    counter.add(states.count)
    let sights =
      try forks
      ? forked(on: states)
      : states.map { try fatal.program.run(request(on: $0)).sight(of: fatal.step) }
    return try zip(states, sights).map { state, sight in
      try fatal.sightings.identify(sight, for: signature) { _ in
        try fatal.program.run(request(on: state, isLook: true), withBacktrace: true)
          .crash(in: fatal.step)
      }.verdict(on: signature)
    }
  }

  /// Tries the action at a place and looks up the place of the crash; nil if there is none.
  func look(at place: Int) throws -> (signature: CrashSignature, outcome: ReplayProgram.Outcome)? {
    let outcome = try sideBySide([place], withBacktrace: true)[0]
    guard let signature = outcome.crash(in: fatal.step) else { return nil }
    if lookedUp == nil { lookedUp = (signature, place) }
    return (signature, outcome)
  }

  /// Returns the identity of a crash at a place.
  ///
  /// A fork at the place of the crash that was looked up reports its addresses first: most crashes have the same
  /// ones, and comparing them is faster than a backtrace.
  private func identify(_ death: DeathSightings.Death, at place: Int) throws -> CrashSignature? {
    if let (signature, place) = lookedUp, forks, fatal.abilities.locates {
      lookedUp = nil
      if case .died(let other)? = try forked([place])[0], signature.isLocated,
        other.plain.matches(signature)
      {
        fatal.sightings.note(other, as: signature)
      }
      if let found = fatal.sightings.identity(of: death) { return found }
    }
    return try look(at: place)?.signature
  }

  /// Tries the action several times at one place; returns true for each crash, nil where it was not possible.
  func crashes(at place: Int, tries: Int) throws -> [Bool?] {
    try sights(at: Array(repeating: place, count: tries)).map { sight in
      switch sight {
      case .survived: false
      case .died: true
      case .untried: nil
      }
    }
  }

  // MARK: - Processes

  /// Tries the action on the states at some places, in order.
  private func sights(at places: [Int]) throws -> [ActionSight] {
    var found = try forks ? forked(places) : places.map { _ in nil }
    let rest = found.indices.filter { found[$0] == nil }
    let outcomes = try sideBySide(rest.map { places[$0] }, withBacktrace: false)
    for (number, outcome) in zip(rest, outcomes) { found[number] = outcome.sight(of: fatal.step) }
    return found.compactMap(\.self)
  }

  /// Starts the program once for each place.
  private func sideBySide(
    _ places: [Int],
    withBacktrace: Bool
  ) throws -> [ReplayProgram.Outcome] {
    guard !places.isEmpty else { return [] }
    counter.add(places.count)
    let requests = try places.map { place in
      var request = request(isLook: withBacktrace)
      try request.begin(at: place, of: fatal.states, by: means, fatal.timeline)
      request.add(fatal.step)
      return request
    }
    return try fatal.program.run(requests, withBacktrace: withBacktrace).map { try $0.get() }
  }

  /// Returns an empty request, in which the program locates its crash itself unless it is to be looked up.
  private func request(isLook: Bool = false, trying step: SessionStep? = nil) -> ReplayRequest {
    ReplayRequest(
      fatal.timeline,
      states: .none,
      locates: fatal.abilities.locates && !isLook,
      trying: step
    )
  }

  private func request(on state: JSONValue, isLook: Bool = false) -> ReplayRequest {
    var request = request(isLook: isLook)
    request.start(after: fatal.step.index - 1, state)
    request.add(fatal.step)
    return request
  }

  // MARK: - Forks

  /// Has the program fork for each state.
  private func forked(on states: [JSONValue]) throws -> [ActionSight] {
    var request = request(trying: fatal.step)
    for state in states {
      request.start(after: fatal.step.index - 1, state)
      request.addFork()
    }
    return sights(try fatal.program.run(request), of: request)
      .map { $0 ?? .untried("It was not tried.") }
  }

  /// Has the program fork for each place, in order; missing results must be obtained in another way.
  private func forked(_ places: [Int]) throws -> [ActionSight?] {
    var found: [ActionSight?] = places.map { _ in nil }
    while forks, case let open = found.indices.filter({ found[$0] == nil }), !open.isEmpty {
      let shares = try shares(of: open, places)
      let results = fatal.program.run(shares.map(\.request), withBacktrace: false)
      for (share, result) in zip(shares, results) {
        do {
          let sights = sights(try result.get(), of: share.request)
          for (number, sight) in zip(share.numbers, sights) { found[number] = sight }
        } catch let error as ReplayProgramError {
          guard case .refused = error.reason else { throw error }
          forks = false
        }
      }
    }
    counter.add(found.count { $0 != nil })
    return found
  }

  /// Returns the results of a program's forks, up to the last one that it reached.
  private func sights(
    _ outcome: ReplayProgram.Outcome,
    of request: ReplayRequest
  ) -> [ActionSight?] {
    var found = (0..<request.forkCount).map { outcome.children[$0].map(sight) }
    guard let stuck = found.firstIndex(where: { $0 == nil }) else { return found }
    switch outcome.ending {
    case .died(let crash) where crash == .timeOut || crash == .memory:
      // The fork that was at work has not reported: the whole group was ended because of it.
      found[stuck] = .died(.init(crash, in: fatal.step.type, errorText: "", addresses: nil))
    case .died:
      found[stuck] = .notReached
    case .closed:
      found = found.map { $0 ?? .untried("The program did not try it.") }
    case .undecodable, .unresolved:
      found = found.map { $0 ?? outcome.sight(of: fatal.step) }
    }
    return found
  }

  private func sight(_ child: ReplayProgram.Child) -> ActionSight {
    let (step, errors) = (fatal.step, child.errors)
    return switch child.ending {
    case .survived: .survived
    case .undecodable(let why): .untried("The recorded state cannot be decoded: \(why)")
    case .unresolved(let input): .lacks(input)
    case .died(let crash):
      .died(.init(crash, in: step.type, errorText: errors.text, addresses: errors.addresses))
    }
  }

  /// Returns one request for each processor, each for adjacent places, with their numbers in the list.
  private func shares(
    of open: [Int],
    _ places: [Int]
  ) throws -> [(request: ReplayRequest, numbers: ArraySlice<Int>)] {
    let size = max(Self.leastShare, (open.count + Self.width - 1) / Self.width)
    return try stride(from: 0, to: open.count, by: size).map { first in
      var request = request(trying: fatal.step)
      var part = open[first...].prefix(size)
      // Whole states may be large; the rest is requested next.
      if means == .decoding {
        let bytes = max(1, try fatal.states.state(at: places[part[first]]).text.utf8.count)
        part = part.prefix(max(1, Self.requestLimit / bytes))
      }
      try request.addForks(
        at: part.map { places[$0] },
        of: fatal.states,
        by: means,
        fatal.timeline
      )
      return (request, part)
    }
  }
}
