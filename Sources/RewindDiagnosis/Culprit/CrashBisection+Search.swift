import RewindJSON
import RewindSession
import RewindTimeline

extension CrashBisection {
  /// The search for the culprit of one crash that a replay has shown.
  struct Search {
    let fatal: FatalAction
    let replay: CrashReplay
    let crash: CrashClass
    let budget: SearchBudget
    let counter: ReplayCounter
    /// A replay of the whole session with its states; nil before it is needed.
    private(set) var withStates: CrashReplay.WithStates?

    private var timeline: Timeline { fatal.timeline }
    private var states: StateSequence { fatal.states }

    /// The number of replayed actions up to which each state is reached by running the actions again: a debug
    /// build takes some seconds for them.
    private static let rerunLimit = 100_000
    /// The number of states to try at once: enough for the processors of most machines, and the same on all,
    /// so that an answer does not depend on the machine.
    private static let effort = TrialEffort(width: 4, steps: 16, limit: 64)

    /// A crash as it happens from the state before it, reached in one way.
    private struct ObservedCrash {
      let probe: CrashProbe
      let signature: CrashSignature
      /// Nil if it does not happen there.
      let identity: CrashIdentity?
    }

    /// Finds the first state from which the action fails, confirms it in another way, and tells the culprit.
    mutating func run() throws -> Result {
      var observed = try firstObservation()
      var range = try self.range(
        observed,
        sharesEqualStates: observed.probe.stateSource == .decoding
      )
      let isIncomplete = try !isConfirmed(range, observed)
      if isIncomplete, observed.probe.stateSource == .decoding {
        // States that look equal may differ in something that the recorded form leaves out.
        observed = try observation(by: .rerunning)
        range = try self.range(observed, sharesEqualStates: false)
      }
      if let blameless = try blameless(range, observed) { return .blameless(blameless) }
      return .found(try culprit(range, observed, isIncomplete))
    }

    /// Tries both sides of the answer again; returns the crash if it does not happen each time.
    private func blameless(
      _ range: CrashingRange<CrashTrials>,
      _ observed: ObservedCrash
    ) throws -> UnattributedCrash? {
      // Each try would take as long as the limit allows.
      if crash == .timeOut || crash == .memory { return nil }
      for position in [states.last, range.survivor].compactMap(\.self) {
        let known = try range.verdict(position)?.isCrash
        let tries =
          try observed.probe.crashes(at: position, tries: UnattributedCrash.moreTries) + [known]
        let crashes = tries.count { $0 == true }
        guard crashes > 0, tries.contains(false) else { continue }
        return UnattributedCrash(
          crash: crash,
          fatal: fatal.step.index,
          why: .sometimes(crashes: crashes, tries: tries.compactMap(\.self).count),
          errorText: replay.outcome.errorText
        )
      }
      return nil
    }

    // MARK: - Reaching the states

    /// Returns the crash from the state right before it.
    ///
    /// Running the actions again is the surest way where it leads to the recorded states: the crash may
    /// depend on something that the recorded form leaves out. It takes too long where the session is long; then
    /// decoded states are tried, and both sides of the answer by running the actions again.
    private mutating func firstObservation() throws -> ObservedCrash {
      let isShort = states.last * states.last / 2 <= Self.rerunLimit
      let reruns = try isShort && leadsToRecordedStates()
      let sources: [StateSource] =
        reruns || !replay.outcome.decodesState ? [.rerunning, .decoding] : [.decoding, .rerunning]
      for source in sources {
        let observed = try observation(by: source)
        if observed.identity != nil { return observed }
      }
      return try observation(by: .rerunning)
    }

    /// Replays the session with its states, once.
    private mutating func replayWithStates() throws -> CrashReplay.WithStates {
      if let withStates { return withStates }
      let (program, index) = (fatal.program, fatal.step.index)
      let found = try CrashReplay.runWithStates(timeline, by: program, endingIn: index)
      counter.add(replays: 1, actions: timeline.actionCount)
      withStates = found
      return found
    }

    /// Returns true if running the actions again leads to the recorded states.
    private mutating func leadsToRecordedStates() throws -> Bool {
      guard replay.begunAfter == nil else { return false }
      return try replayWithStates().isFaithful
    }

