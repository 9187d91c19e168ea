import RewindDiagnosis
import RewindReports
import RewindServer

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
      let diagnosis = try PageDiagnosis.searched(session.timeline(), by: program)
      return (HTTPResponse(json: diagnosis.json), diagnosis)
    } catch {
      return (HTTPResponse(HTTPRefusal(409, "\(error)")), nil)
    }
  }
}
