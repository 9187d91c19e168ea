import Foundation
import RewindServer
import RewindTestSupport
import Testing

@Suite("The server")
struct ServerTests {
  @Test("answers one request after the other over one connection, in pieces of any size")
  func pieces() throws {
    try RunningServer.with { server in
      let client = try server.connected()
      #expect(try client.ask(server.path("hello"), port: server.port)?.body == "hello")
      let request =
        "POST \(server.path("echo")) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
        + "Content-Length: 5\r\n\r\nworld"
      for character in request { client.send(String(character)) }
      #expect(try client.answer()?.body == "world")
      client.send(request + request)
      #expect(try client.answer()?.body == "world")
      #expect(try client.answer()?.body == "world")
    }
  }

  @Test("answers requests that come at once without waiting in between")
  func pipeline() throws {
    try RunningServer.with { server in
      let client = try server.connected()
      let request = "GET \(server.path("hello")) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
      let count = 2_000
      // Each wait for the next event of an idle server takes a quarter of a second.
      client.send(String(repeating: request, count: count))
      for _ in 0..<count { #expect(try client.answer()?.body == "hello") }
    }
  }

  @Test("answers a slow request when its answer is there, and others meanwhile")
  func later() throws {
    try RunningServer.with { server in
      let slow = try server.connected()
      slow.send("GET \(server.path("later")) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
      let other = try server.connected()
      #expect(try other.ask(server.path("hello"), port: server.port)?.body == "hello")
      #expect(try other.ask(server.path("release"), port: server.port)?.body == "released")
      #expect(try slow.answer()?.body == "late")
    }
  }

  @Test("sends no answer to who has gone, and goes on")
  func gone() throws {
    try RunningServer.with { server in
      do {
        let client = try server.connected()
        client.send(
          "GET \(server.path("later")) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
        )
        let other = try server.connected()
        #expect(try other.ask(server.path("hello"), port: server.port)?.body == "hello")
      }
      let other = try server.connected()
      // The server has seen that the first one has gone before it answers this.
      while try other.ask(server.path("waiting"), port: server.port)?.body != "0" {}
      #expect(try other.ask(server.path("release"), port: server.port)?.body == "released")
    }
  }

  @Test("has every answer keep to itself: no sniffing, no framing, no referrer, no other origin")
  func headers() throws {
    try RunningServer.with { server in
      for path in [server.path("hello"), "/wrong/", server.path("nothing")] {
        let headers = try server.connected().ask(path, port: server.port)?.headers ?? [:]
        #expect(headers["referrer-policy"] == "no-referrer")
        #expect(headers["x-content-type-options"] == "nosniff")
        #expect(headers["x-frame-options"] == "DENY")
        #expect(headers["cross-origin-resource-policy"] == "same-origin")
        #expect(headers["cache-control"] == "no-store")
        #expect(headers["access-control-allow-origin"] == nil)
        #expect(headers["set-cookie"] == nil)
      }
    }
  }

  @Test("refuses a stranger's request before it reads the body")
  func strangersBody() throws {
    try RunningServer.with { server in
      let client = try server.connected()
      let answer = try client.ask(
        "/wrong/app",
        port: server.port,
        method: "POST",
        headers: ["Content-Length: 1000000"]
      )
      #expect(answer?.status == 404)
      #expect(try client.line() == nil)
    }
  }

  @Test(
    "gives a guest a connection, however many strangers hold connections, and closes the oldest of them"
  )
  func strangers() throws {
    try RunningServer.with { server in
      var strangers: [SocketClient] = []
      for _ in 0..<100 {
        let stranger = try server.connected()
        stranger.send("GET /")
        strangers.append(stranger)
      }
      #expect(try server.connected().ask(server.path("hello"), port: server.port)?.body == "hello")
      let count = try server.connected().ask(server.path("hello"), port: server.port)?.status
      #expect(count == 200)
      // All but the newest are closed.
      for stranger in strangers.prefix(100 - 64) { #expect(try !stranger.receive()) }
    }
  }

  @Test("lets go of who never ends a request, who never begins one, and who never takes the answer")
  func slowClients() throws {
    var limits = HTTPServer.Limits()
    limits.requestTime = .milliseconds(50)
    limits.idleTime = .milliseconds(50)
    try RunningServer.with(limits) { server in
      // First, so that it is let go of before the others are: its answer is on the way when they come.
      let deaf = try server.connected()
      deaf.send("GET \(server.path("large")) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
      #expect(try deaf.receive())
      let silent = try server.connected()
      let dripping = try server.connected()
      dripping.send("GET /\(server.token)/hello HTTP/1.1\r\nA: ")
      let withoutBody = try server.connected()
      withoutBody.send(
        "POST \(server.path("echo")) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
          + "Content-Length: 100\r\n\r\nhalf"
      )
      for client in [silent, dripping, withoutBody] { #expect(try !client.receive()) }
      // What the system had taken of the large answer comes, and then the end.
      while try deaf.receive() {}
      #expect(deaf.received < 50_000_000)
    }
  }

  @Test("sends events as they come, and missed ones to a client that comes again")
  func events() throws {
    try RunningServer.with { server in
      let client = try server.connected()
      client.send("GET \(server.path("events")) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
      #expect(try client.head()?.headers["content-type"] == "text/event-stream")
      for expected in 1...3 {
        _ = try server.connected().ask(server.path("more"), port: server.port)
        #expect(try client.event()?.data == ["\(expected)"])
      }
      let again = try server.connected()
      again.send(
        "GET \(server.path("events")) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
          + "Last-Event-ID: 1\r\n\r\n"
      )
      _ = try again.head()
      #expect(try again.event()?.data == ["2"])
      #expect(try again.event()?.data == ["3"])
    }
  }

  @Test("passes lines in both directions over a link, and reports its end")
  func links() throws {
    try RunningServer.with { server in
      let client = try server.connected()
      client.send(
        "GET \(server.path("link")) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
          + "Upgrade: rewind\r\n\r\none\ntwo\nthr"
      )
      #expect(try client.head()?.status == 101)
      #expect(try client.line() == "one!")
      #expect(try client.line() == "two!")
      client.send("ee\n")
      #expect(try client.line() == "three!")
    }
  }

  @Test("survives random bytes, and answers the next one", arguments: 0..<20 as Range<UInt64>)
  func noise(seed: UInt64) throws {
    try RunningServer.with { server in
      var random = SeededGenerator(seed: seed)
      for _ in 0..<20 {
        let client = try server.connected()
        let bytes = (0..<Int.random(in: 1...3_000, using: &random)).map { _ in
          Character(UnicodeScalar(UInt8.random(in: 0...127, using: &random)))
        }
        client.send(String(bytes))
      }
      let answer = try server.connected().ask(server.path("hello"), port: server.port)
      #expect(answer?.body == "hello", "seed \(seed)")
    }
  }
}

/// A server on a thread of its own, whose paths do what the tests need.
private struct RunningServer {
  let port: Int
  let token: String

  static func with(
    _ limits: HTTPServer.Limits = HTTPServer.Limits(),
    _ body: (RunningServer) throws -> Void
  ) throws {
    let server = try HTTPServer.bound(limits: limits)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      server.run(Desk())
      done.signal()
    }
    defer {
      server.performer { server.stop() }
      done.wait()
    }
    try body(RunningServer(port: server.port, token: server.access.token))
  }

  func path(_ name: String) -> String { "/\(token)/\(name)" }

  func connected() throws -> SocketClient { try .connected(to: port) }
}

private final class Desk: HTTPHandler {
  private var waiting: [HTTPReply] = []
  fileprivate var count = 0

  func tick() {}

  func answer(_ request: HTTPRequest, path: String) -> HTTPAnswer {
    switch path {
    case "hello": .response(HTTPResponse("hello".utf8))
    case "echo": .response(HTTPResponse(request.body))
    case "large": .response(HTTPResponse([UInt8](repeating: 65, count: 50_000_000)))
    case "later": .later { self.waiting.append($0) }
    case "waiting":
      .response(HTTPResponse("\(waiting.filter { !$0.isCancelled }.count)".utf8))
    case "release": release()
    case "more": more()
    case "events": .events(Counter(self, from: Int(request.headers["last-event-id"] ?? "") ?? 0))
    case "link": .link(Echo())
    default: .response(HTTPResponse(HTTPRefusal(404, "nothing")))
    }
  }

  private func release() -> HTTPAnswer {
    for reply in waiting { reply.send(HTTPResponse("late".utf8)) }
    waiting = []
    return .response(HTTPResponse("released".utf8))
  }

  private func more() -> HTTPAnswer {
    count += 1
    return .response(HTTPResponse("\(count)".utf8))
  }
}

private final class Counter: EventSource {
  private let desk: Desk
  private var sent: Int

  init(_ desk: Desk, from sent: Int) {
    (self.desk, self.sent) = (desk, sent)
  }

  func next() -> [UInt8]? {
    guard sent < desk.count else { return nil }
    sent += 1
    return .event("count", id: sent, "\(sent)".utf8)
  }

  func closed() {}
}

private final class Echo: LineLink {
  private var send: (String) -> Void = { _ in }

  func opened(send: @escaping (String) -> Void, close: @escaping () -> Void) {
    self.send = send
  }

  func received(_ line: String) {
    send("\(line)!")
  }

  func closed() {}
}