    private func observation(by source: StateSource) throws -> ObservedCrash {
      let probe = CrashProbe(fatal, by: source, counter)
      let seen = try probe.observe(at: states.last)
      guard let seen, seen.signature.crash == crash else {
        let signature = replay.outcome.crash(in: fatal.step)?.signature
        return ObservedCrash(
          probe: probe,
          signature: signature ?? CrashSignature(crash, in: fatal.step.type),
          identity: nil
        )
      }
      return ObservedCrash(probe: probe, signature: seen.signature, identity: seen)
    }

    // MARK: - The range

    /// Searches for the first state from which the action fails like this.
    private func range(
      _ observed: ObservedCrash,
      sharesEqualStates: Bool
    ) throws -> CrashingRange<CrashTrials> {
      let trials = CrashTrials(
        states: states,
        probe: observed.probe,
        signature: observed.signature,
        distinct: sharesEqualStates ? DistinctStates(states) : nil,
        budget: budget,
        counter: counter,
        before: counter.work
      )
      let known = observed.probe.verdicts(judgedBy: observed.signature)
      var range = CrashingRange(trials, effort: Self.effort, known: known)
      try range.search()
      return range
    }

    /// Returns true if the other way to reach the states shows the same on both sides of the answer.
    private mutating func isConfirmed(
      _ range: CrashingRange<CrashTrials>,
      _ observed: ObservedCrash
    ) throws -> Bool {
      guard replay.outcome.decodesState else { return true }
      let other = observed.probe.stateSource.other
      guard try other == .decoding || leadsToRecordedStates() else {
        return try keepsOwnStates(range, observed)
      }
      let positions = try doubtful(range, by: other)
      let verdicts = try CrashProbe(fatal, by: other, counter)
        .run(at: positions, judgedBy: observed.signature)
      for (position, verdict) in zip(positions, verdicts) {
        if try verdict.isPass != range.verdict(position)?.isPass { return false }
      }
      return true
    }

    /// Returns the positions at which to try the other way: both sides of the answer.
    ///
    /// If every state crashes, some others are tried as well: if a recorded form leaves out something
    /// that keeps the app alive, every decoded state crashes.
    private func doubtful(
      _ range: CrashingRange<CrashTrials>,
      by other: StateSource
    ) throws -> [Int] {
      var positions = [range.survivor, try range.first(), states.last].compactMap { $0 }
      if range.survivor == nil, other == .rerunning {
        positions += stride(from: 0, to: states.last, by: max(1, states.last / 8))
      }
      return Set(positions).sorted()
    }

    /// Returns true if the states of a replay from the start are the same after they have been written and
    /// decoded.
    ///
    /// This is how a form that leaves something out is noticed where a replay does not lead to the recorded
    /// states, because each one makes other identifiers, for example. A difference counts if it is there in two
    /// replays.
    private func keepsOwnStates(
      _ range: CrashingRange<CrashTrials>,
      _ observed: ObservedCrash
    ) throws -> Bool {
      guard replay.begunAfter == nil else { return true }
      var positions = try doubtful(range, by: .rerunning).filter { try !states.isExternal($0) }
      for _ in 0..<2 where !positions.isEmpty {
        let replayed = try ReplayedSession.run(.whole(timeline, states: .all), by: fatal.program)
        var own: [Int: JSONValue] = [:]
        for step in [replayed.start] + replayed.steps { own[step.index] = step.state }
        positions = try positions.filter { try own[states.index(of: $0)] != nil }
        let written = try positions.compactMap { try own[states.index(of: $0)] }
        let decoded = try observed.probe.run(on: written, judgedBy: observed.signature)
        let rerun = try CrashProbe(fatal, by: .rerunning, counter)
          .run(at: positions, judgedBy: observed.signature)
        positions = positions.indices.filter { number in
          guard let one = decoded[number].isPass, let other = rerun[number].isPass else {
            return false
          }
          return one != other
        }.map { positions[$0] }
      }
      return positions.isEmpty
    }

    // MARK: - The answer

