import Foundation
import RewindLog
import RewindSession
import RewindTimeline

/// The log of a session in a folder, found by the session's id.
enum SessionByID {
  /// Returns the path of the log that ends in the crash, or of the last one where none does; a session of several
  /// stores or segments has several.
  ///
  /// They are searched in a folder, at any depth, which may be one log instead.
  ///
  /// - Throws: `CommandError` if it has no log of the session.
  static func path(of session: String, in folder: String, _ terminal: Terminal) throws -> String {
    let paths = try SessionFiles.expand([folder], terminal)
    let wanted = session.lowercased()
    let headers = try paths.map { path -> SessionHeader? in
      do {
        return try SessionHeader.read(path, ReadableFile.open(input: path))
      } catch {
        // Of several, the others may be readable.
        if paths.count == 1 { throw error }
        return nil
      }
    }
    let all = zip(paths, headers).filter { $1?.session.lowercased() == wanted }
    // A session that was made shorter has the id of the one that it was made of.
    let recorded = all.filter { $1?.reproduced == nil }
    let found = (recorded.isEmpty ? all : recorded).map(\.0)
    guard let last = found.last else {
      let unreadable = headers.count { $0 == nil }
      let but = unreadable > 0 ? ", of which \(unreadable) cannot be read" : ""
      throw CommandError(
        "No log of the session \(session.escapedForTerminal) in \(folder), which has \(counted(paths.count, "log"))\(but)."
          + " Has it arrived, or is it in another folder? --sessions names that."
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
