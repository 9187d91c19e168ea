import RewindJSON
import RewindSession
package import RewindTimeline

extension CrashBisection.Culprit {
  /// Returns the culprit with the values that the crash needs, as far as 60 replays show them.
  ///
  /// Nothing is tried if the crash only comes by running the actions again: then no state can be made up. The search
  /// ends once `isCancelled` returns true.
  package func withNeeds(
    in timeline: Timeline,
    by program: ReplayProgram,
    isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (_ replays: Int) -> Void = { _ in }
  ) throws -> CrashBisection.Culprit {
    guard !rerunsActions, !signature.isEmpty else { return self }
    let action = try FatalAction.read(fatal, of: timeline, by: program)
    let search = CrashNeedsSearch(self, action, isCancelled: isCancelled, progress: progress)
    var copy = self
    copy.needs = try search.run()
    return copy
  }
}

/// The search for the values that a crash needs.
private final class CrashNeedsSearch {
  private let culprit: CrashBisection.Culprit
  private let fatal: FatalAction
  private let isCancelled: () -> Bool
  private let progress: (_ replays: Int) -> Void
  private var replays = 0
  private var skipped = 0

  /// The most replays: a second or two for a program that starts in 20 ms.
  private static let replayLimit = 60
  /// The most changes that are told: more do not say what the crash needs.
  private static let partLimit = 8
  /// The most actions between the culprit and the crash whose inputs are tried.
  private static let segmentLimit = 200
  /// The actions that are searched for another value of an input.
  private static let lookedAt = 1_000

  /// A few actions on a state, the last of which is the fatal one.
  private struct Trial {
    let state: JSONValue
    let steps: [SessionStep]
  }

  /// The replays were not enough, or the search is cancelled.
  private struct Spent: Error {}

  init(
    _ culprit: CrashBisection.Culprit,
    _ fatal: FatalAction,
    isCancelled: @escaping () -> Bool,
    progress: @escaping (_ replays: Int) -> Void
  ) {
    (self.culprit, self.fatal) = (culprit, fatal)
    (self.isCancelled, self.progress) = (isCancelled, progress)
  }

  func run() throws -> CrashNeeds {
    let part = try unlessSpent(part)
    let read = try unlessSpent(read)
    return CrashNeeds(part: part, read: read, replays: replays, skipped: skipped)
  }

  private func unlessSpent<Answer>(_ search: () throws -> Answer?) throws -> Answer? {
    do { return try search() } catch is Spent { return nil }
  }

  // MARK: - The part of the state

  /// Returns the changes of the culprit that are enough for the crash, and without which it does not happen.
  private func part() throws -> CrashNeeds.Part? {
    guard let survivor = culprit.survivor, survivor.isNeighbor else { return nil }
    let (states, position) = (fatal.states, culprit.position)
    let difference = StateDifference(
      from: try states.state(at: position - 1),
      to: try states.state(at: position)
    )
    let all = difference.changes.indices
    guard all.count > 1, let slices = try least(difference.slices, difference) else { return nil }
    // First whole parts of the state, which fit together, then the values in those that are needed.
    let isWithin = slices.contains { $0.count > 1 }
    let found = try isWithin ? least(slices.joined().map { [$0] }, difference) : slices
    guard let needed = try found.flatMap({ try without(needless: $0, difference) }),
      needed.count < all.count,
      try survives(difference.state(with: Set(all).subtracting(needed)), like: survivor)
    else { return nil }
    return CrashNeeds.Part(
      changes: needed.sorted().map { difference.changes[$0] },
      count: all.count
    )
  }

  /// Returns few of some groups of changes that are enough for the crash; nil if there are too many.
  ///
  /// Of the groups in order, the last one is needed of the shortest beginning that is enough; then the same is asked of
  /// the groups before it (U. Junker's QuickXplain asks so, too). Three beginnings are tried at once, since a child
  /// goes on until it dies.
  private func least(_ groups: [[Int]], _ difference: StateDifference) throws -> [[Int]]? {
    var found: [[Int]] = []
    var open = groups[...]
    repeat {
      guard !open.isEmpty, found.count < Self.partLimit else { return nil }
      var (low, high) = (0, open.count)
      while high - low > 1 {
        let cuts = Set((1...3).map { low + (high - low) * $0 / 4 }).subtracting([low]).sorted()
        let first = try firstFailing(cuts.map { found + open.prefix($0) }, difference)
        (low, high) = (
          first.map { $0 > 0 ? cuts[$0 - 1] : low } ?? cuts.last ?? low,
          first.map { cuts[$0] } ?? high
        )
      }
      found.append(open[high - 1])
      open = open.prefix(high - 1)
    } while try firstFailing([found], difference) == nil
    return found
  }