    private mutating func culprit(
      _ range: CrashingRange<CrashTrials>,
      _ observed: ObservedCrash,
      _ isIncomplete: Bool
    ) throws -> Culprit {
      let first = try range.first()
      let survivor = try range.survivor.map { position in
        var other: CrashSignature?
        if case .failsOtherwise(let signature)? = try range.verdict(position) { other = signature }
        return Survivor(
          index: try states.index(of: position),
          otherCrash: other,
          isNeighbor: position + 1 == first
        )
      }
      let initialState = survivor == nil ? try initialStateRole(observed) : nil
      let beginning = survivor == nil && initialState != .toBlame ? nil : first
      let errorText = replay.outcome.errorText
      return Culprit(
        fatal: fatal.step.index,
        fatalType: fatal.step.type,
        culprit: try beginning.map(states.index) ?? fatal.step.index,
        externalChange: try beginning.flatMap(states.externalChange),
        survivor: survivor,
        signature: observed.signature,
        isStackOverflow: observed.identity?.isStackOverflow ?? false,
        reason: errorText.failedCheckLine ?? observed.identity?.reason,
        initialState: initialState,
        diesAfterReducing: try replayWithStates().diesAfterReducing,
        unprobed: try unprobed(range, first),
        obstacle: try range.obstacle(),
        recordedStateIsIncomplete: isIncomplete,
        replayedAfter: replay.begunAfter,
        probes: counter.work.replays,
        errorText: errorText,
        position: first,
        survivorPosition: range.survivor,
        rerunsActions: isIncomplete || !replay.outcome.decodesState,
        stateSource: observed.probe.stateSource
      )
    }

    /// Tries the app's own initial state for a crash that happens from every state of the session.
    private func initialStateRole(_ observed: ObservedCrash) throws -> InitialStateRole {
      switch try observed.probe.runOnOwnInitialState(judgedBy: observed.signature) {
      case .fails: .likeOwn
      case .passes: .toBlame
      // Another crash may be that of an app that cannot make a state of its own.
      case .failsOtherwise, .unresolved: .unknown
      }
    }

    /// Returns the actions after which states might survive that were not tried.
    private func unprobed(
      _ range: CrashingRange<CrashTrials>,
      _ first: Int
    ) throws -> [ClosedRange<Int>] {
      var indexes = try range.unprobed().map { try states.index(of: $0) }
      // States that were not recorded have no position: the range may begin at any of them.
      if let survivor = range.survivor {
        let (before, after) = (try states.index(of: survivor), try states.index(of: first))
        if after > before + 1, survivor + 1 == first { indexes += Array(before + 1..<after) }
      }
      var ranges: [ClosedRange<Int>] = []
      for index in indexes.sorted() {
        if let range = ranges.last, (0...1).contains(index - range.upperBound) {
          ranges[ranges.count - 1] = range.lowerBound...index
        } else {
          ranges.append(index...index)
        }
      }
      return ranges
    }
  }
}

/// The states before the fatal action, on which one crash is tried.
private struct CrashTrials: TrialStates {
  let states: StateSequence
  let probe: CrashProbe
  let signature: CrashSignature
  /// Nil where states that look equal may differ.
  let distinct: DistinctStates?
  let budget: SearchBudget
  let counter: ReplayCounter
  /// The work before the search.
  let before: SearchBudget.Work

  var last: Int { states.last }
  var isSpent: Bool { budget.isSpent(counter.work - before) }

  func representative(of position: Int) throws -> Int {
    try distinct?.representative(position) ?? position
  }

  func verdicts(at positions: [Int]) throws -> [FailureVerdict] {
    try probe.run(at: positions, judgedBy: signature)
  }

  var types: RecordedTypes { states.types }

  func step(to position: Int) throws -> ProbeOrder.Step { try states.step(at: position) }

  func undo(to position: Int) throws -> Patch {
    try Patch(from: states.state(at: position), to: states.state(at: position - 1))
  }
}

extension FailureVerdict {
  /// True if it is a crash of any kind; nil if unknown.
  fileprivate var isCrash: Bool? {
    switch self {
    case .fails, .failsOtherwise: true
    case .passes: false
    case .unresolved: nil
    }
  }
}
