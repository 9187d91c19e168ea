import RewindDiagnosis
import RewindJSON
import RewindReports
import RewindServer
import RewindTimeline

/// The search for the action to blame, asked for from the page.
enum LiveCulprit {
  /// Searches, which takes a second or a few; called on a thread of its own.
  ///
  /// - Returns: The answer to the browser, and what the page shows from now on; nil if there is nothing.
  static func search(
    _ session: LiveSession,
    by program: ReplayProgram
  ) -> (HTTPResponse, PageDiagnosis?) {
    do {
      let diagnosis = try diagnosis(of: session.timeline(), by: program)
      return (HTTPResponse(json: diagnosis.json), diagnosis)
    } catch {
      return (HTTPResponse(HTTPRefusal(409, "\(error)")), nil)
    }
  }

  private static func diagnosis(
    of timeline: Timeline,
    by program: ReplayProgram
  ) throws -> PageDiagnosis {
    switch try CrashBisection.run(timeline, by: program) {
    case .notReproduced:
      return .notReproduced
    case .otherCrash(let crash, let action, _):
      let replay = try OtherReplay.compared(timeline, by: program, crash: (crash, action))
      return .impossible(why: replay.lines.joined(separator: " "))
    case .undecodable(let session):
      return .impossible(why: "The app cannot replay this session: \(session)")
    case .diesAtStart(let crash, let errors):
      let message = FinalMessage(errors).sentence
      return .impossible(why: "The app dies while making the initial state (\(crash)).\(message)")
    case .found(let culprit):
      return .found(culprit, minimal: nil)
    }
  }
}
