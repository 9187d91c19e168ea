import Foundation
package import RewindSession

/// A small server of HTTP/1.1 for one user's browsers, on one thread.
///
/// Assumes hostile local clients; all input is bounded in size, number and time. Strangers, who have not shown the
/// token, neither displace guests nor learn anything.
///
/// Its members are those of the thread that runs it, except ``performer``.
package final class HTTPServer: @unchecked Sendable {
  /// The bounds of the server.
  package struct Limits: Sendable {
    package var request = HTTPRequest.Limits()
    /// The number of connections of guests, who have shown the token.
    package var guests = 1_200
    /// The number of connections of strangers; the oldest makes room for another one.
    package var strangers = 64
    /// The longest time that a request may take to come, and that a stranger may be idle.
    package var requestTime = Duration.seconds(5)
    /// The time in which a guest must take some of an answer, or ask again.
    package var idleTime = Duration.seconds(60)
    /// The bytes of a line that a link may send, and of those that wait for it.
    package var line = 16 << 20

    package init() {}
  }

  package let port: Int
  /// The rule for those who come in.
  package let access: AccessRule
  /// The time between two calls of `tick` while someone listens.
  package static let interval = Duration.milliseconds(5)

  private let listener: Listener
  private let wakeup: Wakeup
  private let limits: Limits
  private var connections: [Connection] = []
  private var nextBeat = ContinuousClock.now
  private var isStopped = false

  private init(_ listener: Listener, _ wakeup: Wakeup, _ access: AccessRule, _ limits: Limits) {
    (self.listener, self.wakeup, self.limits, self.access) = (listener, wakeup, limits, access)
    port = listener.port
  }

  /// Binds a server; ``run(_:)`` answers.
  ///
  /// - Throws: ``SystemError`` if the address or the port is not available.
  package static func bound(
    to address: String = "127.0.0.1",
    port: Int = 0,
    token: String = AccessRule.makeToken(),
    limits: Limits = Limits()
  ) throws(SystemError) -> HTTPServer {
    let listener = try Listener.bound(to: address, port: port)
    let access = AccessRule(token: token, port: listener.port, address: address)
    var limits = limits
    // The logs and the tool itself need some.
    limits.guests = min(limits.guests, max(16, DescriptorLimit.raise() - limits.strangers - 64))
    return HTTPServer(listener, try .make(), access, limits)
  }

  /// Has the server's thread run a closure; callable from every thread.
  package var performer: @Sendable (@escaping () -> Void) -> Void {
    { [wakeup] in wakeup.perform($0) }
  }

  /// Ends ``run(_:)``; call it on the server's thread.
  package func stop() {
    isStopped = true
  }

  /// Answers requests until ``stop()``, and gives the port back.
  package func run(_ handler: some HTTPHandler) {
    var lastTick = ContinuousClock.now
    while !isStopped {
      let isCalled = wait(
        connections.contains(where: \.isReady)
          ? .zero : isListenedTo ? Self.interval : Self.idleInterval
      )
      if ContinuousClock.now - lastTick >= Self.interval {
        handler.tick()
        lastTick = .now
      }
      for connection in connections { serve(connection, handler) }
      // Accept last, so that a request just read is not evicted.
      if isCalled { accept() }
      expire()
    }
    for connection in connections { connection.abandon() }
    connections = []
    listener.end()
  }

  private static let idleInterval = Duration.milliseconds(250)
  /// The keep-alive interval of a stream without events.
  private static let beat = Duration.seconds(15)

  private var isListenedTo: Bool {
    connections.contains {
      if case .events = $0.use { return true }
      return false
    }
  }

  // MARK: - Waiting

  /// Waits until something comes, and takes it in; returns true if there are new connections.
  private func wait(_ time: Duration) -> Bool {
    var polled = [
      pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    for connection in connections {
      let reads = connection.input.count < readLimit(connection) ? Int16(POLLIN) : 0
      let writes = connection.backlog > 0 ? Int16(POLLOUT) : 0
      polled.append(pollfd(fd: connection.descriptor, events: reads | writes, revents: 0))
    }
    let milliseconds = time.components.attoseconds / 1_000_000_000_000_000
    guard poll(&polled, nfds_t(polled.count), CInt(milliseconds)) > 0 else { return false }
    for (entry, connection) in zip(polled[2...], connections) where entry.revents != 0 {
      if entry.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
        connection.receive(limit: readLimit(connection))
        // There is no room for more, and the client has closed its end: it would wake the loop for ever.
        if entry.events == 0, entry.revents & Int16(POLLHUP | POLLERR) != 0 { connection.abandon() }
      }
      if entry.revents & Int16(POLLOUT) != 0 {
        connection.flush()
        connection.deadline = .now + limits.idleTime
      }
    }
    if polled[0].revents != 0 { wakeup.run() }
    return polled[1].revents != 0
  }

  private func readLimit(_ connection: Connection) -> Int {
    if case .link = connection.use { return limits.line }
    return limits.request.head + (connection.isAdmitted ? limits.request.body : 0)
  }

  /// Takes new connections; where there are too many strangers, the oldest goes.
  private func accept() {
    // What waits longer can wait for the next round.
    for _ in 0..<64 {
      guard let descriptor = listener.accepted() else { return }
      let strangers = connections.filter { !$0.isAdmitted }
      if strangers.count >= limits.strangers, let oldest = strangers.first {
        oldest.abandon()
        connections.removeAll { $0 === oldest }
      }
      connections.append(Connection(descriptor, deadline: .now + limits.requestTime))
    }
  }

  private func expire() {
    let now = ContinuousClock.now
    let isBeat = now >= nextBeat
    if isBeat { nextBeat = now + Self.beat }
    for connection in connections {
      if isBeat, case .events = connection.use, connection.backlog == 0 {
        connection.send(Array(": \n\n".utf8))
      }
      if connection.deadline < now, isTimed(connection) { connection.abandon() }
      if connection.isClosed { connection.abandon() }
    }
    connections.removeAll(where: \.isClosed)
  }

  /// Streams, links and pending replies have no deadline.
  private func isTimed(_ connection: Connection) -> Bool {
    switch connection.use {
    case .request, .ending: true
    case .answering: false
    case .events, .link: connection.backlog > 0
    }
  }

  // MARK: - Serving

  private func serve(_ connection: Connection, _ handler: some HTTPHandler) {
    if connection.isClosed { return }
    switch connection.use {
    case .request: readRequests(connection, handler)
    case .events(let source): pump(source, into: connection)
    case .link(let link): readLines(link, connection)
    case .ending: connection.end()
    case .answering: break
    }
  }

  /// Answers the requests that have come, as long as the client takes the answers.
  private func readRequests(_ connection: Connection, _ handler: some HTTPHandler) {
    // What comes after so many waits for the others' next turn.
    for _ in 0..<64 {
      guard case .request = connection.use, connection.backlog == 0, !connection.isClosed,
        readRequest(connection, handler)
      else { return }
    }
  }

  /// Answers a request; returns false if it has not come whole.
  private func readRequest(_ connection: Connection, _ handler: some HTTPHandler) -> Bool {
    connection.hasNextRequest = false
    guard !connection.input.isEmpty else { return false }
    do throws(HTTPRefusal) {
      guard let (head, length) = try HTTPRequest.head(of: connection.input, limits.request) else {
        return false
      }
      let path = try access.path(of: head)
      try admit(connection)
      guard connection.input.count >= length + head.bodyLength else { return false }
      var request = head
      request.body = Array(connection.input.dropFirst(length).prefix(head.bodyLength))
      connection.consume(length + head.bodyLength)
      connection.hasNextRequest = !connection.input.isEmpty
      answer(request, path, connection, handler)
      return true
    } catch {
      connection.send(HTTPResponse(error).bytes(keepsConnection: false))
      connection.end()
      return false
    }
  }

  private func admit(_ connection: Connection) throws(HTTPRefusal) {
    guard !connection.isAdmitted else { return }
    guard connections.count(where: \.isAdmitted) < limits.guests else {
      throw HTTPRefusal(503, "Too many browsers are connected.")
    }
    connection.isAdmitted = true
    connection.deadline = .now + limits.requestTime
  }

  private func answer(
    _ request: HTTPRequest,
    _ path: String,
    _ connection: Connection,
    _ handler: some HTTPHandler
  ) {
    connection.keepsAlive = request.keepsConnection
    switch handler.answer(request, path: path) {
    case .response(let response):
      respond(response, connection)
    case .later(let begin):
      let reply = HTTPReply { [weak self, weak connection, wakeup] response in
        wakeup.perform {
          guard let self, let connection, case .answering = connection.use else { return }
          self.respond(response, connection)
        }
      }
      connection.use = .answering(reply)
      begin(reply)
    case .events(let source):
      let head = HTTPResponse(type: "text/event-stream", [])
      connection.send(head.head(keepsConnection: true, length: nil))
      connection.use = .events(source)
    case .link(let link):
      connection.send(Array("HTTP/1.1 101 Switching Protocols\r\nUpgrade: rewind\r\n".utf8))
      connection.send(Array("Connection: Upgrade\r\n\r\n".utf8))
      connection.use = .link(link)
      open(link, connection)
    }
  }

  private func respond(_ response: HTTPResponse, _ connection: Connection) {
    connection.use = .request
    connection.deadline = .now + limits.idleTime
    connection.send(response.bytes(keepsConnection: connection.keepsAlive))
    if !connection.keepsAlive { connection.end() }
  }

  /// Sends events as long as the browser takes them.
  private func pump(_ source: any EventSource, into connection: Connection) {
    connection.consume(connection.input.count)
    while connection.backlog == 0, !connection.isClosed, let bytes = source.next() {
      connection.deadline = .now + limits.idleTime
      connection.send(bytes)
    }
  }

  // MARK: - Links

  private func open(_ link: any LineLink, _ connection: Connection) {
    link.opened(
      send: { [weak connection, limits] line in
        guard let connection else { return }
        connection.deadline = .now + limits.idleTime
        guard connection.backlog + line.utf8.count < limits.line else {
          return connection.abandon()
        }
        connection.send(Array(line.utf8) + [0x0A])
      },
      close: { [weak connection] in connection?.abandon() }
    )
  }

  private func readLines(_ link: any LineLink, _ connection: Connection) {
    while let end = connection.input.dropFirst(connection.searched).firstIndex(of: 0x0A) {
      let line = connection.input.prefix(upTo: end)
      let text = String(decoding: line, as: UTF8.self)
      connection.consume(line.count + 1)
      link.received(text)
    }
    connection.searched = connection.input.count
    if connection.input.count >= limits.line { connection.abandon() }
  }
}
