import RewindQuery
import RewindTimeline

/// Something that goes wrong in a session, as a value that judges runs.
///
/// Searches ask it about every run that they make, and know nothing else of what they search for.
enum Failure {
  /// The program dies in an action.
  case crash(CrashSignature)
  /// The program comes to a state that must not be.
  case wrongState(WrongState)

  /// Judges the run of one action.
  ///
  /// - Throws: ``StateCommand/Failure`` where a command is to judge and cannot be run.
  func judge(_ run: ActionRun) throws -> FailureVerdict {
    switch self {
    case .crash(let signature): run.verdict(on: signature)
    case .wrongState(let wrong): try run.verdict(on: wrong)
    }
  }
}

/// What became of an action that was tried on a state.
enum ActionRun {
  case survived
  /// It survived, and led to this.
  case reached(GivenStep)
  case died(CrashSignature)
  /// It could not be tried, for this reason.
  case untried(String)

  fileprivate func verdict(on signature: CrashSignature) -> FailureVerdict {
    switch self {
    case .survived, .reached: .passes
    case .died(let found): found.matches(signature) ? .fails : .failsOtherwise(found)
    case .untried(let why): .unresolved(why)
    }
  }

  fileprivate func verdict(on wrong: WrongState) throws -> FailureVerdict {
    switch self {
    case .reached(let step): try wrong.judge(step)
    case .survived: .unresolved("Its state was not asked for.")
    case .died(let found): .failsOtherwise(found)
    case .untried(let why): .unresolved(why)
    }
  }
}

/// The judgement of a failure on one run.
public enum FailureVerdict: Hashable, Sendable {
  /// It goes wrong in the same way.
  case fails
  case passes
  /// It goes wrong, and in another way.
  case failsOtherwise(CrashSignature)
  /// Nothing can be said, for this reason.
  case unresolved(String)
}