  /// Returns the changes without those that the others do not need; nil where that is not known, since the app cannot
  /// decode the state without one.
  private func without(needless groups: [[Int]], _ difference: StateDifference) throws -> [Int]? {
    var needed = groups
    // The last one is needed: the ones before it were not enough.
    for group in groups.dropLast() {
      let rest = needed.filter { $0 != group }
      switch try verdict(on: trial(rest, difference)) {
      case .fails: needed = rest
      case .passes, .failsOtherwise: break
      case .unresolved: return nil
      }
    }
    return needed.flatMap(\.self)
  }

  private func firstFailing(
    _ choices: [[[Int]]],
    _ difference: StateDifference
  ) throws -> Int? {
    try verdicts(on: choices.map { trial($0, difference) }, untilOneFails: true)
      .firstIndex(of: .fails)
  }

  private func trial(_ groups: [[Int]], _ difference: StateDifference) -> Trial {
    Trial(state: difference.state(with: groups.joined()), steps: [fatal.step])
  }

  private func survives(
    _ state: JSONValue,
    like survivor: CrashBisection.Survivor
  ) throws -> Bool {
    switch try verdict(on: Trial(state: state, steps: [fatal.step])) {
    case .passes: true
    case .failsOtherwise(let other): survivor.otherCrash?.matches(other) ?? false
    case .fails, .unresolved: false
    }
  }

  // MARK: - Values that were read

  /// Another value for an input.
  private struct Replacement {
    let step: Int
    let input: Int
    let other: SessionStep.Input
    let otherAction: Int?
  }

  /// Returns the first value that was read, of the fatal action, of the culprit, or in between, with another one of
  /// which the app survives.
  private func read() throws -> CrashNeeds.Read? {
    let (state, steps) = try segment()
    guard !steps.allSatisfy(\.inputs.isEmpty) else { return nil }
    func trial(_ replacement: Replacement?) -> Trial {
      var steps = steps
      if let replacement {
        steps[replacement.step].inputs[replacement.input] = replacement.other
      }
      return Trial(state: state, steps: steps)
    }
    guard try verdict(on: trial(nil)) == .fails else { return nil }
    var order = Array(steps.indices.reversed())
    if order.count > 2 { order.insert(order.removeLast(), at: 1) }
    for number in order {
      for input in steps[number].inputs.indices {
        let others = try replacements(number, input, steps)
        guard !others.isEmpty else { continue }
        let verdicts = try verdicts(on: others.map(trial))
        // An identifier that is merely new is not to blame: the app must survive any other one.
        let isIdentifier = others.contains { $0.otherAction == nil }
        guard let first = verdicts.firstIndex(of: .passes),
          !isIdentifier || verdicts.allSatisfy({ $0 == .passes }),
          try verdict(on: trial(others[first])) == .passes
        else { continue }
        let read = steps[number].inputs[input]
        return CrashNeeds.Read(
          action: steps[number].index,
          name: read.name,
          value: read.value,
          other: others[first].other.value,
          otherAction: others[first].otherAction
        )
      }
    }
    return nil
  }

  /// Returns the actions from the culprit to the fatal one, with the state before them: fewer where the state changed
  /// without an action in between.
  private func segment() throws -> (state: JSONValue, steps: [SessionStep]) {
    let states = fatal.states
    let hasSurvivor = culprit.survivor?.isNeighbor ?? false
    let first = hasSurvivor ? culprit.position - 1 : states.last
    var position = states.last
    var steps = [fatal.step]
    while position > first, steps.count < Self.segmentLimit, try !states.isExternal(position) {
      let index = try states.index(of: position)
      guard try states.index(of: position - 1) == index - 1 else { break }
      steps.insert(try fatal.timeline.step(index), at: 0)
      position -= 1
    }
    return (try states.state(at: position), steps)
  }

