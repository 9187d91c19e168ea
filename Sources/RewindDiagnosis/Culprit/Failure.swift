/// Something that goes wrong in a session, as a value that judges runs.
///
/// Searches ask it about every run that they make, and know nothing else of what they search for.
enum Failure {
  /// The program dies in an action.
  case crash(CrashSignature)

  /// Judges the run of one action.
  func judge(_ run: ActionRun) -> FailureVerdict {
    switch self {
    case .crash(let signature): run.verdict(on: signature)
    }
  }
}

/// What became of an action that was tried on a state.
enum ActionRun {
  case survived
  case died(CrashSignature)
  /// It could not be tried, for this reason.
  case untried(String)

  fileprivate func verdict(on signature: CrashSignature) -> FailureVerdict {
    switch self {
    case .survived: .passes
    case .died(let found): found.matches(signature) ? .fails : .failsOtherwise(found)
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
