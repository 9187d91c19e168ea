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
    /// True if running the actions again leads to the recorded states; nil before that is known, for it takes a
    /// replay.
    private(set) var isFaithful: Bool?

    private var timeline: Timeline { fatal.timeline }
    private var states: StateSequence { fatal.states }

    /// The number of actions before the crash up to which each state is reached by running them again:
    /// measured, that many double the time of a process.
    private static let rerunLimit = 5_000
    /// The same for a program that forks, which runs them once for many states.
    private static let forkingRerunLimit = 100_000
    /// The number of states to try from the end before the search begins to leap: enough for culprits that
    /// are near.
    ///
    /// A program that starts in a tenth of a second can be run a hundred times within the budget.
    private static let steps = 16

    /// A crash examined by one way to reach the state before it.
    private struct Look {
      let probe: CrashProbe
      let signature: CrashSignature
      let outcome: ReplayProgram.Outcome?
    }

    mutating func run() throws -> Result {
      var look = try firstLook()
      var range = try self.range(look, sharesEqualStates: !reruns(look.probe))
      let isIncomplete = try !isConfirmed(range, look)
      if isIncomplete, !reruns(look.probe) {
        // States that look equal may differ in something that the recorded form leaves out.
        if look.probe.means == .decoding { look = try self.look(by: .rerunning) }
        range = try self.range(look, sharesEqualStates: false)
      }
      if let blameless = try blameless(range, look) { return .blameless(blameless) }
      return .found(try culprit(range, look, isIncomplete))
    }

    /// Tries both sides of the answer again; returns the crash if it does not happen each time.
    private func blameless(_ range: CrashingRange, _ look: Look) throws -> BlamelessCrash? {
      // Each try would take as long as the limit allows.
      if crash == .timeOut || crash == .memory { return nil }
      let number = look.probe.forks ? BlamelessCrash.tries : BlamelessCrash.processTries
      for place in [states.last, range.survivor].compactMap(\.self) {
        let known = try range.verdict(place)?.isCrash
        let tries = try look.probe.crashes(at: place, tries: number) + [known]
        let crashes = tries.count { $0 == true }
        guard crashes > 0, tries.contains(false) else { continue }
        return BlamelessCrash(
          crash: crash,
          fatal: fatal.step.index,
          why: .sometimes(crashes: crashes, tries: tries.compactMap(\.self).count),
          errorText: look.outcome?.errorText ?? replay.outcome.errorText
        )
      }
      return nil
    }

    // MARK: - Reaching the states

    /// Returns the crash from the state right before it.
    ///
    /// Running the actions again is the surest way where it leads to the recorded states: the crash may
    /// depend on something that the recorded form leaves out.
    private mutating func firstLook() throws -> Look {
      let limit = replay.outcome.abilities.forks ? Self.forkingRerunLimit : Self.rerunLimit
      let reruns = try states.last < limit && leadsToRecordedStates()
      let means: [StateSource] =
        reruns || !replay.outcome.decodesState ? [.rerunning, .decoding] : [.decoding, .rerunning]
      for means in means {
        let look = try look(by: means)
        if look.outcome != nil { return look }
      }
      return try look(by: .rerunning)
    }

    /// Returns true if running the actions again leads to the recorded states.
    private mutating func leadsToRecordedStates() throws -> Bool {
      guard replay.begunAfter == nil else { return false }
      if let isFaithful { return isFaithful }
      let (program, index) = (fatal.program, fatal.step.index)
      let found = try CrashReplay.isFaithful(timeline, by: program, endingIn: index)
      counter.add(1)
      isFaithful = found
      return found
    }

    private func look(by means: StateSource) throws -> Look {
      let probe = CrashProbe(fatal, by: means, counter)
      let seen = try probe.look(at: states.last)
      guard let seen, seen.signature.crash == crash else {
        let signature = replay.outcome.crash(in: fatal.step)
        return Look(
          probe: probe,
          signature: signature ?? CrashSignature(crash, in: fatal.step.type),
          outcome: nil
        )
      }
      return Look(probe: probe, signature: seen.signature, outcome: seen.outcome)
    }

    // MARK: - The range

    /// Returns true if the actions are run once for many states, so that no two need to share a probe.
    private func reruns(_ probe: CrashProbe) -> Bool { probe.forks && probe.means == .rerunning }

    private func range(_ look: Look, sharesEqualStates: Bool) throws -> CrashingRange {
      let (probe, states) = (look.probe, states)
      let distinct = DistinctStates(states)
      var range = CrashingRange(
        last: states.last,
        effort: effort(probe),
        budget: budget,
        differences: {
          try RelevantDifferences.read(count: states.last + 1, step: states.step(at:))
        },
        representative: { sharesEqualStates ? try distinct.representative($0) : $0 },
        known: probe.verdicts(judgedBy: look.signature),
        probe: { try probe.run(at: $0, judgedBy: look.signature) }
      )
      try range.search()
      return range
    }

    private func effort(_ probe: CrashProbe) -> CrashingRange.Effort {
      // A fork takes a millisecond, but each group of them runs the actions before once.
      probe.forks
        ? .init(width: 4, steps: 4_096, limit: 1_024)
        : .init(width: CrashProbe.width, steps: Self.steps, limit: CrashProbe.width * 8)
    }

    /// Returns true if the other way to reach the states shows the same on both sides of the answer.
    private mutating func isConfirmed(_ range: CrashingRange, _ look: Look) throws -> Bool {
      guard replay.outcome.decodesState else { return true }
      let other = look.probe.means.other
      guard try other == .decoding || leadsToRecordedStates() else {
        return try keepsOwnStates(range, look)
      }
      let places = try doubtful(range, by: other)
      let verdicts = try CrashProbe(fatal, by: other, counter)
        .run(at: places, judgedBy: look.signature)
      for (place, verdict) in zip(places, verdicts) {
        if try verdict.isPass != range.verdict(place)?.isPass { return false }
      }
      return true
    }

    /// Returns the places at which to try the other way: both sides of the answer.
    ///
    /// If every state crashes, some others are tried as well: if a recorded form leaves out something
    /// that keeps the app alive, every decoded state crashes.
    private func doubtful(_ range: CrashingRange, by other: StateSource) throws -> [Int] {
      var places = [range.survivor, try range.first(), states.last].compactMap { $0 }
      if range.survivor == nil, other == .rerunning {
        places += stride(from: 0, to: states.last, by: max(1, states.last / 8))
      }
      return Set(places).sorted()
    }

    /// Returns true if the states of a replay from the start are the same after they have been written and
    /// decoded.
    ///
    /// This is how a form that leaves something out is noticed where a replay does not lead to the recorded
    /// states, because each one makes other identifiers, for example. A difference counts if it is there in two
    /// replays.
    private func keepsOwnStates(_ range: CrashingRange, _ look: Look) throws -> Bool {
      guard replay.begunAfter == nil, states.last < Self.rerunLimit else { return true }
      var places = try doubtful(range, by: .rerunning).filter { try !states.isExternal($0) }
      for _ in 0..<2 where !places.isEmpty {
        let replayed = try ReplayedSession.run(.whole(timeline, states: .all), by: fatal.program)
        var own: [Int: JSONValue] = [:]
        for step in [replayed.start] + replayed.steps { own[step.index] = step.state }
        places = try places.filter { try own[states.index(of: $0)] != nil }
        let written = try places.compactMap { try own[states.index(of: $0)] }
        let decoded = try look.probe.run(on: written, judgedBy: look.signature)
        let rerun = try CrashProbe(fatal, by: .rerunning, counter)
          .run(at: places, judgedBy: look.signature)
        places = zip(places, zip(decoded, rerun)).compactMap { place, verdicts in
          guard let one = verdicts.0.isPass, let other = verdicts.1.isPass else { return nil }
          return one == other ? nil : place
        }
      }
      return places.isEmpty
    }

    // MARK: - The answer

    private func culprit(
      _ range: CrashingRange,
      _ look: Look,
      _ isIncomplete: Bool
    ) throws -> Culprit {
      let first = try range.first()
      let survivor = try range.survivor.map { place in
        var other: CrashSignature?
        if case .failsOtherwise(let signature)? = try range.verdict(place) { other = signature }
        return Survivor(
          index: try states.index(of: place),
          otherCrash: other,
          isNeighbor: place + 1 == first
        )
      }
      let errorText = look.outcome?.errorText ?? replay.outcome.errorText
      return Culprit(
        fatal: fatal.step.index,
        fatalType: fatal.step.type,
        culprit: survivor == nil ? fatal.step.index : try states.index(of: first),
        externalChange: survivor == nil ? nil : try states.externalChange(at: first),
        survivor: survivor,
        signature: look.signature,
        isStackOverflow: look.outcome?.backtrace?.isStackOverflow ?? false,
        reason: errorText.fatalErrorLine ?? look.outcome?.backtrace?.reason,
        unprobed: try unprobed(range, first),
        obstacle: try range.obstacle(),
        recordedStateIsIncomplete: isIncomplete,
        replayedAfter: replay.begunAfter,
        probes: counter.count,
        errorText: errorText,
        place: first,
        survivorPlace: range.survivor,
        rerunsActions: isIncomplete || !replay.outcome.decodesState,
        means: look.probe.means,
        abilities: replay.outcome.abilities
      )
    }

    /// Returns the actions after which states might survive that were not tried.
    private func unprobed(_ range: CrashingRange, _ first: Int) throws -> [ClosedRange<Int>] {
      var indexes = try range.unprobed().map { try states.index(of: $0) }
      // States that were not recorded have no place: the range may begin at any of them.
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
