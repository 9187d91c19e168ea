import RewindJSON
import RewindTimeline

/// A look at one crash that asks whether known explanations hold for it.
///
/// One process tries the fatal action on the states around the actions that would be to blame. Both sides of
/// an answer are tried, as in a search for the culprit; that needs many times as many replays.
struct TriageCheck {
  enum Result: Sendable {
    case explained(CrashBlame, culprit: Int, place: Int)
    /// It dies at this place in the code, of something else.
    case otherwise(CrashSignature)
    case survives
    /// The program does not get as far as the fatal action.
    case untried
  }

  let fatal: FatalAction
  private var timeline: Timeline { fatal.timeline }
  private var states: StateSequence { fatal.states }

  /// Occurrences of a culprit's type to try, from the end.
  private static let candidateLimit = 8
  /// The same for a program that is started for each of them.
  private static let startedLimit = 2
  /// States to look at for them: reading more takes longer than a search by replays.
  private static let depth = 5_000
  /// Other states to try, which must not contradict.
  private static let samples = 4

  /// Tries some explanations of crashes in actions of this type.
  func run(_ blames: [CrashBlame]) throws -> Result {
    var result = Result.untried
    for (_, blames) in Dictionary(grouping: blames, by: \.reruns).sorted(by: { $0.key && !$1.key })
    {
      let found = try run(alike: blames)
      if case .explained = found { return found }
      if case .untried = result { result = found }
    }
    return result
  }

  /// Tries explanations whose states are reached in the same way.
  private func run(alike blames: [CrashBlame]) throws -> Result {
    let candidates = try candidates(blames)
    let places = places(candidates, blames)
    let probe = CrashProbe(fatal, by: blames[0].means)
    var found: (blame: CrashBlame, place: Int)?
    var end = Result.untried
    for blame in blames {
      let verdicts = try probe.run(at: places, judgedBy: blame.signature)
      switch verdicts.last {
      case .fails: end = .otherwise(blame.signature)
      case .failsOtherwise(let signature):
        if case .untried = end { end = .otherwise(signature) }
        continue
      case .passes:
        return .survives
      case .unresolved, nil:
        return .untried
      }
      guard let place = explanation(blame, candidates, places, verdicts),
        found.map({ $0.blame.places.count < blame.places.count }) ?? true
      else { continue }
      found = (blame, place)
    }
    guard let found else { return end }
    let isItself = found.blame.culprit == .itself
    return .explained(
      found.blame,
      culprit: isItself ? fatal.step.index : try states.index(of: found.place),
      place: found.place
    )
  }

  /// Returns the place after the culprit, if the verdicts are as the explanation has it.
  private func explanation(
    _ blame: CrashBlame,
    _ candidates: [Int: Set<CrashBlame>],
    _ places: [Int],
    _ verdicts: [FailureVerdict]
  ) -> Int? {
    let survivor = zip(places, verdicts).filter { $0.1.isPass == true }.last?.0
    guard blame.culprit != .itself else {
      return survivor == nil && places.first == 0 && verdicts.allSatisfy { $0 == .fails } ? 0 : nil
    }
    guard let survivor, candidates[survivor + 1]?.contains(blame) ?? false,
      let number = places.firstIndex(of: survivor + 1), verdicts[number] == .fails
    else { return nil }
    return survivor + 1
  }

  /// Returns the states that the culprits of some explanations could have led to.
  private func candidates(_ blames: [CrashBlame]) throws -> [Int: Set<CrashBlame>] {
    var found: [Int: Set<CrashBlame>] = [:]
    var counts: [CrashBlame: Int] = [:]
    let limit = fatal.abilities.forks ? Self.candidateLimit : Self.startedLimit
    var open = blames.filter { $0.culprit != .itself }
    var place = states.last
    while place > max(0, states.last - Self.depth), !open.isEmpty {
      let culprit = try culprit(at: place)
      let fitting = open.filter { $0.culprit == culprit }
      if !fitting.isEmpty {
        let changed = Set(try DecisivePlaces.read(at: place, of: states, timeline).all)
        for blame in fitting where changed.isSuperset(of: blame.places) {
          found[place, default: []].insert(blame)
          counts[blame, default: 0] += 1
        }
        open.removeAll { counts[$0, default: 0] >= limit }
      }
      place -= 1
    }
    return found
  }

  /// Returns the states to try, in order: the last one, and those on both sides of each candidate.
  private func places(_ candidates: [Int: Set<CrashBlame>], _ blames: [CrashBlame]) -> [Int] {
    var places: Set<Int> = [states.last]
    for place in candidates.keys { places.formUnion([place - 1, place]) }
    let isItself = blames.contains { $0.culprit == .itself }
    if isItself { places.insert(0) }
    let first = isItself ? 0 : candidates.keys.max() ?? states.last
    if fatal.abilities.forks, first < states.last {
      let step = max(1, (states.last - first) / Self.samples)
      places.formUnion(stride(from: first, to: states.last, by: step))
    }
    return places.sorted()
  }

  /// Returns what led to the state at a place.
  private func culprit(at place: Int) throws -> CrashBlame.Culprit {
    if let change = try states.externalChange(at: place) { return .external(change.kind) }
    return .action(try timeline.action(states.index(of: place)).type)
  }
}

extension DecisivePlaces {
  /// Reads the change that led to a place of a session.
  static func read(
    at place: Int,
    of states: StateSequence,
    _ timeline: Timeline
  ) throws -> DecisivePlaces {
    let isAction = try !states.isExternal(place)
    return try make(
      before: states.state(at: place - 1),
      after: states.state(at: place),
      payload: isAction ? timeline.action(states.index(of: place)).payload : nil,
      first: { try states.state(at: 0) }
    )
  }
}

extension ExternalChange {
  /// The kind of change, as it is compared between sessions.
  var kind: String { travel ?? "external change" }
}
