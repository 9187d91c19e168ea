package import RewindJSON
import RewindQuery
import RewindSession
import RewindTimeline

/// The condition by which a run is red: as the bad session is, and the good one is not.
package enum RedCondition: Sendable {
  /// It crashes so.
  case crash(CrashSignature)
  /// One of these wrong states is reached, or is there at the end.
  case never([WrongEnd])
  /// These values of the last state are as in the bad session.
  case end([EndValue])

  /// A wrong state that makes a session red.
  package struct WrongEnd: Sendable {
    package let wrong: WrongState
    /// False if it is enough that it holds in passing.
    package let isEnd: Bool
    /// The action of the good session after which it holds last, in passing; nil if it never does there.
    package let passing: Int?
  }

  /// A value of the last state, and which values of it are red.
  package struct EndValue: Hashable, Sendable {
    package let pointer: Pointer
    let rule: TraitRule
  }

  /// Classifies a replay.
  func verdict(on replayed: ReplayedSession, of steps: [SessionStep]) throws -> FailureVerdict {
    let outcome = replayed.outcome
    if let obstacle = Self.obstacle(in: outcome) { return .unresolved(obstacle) }
    switch self {
    case .crash(let signature):
      guard let found = Self.crash(outcome, in: steps) else { return .passes }
      return found.matches(signature) ? .fails : .failsOtherwise(found)
    case .never(let never):
      for end in never {
        let runs = try end.wrong.runs(in: replayed, of: steps)
        if end.isEnd ? runs.lastsToEnd : runs.last != nil { return .fails }
      }
      return Self.crash(outcome, in: steps).map { .failsOtherwise($0) } ?? .passes
    case .end(let values):
      if let found = Self.crash(outcome, in: steps) { return .failsOtherwise(found) }
      let state = replayed.steps.last?.state ?? replayed.start.state
      return values.allSatisfy { $0.rule.holds(of: state?[$0.pointer]) } ? .fails : .passes
    }
  }

  /// Returns the reason why a replay shows nothing; nil if it was one.
  static func obstacle(in outcome: ReplayProgram.Outcome) -> String? {
    switch outcome.ending {
    case .undecodable(let parts):
      "the app cannot decode it: "
        + parts.description.split(whereSeparator: \.isNewline).joined(separator: "; ")
    case .unresolved(let input, let action): UnresolvedInput(input, in: action).description
    case .died, .closed: nil
    }
  }

  /// Returns the crash of a replay; nil if it survived.
  static func crash(
    _ outcome: ReplayProgram.Outcome,
    in steps: [SessionStep]
  ) -> CrashSignature? {
    guard case .died(let crash) = outcome.ending else { return nil }
    let step = steps.last { $0.index == outcome.lastAction }
    return CrashSignature(crash, in: step?.type ?? "", errorText: outcome.errorText, nil)
  }

  /// Returns the wrong states that count: those with which the bad session ends and the good one does not, or
  /// else those that only the bad one reaches.
  static func ends(
    _ never: [WrongState],
    good: DifferenceTrial.Run,
    bad: DifferenceTrial.Run
  ) throws -> [WrongEnd] {
    let found = try never.map { wrong in
      let runs = try [good, bad].map { try wrong.runs(in: $0.replayed, of: $0.steps) }
      return (wrong: wrong, good: runs[0], bad: runs[1])
    }
    let ending = found.filter { $0.bad.lastsToEnd && !$0.good.lastsToEnd }
    return (ending.isEmpty ? found : ending).map {
      let passing = ending.isEmpty ? nil : $0.good.last?.last.index
      return WrongEnd(wrong: $0.wrong, isEnd: $0.bad.lastsToEnd, passing: passing)
    }
  }
}
