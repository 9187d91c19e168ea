/// The answers of a server; all of it is called on the server's own thread.
package protocol HTTPHandler: AnyObject {
  /// Answers an admitted request; `path` is the part after the token.
  func answer(_ request: HTTPRequest, path: String) -> HTTPAnswer
  /// Called about every ``HTTPServer/interval`` while someone listens, otherwise more rarely.
  func tick()
}

/// The answer to a request.
package enum HTTPAnswer {
  case response(HTTPResponse)
  /// The answer comes later, from any thread: the closure gets a function that sends it, and must not wait.
  case later((HTTPReply) -> Void)
  /// Events until either side closes (Server-Sent Events, as HTML's standard has them).
  case events(any EventSource)
  /// Lines in both directions until either side closes.
  case link(any LineLink)
}

/// A browser's stream of events: it is asked for more when what it has given was sent, so that a browser
/// that sleeps costs nothing and gets what it missed.
package protocol EventSource: AnyObject {
  /// Returns the next events as they are sent; nil if there is nothing new.
  func next() -> [UInt8]?
  /// Called once, after the last event.
  func closed()
}

/// The other end of a connection over which lines go in both directions.
package protocol LineLink: AnyObject {
  /// Called first, with a function that sends a line.
  func opened(send: @escaping (String) -> Void, close: @escaping () -> Void)
  /// Called with a line, without its line feed.
  func received(_ line: String)
  /// Called once, after the last line.
  func closed()
}

extension [UInt8] {
  /// Returns an event of a stream; the data must be one line.
  package static func event(
    _ name: String,
    id: Int? = nil,
    _ data: some Sequence<UInt8>
  ) -> [UInt8] {
    var bytes = Array("event: \(name)\n".utf8)
    if let id { bytes += "id: \(id)\n".utf8 }
    bytes += "data: ".utf8
    bytes += data
    bytes += "\n\n".utf8
    return bytes
  }
}
