import RewindJSON
import RewindServer

/// The apps that write the sessions, as far as they can be driven.
extension LiveHub {
  /// Counts what has changed about the app that writes a session.
  func appVersion(of session: LiveSession) -> Int {
    keys(of: session).map { appVersions[$0, default: 0] }.reduce(0, +) + rebuildVersion
  }

  private func keys(of session: LiveSession) -> [String] {
    let header = session.log.header
    return session.storeSession?.names.map { LiveApp.key(header.session, $0) }
      ?? [LiveApp.key(of: header)]
  }

  /// The app's stores that can be driven.
  private func controls(of session: LiveSession) -> LiveStoreControls? {
    session.storeSession.map { stores in
      let names = stores.names.map { ($0, LiveApp.key(session.log.header.session, $0)) }
      return LiveStoreControls(
        stores,
        names.compactMap { name, key in apps[key].map { (name, $0) } }
      )
    }
  }

  /// Describes the app that writes a session, as far as it can be driven.
  func app(of session: LiveSession) -> JSONValue {
    let (controls, app) = (controls(of: session), apps[LiveApp.key(of: session.log.header)])
    return [
      "connected": .bool(controls?.isConnected ?? (app != nil)),
      "types": controls?.types ?? app?.types ?? [],
      "status": controls.map(\.status) ?? app?.status ?? .null,
      "program": program.map { .string($0.name) } ?? .null, "rebuild": rebuild?.json ?? .null,
    ]
  }

  /// Takes the link of an app.
  func link(_ request: HTTPRequest) throws(HTTPRefusal) -> HTTPAnswer {
    guard request.headers["upgrade"]?.lowercased() == "rewind",
      let session = request.query["session"], let store = request.query["store"]
    else { throw HTTPRefusal(400, "An app links with its session and its store.") }
    // Pages can connect to this machine, but not so that they can name another protocol.
    guard request.headers["origin"] == nil else {
      throw HTTPRefusal(403, "A page cannot be an app.")
    }
    let key = LiveApp.key(session, store)
    let app = LiveApp { [weak self] app, isOpen in
      guard let self else { return }
      if isOpen { apps[key] = app } else if apps[key] === app { apps[key] = nil }
      appVersions[key, default: 0] += 1
    }
    return .link(app)
  }

  /// Passes a command on to the app that writes a session.
  func controlApp(_ request: HTTPRequest) throws(HTTPRefusal) -> HTTPAnswer {
    let session = try session(request)
    guard let json = try? JSONValue(parsing: request.body), let command = json.object else {
      throw HTTPRefusal(400, "A command is a JSON object.")
    }
    if let controls = controls(of: session), controls.isConnected {
      return .later { reply in controls.ask(command, reply) }
    }
    guard !session.isOfStores, let app = apps[LiveApp.key(of: session.log.header)] else {
      return .response(LiveApp.no("The app that wrote this session is not connected."))
    }
    return .later { reply in app.ask(command, reply) }
  }
}
