import RewindLog
package import RewindSession
import RewindTimeline

/// A log among many: the facts that reading it alone gives.
package struct TriageLog: Codable, Hashable, Sendable {
  /// The end of a log, with the facts that distinguish it from other ends.
  package enum End: Codable, Hashable, Sendable {
    /// The app died in the last action, one of this type.
    case crashed(type: String)
    case closed
    /// Killed, or crashed outside a reducer.
    case stopped
    case cut
    case continued
    /// The log differs from what its recorder wrote, in this way.
    case damaged(String)
    /// The log cannot be read, for this reason.
    case unreadable(String)
  }

  /// The file; the same contents may come back under another name.
  package internal(set) var path: String
  /// The key of the contents.
  package let content: String
  package internal(set) var session = ""
  package internal(set) var store: String?
  package internal(set) var app: String?
  package internal(set) var version: String?
  package internal(set) var commit: String?
  package internal(set) var started: String?
  package internal(set) var actions = 0
  package let end: End

  init(path: String, content: String, end: End) {
    (self.path, self.content, self.end) = (path, content, end)
  }

  /// Returns a name of a recording that does not depend on its file: the session's id and the store; empty for
  /// a file that cannot be read.
  package static func recording(_ session: String, _ store: String?) -> String {
    session + (store.map { " \($0)" } ?? "")
  }

  /// The size in bytes of a piece of a file that is read at once.
  private static let pieceSize = 1 << 20

  /// Reads a log, unless its contents were read before; one that cannot be read has that as its end.
  static func read(_ path: String, known: (_ content: String) -> TriageLog?) -> TriageLog {
    let content: String
    do throws(SystemError) {
      content = try key(of: path)
    } catch {
      return TriageLog(path: path, content: "", end: .unreadable("\(error)"))
    }
    if var log = known(content) {
      log.path = path
      return log
    }
    do throws(SessionLogError) {
      return try read(path, content)
    } catch {
      return TriageLog(path: path, content: content, end: error.end)
    }
  }

  /// Returns the key of a file's contents.
  package static func key(of path: String) throws(SystemError) -> String {
    let file = try ReadableFile.open(input: path)
    var key = ContentKey()
    let length = file.length
    var offset = 0
    while offset < length {
      var piece = try file.bytes(offset..<min(offset + pieceSize, length))
      // It became shorter meanwhile.
      if piece.isEmpty { break }
      offset += piece.count
      key.add(&piece)
    }
    return key.text
  }

  private static func read(_ path: String, _ content: String) throws(SessionLogError) -> TriageLog {
    let timeline = try Timeline.open(SessionLog.open(path))
    var log = TriageLog(path: path, content: content, end: try end(of: timeline))
    let header = timeline.log.header
    (log.session, log.store) = (header.session, header.store)
    (log.app, log.started) = (header.app, header.started)
    log.version = header.json["version"]?.string
    log.commit = header.json["commit"]?.string
    log.actions = timeline.actionCount
    return log
  }

  private static func end(of timeline: Timeline) throws(SessionLogError) -> End {
    if let damage = timeline.log.damage { return .damaged(damage.kind.rawValue) }
    switch timeline.end {
    case .crashed(let action): return .crashed(type: try timeline.action(action).type)
    case .closed: return .closed
    case .stopped: return .stopped
    case .cut: return .cut
    case .continued: return .continued
    }
  }
}

extension SessionLogError {
  /// The end of a log that shows this error, without the parts that differ from file to file.
  var end: TriageLog.End {
    switch reason {
    case .damaged(let damage): .damaged(damage.kind.rawValue)
    case .cannotOpen(let error): .unreadable("\(error)")
    case .becameShorter: .unreadable("it was truncated while it was being read")
    case .cancelled: .unreadable("it was stopped")
    case .empty: .unreadable("it is empty")
    case .notASession(let why): .unreadable("it is not a session log: \(why)")
    case .compressed(let program, _): .unreadable("it is compressed with \(program)")
    case .byteOrderMark: .unreadable("it has a byte order mark")
    case .newerFormat(let version): .unreadable("it is of format \(version)")
    case .lineTooLong: .unreadable("a line is too long")
    case .unreadable(_, let why): .unreadable("a line cannot be read: \(why)")
    case .noSuchIndex, .noState, .notRecorded: .unreadable("a state that is needed is missing")
    case .badPatch, .badReplay: .unreadable("a patch does not apply to the state before it")
    }
  }
}
