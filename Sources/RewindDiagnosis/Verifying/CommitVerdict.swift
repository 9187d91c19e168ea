/// The verdict of `git bisect` on a build of the app.
package enum CommitVerdict: Hashable, Sendable {
  case good
  case bad
  /// This build cannot be classified.
  case skip
  /// No build can be classified: the recording is damaged.
  case impossible
}

extension Verification {
  /// Classifies the build by the recorded crash alone, or by the whole replay where the recording does
  /// not crash.
  ///
  /// A bug may be in a build whose states differ from the recorded ones, and the other way round. So
  /// where the recording crashes, a crash in the fatal action is bad and its absence good. A crash
  /// elsewhere, or a hang, hides the fatal action's effect.
  ///
  /// If wrong states were asked for, nothing else counts: a build is bad if it reaches one, and is
  /// skipped if it crashes first.
  ///
  /// - Parameters:
  ///   - signature: The description of the crash that counts; nil for any.
  ///   - expected: The class of the crash that counts; nil for any.
  /// - Returns: The verdict.
  package func commitVerdict(
    crash signature: String? = nil,
    expected: CrashClass? = nil
  ) -> CommitVerdict {
    switch verdict {
    case .damaged:
      return .impossible
    case .undecodable, .unresolved:
      return .skip
    case .judged(let findings):
      if findings.contains(where: \.holds) { return .bad }
      return findings.allSatisfy(\.isDecided) ? .good : .skip
    case .fixed:
      return .good
    case .notReproduced, .unproven:
      return .skip
    case .diverged:
      return .bad
    case .crashed where isAboutStates:
      return .skip
    case .same, .sameEnd:
      guard recordedCrash != nil else { return .good }
    case .crashed:
      guard recordedCrash != nil else { return .bad }
    }
    guard let found = self.signature,
      expected.map({ $0 == found.crash }) ?? (found.crash != .timeOut)
    else { return .skip }
    return signature.map { found.isDescribed(by: $0) } ?? true ? .bad : .skip
  }
}
