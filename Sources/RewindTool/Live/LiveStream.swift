import RewindJSON
import RewindReports
import RewindServer

/// The events that one browser gets of a session, from a line of its log on.
///
/// Each event has the number of the line after it, so that a browser that was cut off names the last one
/// and misses nothing. Lines are read as the browser takes them: one that sleeps costs nothing.
final class LiveStream: EventSource {
  private let session: LiveSession
  private weak var hub: LiveHub?
  private var nextLine: Int
  private var factsVersion = 0
  private var appVersion = -1
  private var newestVersion: Int
  private let onClose: () -> Void

  /// The bytes of lines in one event.
  private static let limit = 1 << 18

  init(_ session: LiveSession, from line: Int, of hub: LiveHub, onClose: @escaping () -> Void) {
    (self.session, self.hub, nextLine, self.onClose) = (session, hub, line, onClose)
    newestVersion = hub.newestVersion
  }

  func next() -> [UInt8]? {
    if let lines = lines() { return lines }
    if factsVersion != session.factsVersion {
      factsVersion = session.factsVersion
      if let facts = try? session.facts() { return .event("facts", facts.text.utf8) }
    }
    guard let hub else { return nil }
    if appVersion != hub.appVersion(of: session) {
      appVersion = hub.appVersion(of: session)
      return .event("app", hub.app(of: session).text.utf8)
    }
    if newestVersion != hub.newestVersion {
      newestVersion = hub.newestVersion
      return .event("sessions", hub.sessionList.text.utf8)
    }
    return nil
  }

  func closed() {
    onClose()
  }

  /// Returns the next lines as one event; nil if there are none.
  private func lines() -> [UInt8]? {
    guard session.failure == nil, nextLine < session.log.lineCount else { return nil }
    var data: [UInt8] = []
    while nextLine < session.log.lineCount, data.count < Self.limit {
      do {
        if let line = try session.line(nextLine) {
          if !data.isEmpty { data += "\ndata: ".utf8 }
          data += line
        }
      } catch {
        session.fail(error)
        break
      }
      nextLine += 1
    }
    return data.isEmpty ? nil : .event("lines", id: nextLine, data)
  }
}
