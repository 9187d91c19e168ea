import RewindDiagnosis
import RewindReports
import RewindTimeline

extension PageDiagnosis {
  /// Searches the action to blame for a session's crash, for a page.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - program: The app.
  ///   - progress: Called with the number of replays.
  ///   - minimal: Returns the shortest reproduction of what was found; nil for none.
  /// - Returns: What the page says of the crash.
  /// - Throws: `ReplayProgramError`; `SessionLogError` where the log cannot be read.
  static func searched(
    _ timeline: Timeline,
    by program: ReplayProgram,
    progress: @escaping (_ replays: Int) -> Void = { _ in },
    minimal: (CrashBisection.Culprit) throws -> Minimization? = { _ in nil }
  ) throws -> PageDiagnosis {
    switch try CrashBisection.run(timeline, by: program, progress: progress) {
    case .notReproduced:
      return .notReproduced
    case .blameless(let crash):
      return .impossible(why: crash.lines.joined(separator: " "))
    case .otherCrash(let crash, let action, _):
      let replay = try OtherReplay.compared(timeline, by: program, crash: (crash, action))
      return .impossible(why: replay.lines.joined(separator: " "))
    case .undecodable(let session):
      return .impossible(why: "The app cannot replay this session: \(session)")
    case .diesAtStart(let crash, let errors):
      let message = FinalMessage(errors).sentence
      return .impossible(why: "The app dies while making the initial state (\(crash)).\(message)")
    case .found(let culprit):
      return .found(culprit, minimal: try minimal(culprit))
    }
  }
}
