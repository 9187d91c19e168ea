import Foundation
import RewindDiagnosis
import RewindReports
import RewindTimeline

extension PageDiagnosis {
  /// Searches the action to blame for a session's crash, for a page.
  ///
  /// `minimal` returns the shortest reproduction of what was found; nil for none.
  static func searched(
    _ timeline: Timeline,
    by program: ReplayProgram,
    progress: @escaping (_ replays: Int) -> Void = { _ in },
    minimal: (CrashBisection.Culprit) throws -> Minimization? = { _ in nil }
  ) throws -> PageDiagnosis {
    try diagnosis(
      CrashBisection.run(timeline, by: program, progress: progress),
      of: timeline,
      by: program,
      minimal: minimal
    )
  }

  /// Searches the action to blame in the store of a session that crashed; nil if none did.
  static func searched(
    _ stores: StoreReplays,
    progress: @escaping (_ replays: Int) -> Void = { _ in }
  ) throws -> PageDiagnosis? {
    try stores.bisect(progress: progress).map {
      try diagnosis($0, of: stores.timeline, by: stores.program) { _ in nil }
    }
  }

  private static func diagnosis(
    _ result: CrashBisection.Result,
    of timeline: Timeline,
    by program: ReplayProgram,
    minimal: (CrashBisection.Culprit) throws -> Minimization?
  ) throws -> PageDiagnosis {
    switch result {
    case .found(let found):
      let culprit =
        timeline.stores.isEmpty ? try found.withNeeds(in: timeline, by: program) : found
      let answer = CulpritAnswer(
        timeline: timeline,
        culprit: culprit,
        path: timeline.log.path,
        program: program
      )
      return .found(culprit, minimal: try minimal(culprit), reasons: answer.reasons)
    case .notReproduced:
      return .notReproduced(by: URL(fileURLWithPath: program.name).lastPathComponent)
    case .undecodable(let session):
      return .impossible(why: "The app cannot replay this session: \(session)")
    default:
      let obstacle = try result.obstacle(to: timeline, by: program)
      return .impossible(why: obstacle.joined(separator: " "))
    }
  }
}
