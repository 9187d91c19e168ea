import Foundation
import RewindSession
import RewindTimeline

/// A condition of a replay that a reducer may depend on without saying so.
package enum ReplayCondition: Hashable, Sendable {
  /// Another order of sets and dictionaries.
  case hashSeed
  case timeZone
  /// Another language and region. On Linux, Foundation's own locale never changes; only code that reads
  /// the C library's locale is found.
  case locale
  /// Another user with another home folder.
  case user
  /// Another folder for temporary files.
  case temporaryFolder
  /// All of these together, though none of them alone.
  case several
  /// None: another replay under the same conditions is enough.
  case again
  /// From the recorded state after an action instead of from the start: without anything that a state's
  /// recorded form leaves out or that lives outside the state.
  case middle(after: Int)
}

/// A condition as the variables that set it.
struct ConditionSetting {
  let condition: ReplayCondition
  let variables: [String: String]

  /// Returns the conditions that this system can set, with unusual values.
  ///
  /// They are UTC+14, and a language whose capital letters are not English's, or another where that is the machine's.
  ///
  /// - Returns: The settings; and those that cannot be set, with the reason.
  static func all() -> (settings: [ConditionSetting], unvaried: [String]) {
    let environment = ProcessInfo.processInfo.environment
    let isFar = environment["TZ"] == "Pacific/Kiritimati"
    let isElsewhere = environment["TMPDIR"]?.hasPrefix("/var/tmp") ?? false
    var settings = [
      ConditionSetting(.hashSeed, ["SWIFT_DETERMINISTIC_HASHING": "1", "PYTHONHASHSEED": "1"]),
      ConditionSetting(.timeZone, ["TZ": isFar ? "Pacific/Niue" : "Pacific/Kiritimati"]),
      ConditionSetting(
        .user,
        ["USER": "rewind", "LOGNAME": "rewind", "HOME": "/", "CFFIXED_USER_HOME": "/"]
      ),
      ConditionSetting(.temporaryFolder, ["TMPDIR": isElsewhere ? "/tmp" : "/var/tmp"]),
    ]
    var unvaried: [String] = []
    let name = otherLocale == "tr_TR" ? "tr_TR.UTF-8" : "C"
    let language = String(otherLocale.prefix(2))
    settings.append(
      ConditionSetting(.locale, ["LC_ALL": name, "LANG": name, "LANGUAGE": language])
    )
    // The first category, whatever it is on this system: this only asks whether the locale exists.
    if let locale = newlocale(1, name, nil) {
      freelocale(locale)
    } else {
      unvaried.append("the C library's locale: \(name) is not installed")
    }
    return (settings, unvaried)
  }

  /// A locale that is not the machine's: Turkish, or English where that is Turkish.
  static var otherLocale: String {
    let environment = ProcessInfo.processInfo.environment
    let own = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return (own ?? Locale.current.identifier).hasPrefix("tr") ? "en_US" : "tr_TR"
  }

  private init(_ condition: ReplayCondition, _ variables: [String: String]) {
    (self.condition, self.variables) = (condition, variables)
  }
}

extension VerificationRun {
  /// A replay that differs from the recording, and the condition that causes it.
  typealias Deviation = (run: VerificationRun, condition: ReplayCondition)

  /// Replays a session, which is as recorded under the usual conditions, under other ones; returns the first
  /// run that differs.
  func underOtherConditions(
    _ timeline: Timeline,
    by program: ReplayProgram,
    options: Verification.Options
  ) throws -> Deviation? {
    guard let found = try varied(timeline, by: program, options: options) else { return nil }
    // What changes from run to run would be laid at the door of a condition.
    for _ in 1..<UnattributedCrash.tries {
      let again = try Self.run(timeline, by: program, options: options)
      if again.deviates(from: self) { return (again, .again) }
    }
    return found
  }

  private func varied(
    _ timeline: Timeline,
    by program: ReplayProgram,
    options: Verification.Options
  ) throws -> Deviation? {
    let settings = ConditionSetting.all().settings
    func run(_ settings: [ConditionSetting]) throws -> VerificationRun {
      var program = program
      program.environment = settings.reduce(into: [:]) { $0.merge($1.variables) { $1 } }
      #if canImport(Darwin)
      if settings.contains(where: { $0.condition == .locale }) {
        let locale = ConditionSetting.otherLocale
        program.moreArguments = [
          "-AppleLocale", locale, "-AppleLanguages", "(\(locale.prefix(2)))",
        ]
      }
      #endif
      return try VerificationRun.run(timeline, by: program, options: options)
    }
    let together = try run(settings)
    if together.deviates(from: self) {
      for setting in settings {
        let alone = try run([setting])
        if alone.deviates(from: self) { return (alone, setting.condition) }
      }
      return (together, .several)
    }
    for start in try Self.restarts(timeline) {
      let rest = try VerificationRun.run(
        timeline,
        by: program,
        options: options,
        from: .state(after: start)
      )
      // An app whose state cannot be decoded has no middle to start from.
      if case .undecodable = rest.verdict { break }
      if rest.deviates(from: self) { return (rest, .middle(after: start)) }
    }
    return nil
  }

  /// Returns the actions after which a replay starts over: the middle, the first, and both quarters.
  ///
  /// Something outside the state may be used only in one part of the session.
  private static func restarts(_ timeline: Timeline) throws -> [Int] {
    let (first, count) = (timeline.firstIndex, timeline.actionCount)
    var found: [Int] = []
    for index in [count / 2, 1, count / 4, count * 3 / 4].map({ first + $0 })
    where index > first && index < timeline.lastIndex && !found.contains(index) {
      if try timeline.stateLine(after: index) != nil { found.append(index) }
    }
    return found
  }

  /// True if a replay ends otherwise than this one; this one is as recorded.
  private func deviates(from usual: VerificationRun) -> Bool { verdict.name != usual.verdict.name }
}
