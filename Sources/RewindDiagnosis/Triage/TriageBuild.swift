import RewindLog
import RewindTimeline

/// A build of the app among those that the logs come from.
package struct TriageBuild: Sendable {
  /// The version or commit in the logs of this build; nil for the build of all other logs.
  package let version: String?
  package let program: ReplayProgram
  /// The key of the program's contents: it distinguishes builds in the stored findings.
  let key: String

  package init(version: String?, _ program: ReplayProgram, key: String) {
    (self.version, self.program, self.key) = (version, program, key)
  }

  /// Returns true if a log says that it comes from this build.
  func recorded(_ log: TriageLog) -> Bool {
    guard let version else { return false }
    return version == log.version || log.commit?.isCommit(version) ?? false
  }
}

extension String {
  /// The digits of a commit's hash that name it; `git` shows as many.
  private static let leastDigits = 7

  /// Returns true if a text is this commit, or one of them is the beginning of the other that Git shows.
  package func isCommit(_ name: String) -> Bool {
    self == name || name.count >= Self.leastDigits && hasPrefix(name)
      || count >= Self.leastDigits && name.hasPrefix(self)
  }
}

extension [TriageBuild] {
  /// Returns the build that a log comes from; nil if none of them is.
  package func build(of log: TriageLog) -> TriageBuild? {
    first { $0.recorded(log) } ?? first { $0.version == nil }
  }
}
