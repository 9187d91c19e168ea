/// The judgement of `git bisect` on a build of the app.
public enum CommitVerdict: Hashable, Sendable {
  case good
  case bad
  /// Nothing can be said of this build.
  case skip
  /// Nothing can be said of any build: the recording is damaged.
  case impossible
}

extension Verification {
  /// Judges the build by a recorded crash alone, or by the whole where the recording does not crash.
  ///
  /// A bug may be in a build whose states are not the recorded ones, and the other way round. So where the
  /// recording crashes, a death in the fatal action is bad and its absence good. A death elsewhere, or a
  /// hang, hides what the fatal action would have done.
  ///
  /// Where wrong states were asked for, nothing else counts: a build is bad if it comes to one, and cannot be
  /// judged if it dies before.
  ///
  /// - Parameters:
  ///   - signature: The description of the crash that counts; nil for any.
  ///   - expected: The class of the crash that counts; nil for any.
  /// - Returns: The judgement.
  public func commitVerdict(
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
    case .diverged:
      return .bad
    case .crashed where isAboutStates:
      return .skip
    case .same:
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
