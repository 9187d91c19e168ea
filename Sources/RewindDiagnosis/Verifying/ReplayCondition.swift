import RewindSession
import RewindTimeline

/// What a replay may be run under, and what a reducer may depend on without telling.
public enum ReplayCondition: Hashable, Sendable {
  /// Another order of sets and dictionaries.
  case hashSeed
  case timeZone
  /// Another language and region. On Linux, Foundation's own locale is the same always; what reads the
  /// C library's is found.
  case locale
  /// Another user with another home folder.
  case user
  /// All of these together, though under none of them alone.
  case several
  /// From the recorded state after an action, instead of from the start: what a state's recorded form
  /// leaves out, and what lives outside the state, is not there then.
  case middle(after: Int)

  /// The conditions that are set by variables, with a value that few people live with: UTC+14, and a
  /// language whose capital letters are not English's.
  static let variables: [(condition: ReplayCondition, [String: String])] = [
    (.hashSeed, ["SWIFT_DETERMINISTIC_HASHING": "1"]),
    (.timeZone, ["TZ": "Pacific/Kiritimati"]),
    (.locale, ["LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "LANGUAGE": "tr"]),
    (.user, ["USER": "rewind", "LOGNAME": "rewind", "HOME": "/"]),
  ]
}

extension VerificationRun {
  /// Replays a session that is the same under the usual conditions under others.
  ///
  /// Another clock needs no condition of its own: every replay is later than the recording.
  ///
  /// - Returns: The first run that is not the same, and the condition that makes it so; nil where all
  ///   are.
  static func underOtherConditions(
    _ timeline: Timeline,
    by program: ReplayProgram,
    options: Verification.Options
  ) throws -> (run: VerificationRun, condition: ReplayCondition)? {
    func run(_ variables: [String: String]) throws -> VerificationRun {
      var program = program
      program.environment = variables
      #if canImport(Darwin)
      if variables["LANG"] != nil {
        program.moreArguments = ["-AppleLocale", "tr_TR", "-AppleLanguages", "(tr)"]
      }
      #endif
      return try VerificationRun(timeline, by: program, options: options)
    }
    let all = ReplayCondition.variables.reduce(into: [:]) { $0.merge($1.1) { $1 } }
    let together = try run(all)
    if !together.isAsRecorded {
      for (condition, variables) in ReplayCondition.variables {
        let alone = try run(variables)
        if !alone.isAsRecorded { return (alone, condition) }
      }
      return (together, .several)
    }
    let middle = timeline.firstIndex + timeline.actionCount / 2
    guard middle > timeline.firstIndex, try timeline.stateLine(after: middle) != nil else {
      return nil
    }
    let half = try VerificationRun(
      timeline,
      by: program,
      options: options,
      from: .state(after: middle)
    )
    // An app whose state cannot be decoded has no middle to start from.
    if case .undecodable = half.verdict { return nil }
    return half.isAsRecorded ? nil : (half, .middle(after: middle))
  }

  private var isAsRecorded: Bool {
    switch verdict {
    case .same, .fixed: true
    default: false
    }
  }
}
