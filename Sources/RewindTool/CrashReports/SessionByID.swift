import RewindLog
import RewindSession
import RewindTimeline

/// The log of a session in a folder, found by the session's id.
enum SessionByID {
  /// Returns the path of the log that ends in the crash, or of the last one where none does; a session of several
  /// stores or segments has several.
  ///
  /// - Throws: `CommandError` if the folder has no log of the session.
  static func path(of session: String, in folder: String, _ terminal: Terminal) throws -> String {
    let paths = try SessionFiles.expand([folder], terminal)
    let wanted = session.lowercased()
    let headers = paths.map { path in
      (try? ReadableFile.open(input: path)).flatMap { try? SessionHeader.read(path, $0) }
    }
    let all = zip(paths, headers).filter { $1?.session.lowercased() == wanted }
    // A session that was made shorter has the id of the one that it was made of.
    let recorded = all.filter { $1?.reproduced == nil }
    let found = (recorded.isEmpty ? all : recorded).map(\.0)
    guard let last = found.last else {
      throw CommandError(
        "No log of the session \(session.escapedForTerminal) in \(folder), which has \(counted(paths.count, "log"))."
      )
    }
    return found.first { path in
      guard let log = try? SessionLog.open(path), let timeline = try? Timeline.open(log) else {
        return false
      }
      return timeline.end.fatalAction != nil
    } ?? last
  }
}