  /// Returns other values of an input, of earlier actions; none where a later action names the value.
  private func replacements(
    _ number: Int,
    _ input: Int,
    _ steps: [SessionStep]
  ) throws -> [Replacement] {
    let read = steps[number].inputs[input]
    let isNamed = steps[(number + 1)...].contains { step in
      step.payload?.text.contains(read.value.text) ?? false
    }
    if isNamed, read.value.string != nil { return [] }
    func replacement(_ value: JSONValue, _ action: Int?) -> Replacement {
      let other = SessionStep.Input(name: read.name, value: value)
      return Replacement(step: number, input: input, other: other, otherAction: action)
    }
    var found: [Replacement] = []
    var values: Set<JSONValue> = [read.value]
    let index = steps[number].index
    let timeline = fatal.timeline
    for earlier in stride(from: index - 1, through: timeline.firstIndex, by: -1)
      .prefix(Self.lookedAt)
    {
      for other in try timeline.inputs(of: earlier)
      where other.name == read.name && values.insert(other.value).inserted {
        found.append(replacement(other.value, earlier))
      }
      if found.count > 1 { break }
    }
    if let other = read.value.string?.otherIdentifier {
      return found.prefix(1) + [replacement(.string(other), nil)]
    }
    return Array(found.prefix(2))
  }

  // MARK: - Replays

  /// Returns the verdict of a replay in a process of its own.
  private func verdict(on trial: Trial) throws -> FailureVerdict {
    try verdicts(on: [trial])[0]
  }

  /// Makes trials, as many in one process as it survives; with `untilOneFails`, no more after one that fails.
  private func verdicts(
    on trials: [Trial],
    untilOneFails: Bool = false
  ) throws -> [FailureVerdict] {
    var verdicts: [FailureVerdict] = []
    var width = trials.count
    while verdicts.count < trials.count, !(untilOneFails && verdicts.last == .fails) {
      let room = Self.replayLimit - replays
      guard room > 0, !isCancelled() else { throw Spent() }
      let open = Array(trials[verdicts.count...].prefix(min(width, room)))
      let outcomes = try outcomes(of: open)
      replays += max(1, outcomes.count)
      progress(replays)
      // Which of the trials it is about cannot be known: each gets a process of its own.
      if outcomes.isEmpty {
        if open.count == 1 {
          verdicts.append(.unresolved("The app cannot replay it."))
          skipped += 1
        }
        width = 1
      }
      for (trial, outcome) in zip(open, outcomes) {
        let run = try fatal.cache.identify(outcome.trial(of: fatal.step), for: culprit.signature) {
          guard replays < Self.replayLimit else { throw Spent() }
          replays += 1
          return try look(trial)
        }
        verdicts.append(run.verdict(on: culprit.signature))
        if case .unresolved? = verdicts.last { skipped += 1 }
      }
    }
    return verdicts
  }

  private func outcomes(of trials: [Trial]) throws -> [ReplayProgram.Outcome] {
    let numbered = trials.enumerated().map { number, trial in
      MinimizationProbe.Trial(position: number, steps: trial.steps)
    }
    let before = fatal.step.index - trials[0].steps.count
    let child = TrialChild(numbered, beginning: beginning(trials[0], locates: true), after: before)
    {
      trials[$0].state
    }
    do {
      return try child.run(by: fatal.program).map(\.outcome)
    } catch let error as ReplayProgramError where error.isAboutOneSession {
      return []
    }
  }

  /// Runs a trial again to look up where it crashes.
  private func look(_ trial: Trial) throws -> CrashIdentity? {
    var request = beginning(trial, locates: false)
    for step in trial.steps { request.add(step) }
    return try fatal.program.run(request, withBacktrace: true).crash(in: fatal.step)
  }

  private func beginning(_ trial: Trial, locates: Bool) -> ReplayRequest {
    // With states, a death of the next trial's state is told from one of the action before.
    var request = ReplayRequest(fatal.timeline, states: .all, locates: locates)
    request.start(after: fatal.step.index - trial.steps.count, trial.state)
    return request
  }
}

extension String {
  /// Another identifier of the form of this one; nil if this is no UUID.
  fileprivate var otherIdentifier: String? {
    guard wholeMatch(of: /[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) != nil else {
      return nil
    }
    let isUpper = self == uppercased()
    let head = prefix(8).map { digit in
      String(15 - (digit.hexDigitValue ?? 0), radix: 16, uppercase: isUpper)
    }
    return head.joined() + dropFirst(8)
  }
}
