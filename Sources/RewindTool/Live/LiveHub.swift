import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindReports
import RewindServer
import RewindSession

/// Everything that browsers and apps ask of `rewind live`; it runs on the server's thread.
///
/// ```
/// browser ── GET events ──▶ LiveStream ──▶ LiveSession ──▶ the log ◀── the app writes
///         ── GET log … ───▶ LiveQuestion, on a thread of its own
///         ── POST app ────▶ LiveApp ──── one line ────▶ the app's time machine
/// ```
final class LiveHub: HTTPHandler, @unchecked Sendable {
  /// The sessions that were opened, the newest last.
  private(set) var sessions: [LiveSession] = []
  /// Counts the changes of the list of sessions.
  private(set) var newestVersion = 1
  /// The newest session; nil while there is none.
  var newest: LiveSession? { sessions.last }
  /// The outcome of the last rebuild; nil without `--watch`.
  private(set) var rebuild: LiveRebuild?
  var rebuildVersion = 0

  private var followed: FollowedPath
  let program: ReplayProgram?
  /// True if the stores of a session are shown as one, where there are several.
  private let isOfStores: Bool
  var apps: [String: LiveApp] = [:]
  var appVersions: [String: Int] = [:]
  private var lastSearch = ContinuousClock.now
  /// The session that could not be opened last; it is reported once.
  private var refused: String?
  /// The failures of sessions that were reported.
  private var reported: Set<String> = []
  private var streamCounts: [String: Int] = [:]
  private let perform: @Sendable (@escaping () -> Void) -> Void
  private let report: (String) -> Void
  /// Announces this server to apps; nil where it cannot be written.
  private let announcement: LiveFile?
  /// Answers beside the server's thread, on as many threads as the machine has cores, so that the rows keep
  /// coming.
  private let questions = OperationQueue()

  /// Earlier sessions kept open.
  private static let sessionLimit = 20
  /// The time between two looks for a newer session.
  private static let searchInterval = Duration.milliseconds(200)

  /// Makes a hub for the sessions at a path; it reports what a person at the terminal wants to know.
  init(
    _ followed: FollowedPath,
    _ program: ReplayProgram?,
    ofStores isOfStores: Bool,
    announcedBy announcement: LiveFile?,
    perform: @escaping @Sendable (@escaping () -> Void) -> Void,
    report: @escaping (String) -> Void
  ) {
    (self.followed, self.program, self.announcement) = (followed, program, announcement)
    (self.isOfStores, self.perform, self.report) = (isOfStores, perform, report)
    questions.maxConcurrentOperationCount = max(2, ProcessInfo.processInfo.activeProcessorCount)
  }

  /// Opens a session, which becomes the newest.
  ///
  /// - Throws: `SessionLogError` if it is not a session.
  func open(_ path: String) throws {
    let next = (sessions.last.flatMap { Int($0.id) } ?? 0) + 1
    sessions.append(
      try LiveSession.opened(
        path,
        id: "\(next)",
        ofStores: isOfStores,
        hasProgram: program != nil
      )
    )
    if sessions.count > Self.sessionLimit { sessions.removeFirst() }
    newestVersion += 1
  }

  /// Shows the outcome of a rebuild to browsers, and at the terminal.
  func show(_ rebuild: LiveRebuild?) {
    self.rebuild = rebuild
    rebuildVersion += 1
    if let words = rebuild?.words { report(words.escapedForTerminal) }
  }

  // MARK: - Time

  func tick() {
    for session in sessions where session === newest || streamCounts[session.id, default: 0] > 0 {
      session.refresh()
      reportFailure(of: session)
    }
    if let outdated = newest, outdated.isOutdated { begin(outdated) }
    guard ContinuousClock.now - lastSearch >= Self.searchInterval else { return }
    lastSearch = .now
    announcement?.restore()
    guard
      let path = followed.newest(after: newest?.log.header, orSegment: newest?.isOfStores != true)
    else { return }
    do {
      try open(path)
      report("\(path.escapedForTerminal): a new session.")
    } catch {
      // It is tried again, since it may be half written.
      if refused != path { report("\(error)".escapedForTerminal) }
      refused = path
    }
  }

  /// Begins a session again of which more is known than could be added at its end.
  private func begin(_ outdated: LiveSession) {
    do {
      try open(outdated.path)
      sessions.removeAll { $0 === outdated }
    } catch {
      outdated.fail(error)
    }
  }

