import RewindQuery
import RewindTimeline

/// Something that goes wrong in a session, as a value that classifies runs.
///
/// Searches ask it about every run that they make, and know nothing else about it.
enum Failure {
  /// The program crashes in an action.
  case crash(CrashSignature)
  /// The program reaches a wrong state.
  case wrongState(WrongState)

  /// Classifies the run of one action.
  ///
  /// - Throws: ``StateJudge/Failure`` where a command should classify it and cannot be run.
  func judge(_ run: ActionRun) throws -> FailureVerdict {
    switch self {
    case .crash(let signature): run.verdict(on: signature)
    case .wrongState(let wrong): try run.verdict(on: wrong)
    }
  }
}

/// The result of trying an action on a state.
enum ActionRun {
  case survived
  /// It survived, and led to this step.
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
    case .survived: .unresolved("Its state was not requested.")
    case .died(let found): .failsOtherwise(found)
    case .untried(let why): .unresolved(why)
    }
  }
}

/// The verdict of a failure on one run.
public enum FailureVerdict: Hashable, Sendable {
  /// It goes wrong in the same way.
  case fails
  case passes
  /// It goes wrong in another way.
  case failsOtherwise(CrashSignature)
  /// Unknown, for this reason.
  case unresolved(String)
}
