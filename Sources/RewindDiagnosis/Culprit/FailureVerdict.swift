/// The verdict on one run of an action.
package enum FailureVerdict: Hashable, Sendable {
  /// It goes wrong in the same way.
  case fails
  case passes
  /// It goes wrong in another way.
  case failsOtherwise(CrashSignature)
  /// Unknown, for this reason.
  case unresolved(String)

  /// True if it is not the failure; nil if unknown.
  var isPass: Bool? {
    switch self {
    case .fails: false
    case .passes, .failsOtherwise: true
    case .unresolved: nil
    }
  }
}

/// The result of trying an action on a state.
enum ActionRun {
  case survived
  case died(CrashSignature)
  /// It could not be tried, for this reason.
  case untried(String)

  func verdict(on signature: CrashSignature) -> FailureVerdict {
    switch self {
    case .survived: .passes
    case .died(let found): found.matches(signature) ? .fails : .failsOtherwise(found)
    case .untried(let why): .unresolved(why)
    }
  }
}