  /// Reports once that a log cannot be read on, and that it is not at its path any more.
  private func reportFailure(of session: LiveSession) {
    if let failure = session.failure, reported.insert("\(session.id) failure").inserted {
      report("\(failure) Nothing more of it is shown.".escapedForTerminal)
    } else if session.isGone, reported.insert("\(session.id) gone").inserted {
      let path = session.path.escapedForTerminal
      report("\(path) was deleted or renamed; what the app does from now on may be missing.")
    }
  }

  // MARK: - Requests

  func answer(_ request: HTTPRequest, path: String) -> HTTPAnswer {
    do throws(HTTPRefusal) {
      switch (request.method, path) {
      case ("GET", ""):
        return .response(HTTPResponse(type: "text/html; charset=utf-8", Page.live.utf8))
      case ("GET", "sessions"): return .response(HTTPResponse(json: sessionList))
      case ("GET", "events"): return try events(request)
      case ("GET", "link"): return try link(request)
      case ("GET", "window"), ("GET", "log"), ("GET", "blame"), ("GET", "history"),
        ("GET", "screens"):
        return try question(path, request)
      case ("POST", "app"): return try controlApp(request)
      case ("POST", "culprit"): return try searchCulprit(request)
      default:
        throw HTTPRefusal(404, "There is nothing here.")
      }
    } catch {
      return .response(HTTPResponse(error))
    }
  }

  /// Returns the session that a request names.
  func session(_ request: HTTPRequest) throws(HTTPRefusal) -> LiveSession {
    guard let id = request.query["session"],
      let session = sessions.first(where: { $0.id == id })
    else { throw HTTPRefusal(404, "There is no longer such a session here.") }
    return session
  }

  private func events(_ request: HTTPRequest) throws(HTTPRefusal) -> HTTPAnswer {
    let session = try session(request)
    // A browser that reconnects names the last event that it got.
    let line =
      request.headers["last-event-id"].flatMap { Int($0) }
      ?? request.query["from"].flatMap { Int($0) }
    guard let line, (1...session.log.lineCount).contains(line) else {
      throw HTTPRefusal(400, "Events begin at a line of the log: from=LINE.")
    }
    let id = session.id
    streamCounts[id, default: 0] += 1
    return .events(
      LiveStream(session, from: line, of: self) { [weak self] in self?.streamCounts[id]? -= 1 }
    )
  }

  private func question(_ name: String, _ request: HTTPRequest) throws(HTTPRefusal) -> HTTPAnswer {
    let session = try session(request)
    let question = try LiveQuestion(name, request.query, program)
    // The facts belong to the window's moment, and are the server thread's.
    let facts = try? session.facts()
    return .later { [questions] reply in
      questions.addOperation {
        reply.send(question.answer(about: session, facts) { reply.isCancelled })
      }
    }
  }

  /// The sessions, the newest last.
  var sessionList: JSONValue {
    .array(
      sessions.map { session in
        [
          "id": .string(session.id), "path": .string(session.path),
          "session": .string(session.log.header.session),
          "app": session.log.header.app.map { .string($0) } ?? .null,
          "store": session.log.header.store.map { .string($0) } ?? .null,
          "stores": session.storeSession.map { JSONValue($0.names) } ?? .null,
          "started": session.log.header.started.map { .string($0) } ?? .null,
        ]
      }
    )
  }

  private func searchCulprit(_ request: HTTPRequest) throws(HTTPRefusal) -> HTTPAnswer {
    let session = try session(request)
    guard let program else {
      throw HTTPRefusal(409, "The search needs the app: start `rewind live` with --app PROGRAM.")
    }
    return .later { [questions, perform] reply in
      questions.addOperation {
        do {
          guard let diagnosis = try Self.diagnosis(of: session, by: program) else {
            throw CommandError("No store's log ends in an action: there is no crash to search for.")
          }
          reply.send(HTTPResponse(json: diagnosis.json))
          perform { session.diagnosis = diagnosis }
        } catch {
          reply.send(HTTPResponse(HTTPRefusal(409, "\(error)")))
        }
      }
    }
  }
}

extension LiveHub {
  private static func diagnosis(
    of session: LiveSession,
    by program: ReplayProgram
  ) throws -> PageDiagnosis? {
    guard session.isOfStores else { return try .searched(session.timeline(), by: program) }
    return try .searched(StoreReplays(besides: session.path, by: program))
  }
}

extension HTTPResponse {
  init(json: JSONValue) {
    self.init(type: "application/json", json.text.utf8)
  }
}
