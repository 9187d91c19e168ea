import Foundation

/// A connection to a server of this machine, byte by byte: what a browser does, and what it never would.
///
/// Every wait has an end, long enough for a machine that does much else.
public final class SocketClient {
  /// Why a connection has failed.
  public enum Failure: Error {
    case refused(CInt)
    case silent
  }

  /// A whole answer of HTTP.
  public struct Answer: Sendable {
    public let status: Int
    public let headers: [String: String]
    public let body: String
  }

  private let descriptor: CInt
  private var input: [UInt8] = []
  /// The number of bytes that have come.
  public private(set) var received = 0
  /// True once the other side has closed the connection.
  public private(set) var isClosed = false

  /// Seconds that one wait may take.
  private static let patience = hangingSeconds

  private init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Connects to a port.
  public static func connected(to port: Int) throws -> SocketClient {
    var socketAddress = sockaddr_in()
    socketAddress.sin_family = sa_family_t(AF_INET)
    socketAddress.sin_port = in_port_t(port).bigEndian
    inet_pton(AF_INET, "127.0.0.1", &socketAddress.sin_addr)
    #if canImport(Darwin)
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    var yes: CInt = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<CInt>.size))
    #else
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #endif
    let code = withUnsafePointer(to: &socketAddress) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(descriptor)
      throw Failure.refused(errno)
    }
    return SocketClient(descriptor)
  }

  /// Sends a text, as far as the other side takes it.
  public func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    #if canImport(Darwin)
    let flags: CInt = 0
    #else
    let flags = CInt(MSG_NOSIGNAL)
    #endif
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits for more bytes; false if the other side has closed the connection.
  @discardableResult
  public func receive() throws -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, CInt(Self.patience * 1_000)) > 0 else { throw Failure.silent }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { input += buffer[..<count] } else { isClosed = true }
    received += max(count, 0)
    return count > 0
  }

  /// Waits for a line, and takes it without its end; nil where the connection ends before.
  public func line() throws -> String? {
    while true {
      if let end = input.firstIndex(of: 0x0A) {
        let line = String(decoding: input[..<end], as: UTF8.self)
        input.removeSubrange(...end)
        return line.hasSuffix("\r") ? String(line.dropLast()) : line
      }
      guard try receive() else { return nil }
    }
  }

  /// Waits for the head of an answer: its status and its headers; nil where there is none.
  public func head() throws -> (status: Int, headers: [String: String])? {
    guard let first = try line(),
      let status = Int(first.split(separator: " ").dropFirst().first ?? "")
    else { return nil }
    var headers: [String: String] = [:]
    while let line = try line(), !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return (status, headers)
  }

  /// Waits for a whole answer; nil where the connection ends without one.
  public func answer() throws -> Answer? {
    guard let (status, headers) = try head() else { return nil }
    let length = Int(headers["content-length"] ?? "") ?? 0
    while input.count < length, try receive() {}
    let body = String(decoding: input.prefix(length), as: UTF8.self)
    input.removeFirst(min(length, input.count))
    return Answer(status: status, headers: headers, body: body)
  }

  /// Sends a request, and waits for its answer.
  public func ask(
    _ path: String,
    port: Int,
    method: String = "GET",
    headers: [String] = [],
    body: String? = nil
  ) throws -> Answer? {
    var lines = ["\(method) \(path) HTTP/1.1"]
    if !headers.contains(where: { $0.hasPrefix("Host:") }) {
      lines.append("Host: 127.0.0.1:\(port)")
    }
    lines += headers
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
    return try answer()
  }

  /// An event of a stream.
  public struct Event: Sendable {
    public var name = ""
    public var id: String?
    public var data: [String] = []
  }

  /// Waits for an event; nil where the stream ends.
  public func event() throws -> Event? {
    let end = Date(timeIntervalSinceNow: Double(Self.patience))
    var event = Event()
    // A stream without events says now and then that it lives.
    while Date() < end, let line = try line() {
      if line.isEmpty {
        if !event.data.isEmpty { return event }
        event = Event()
      } else if line.hasPrefix("event: ") {
        event.name = String(line.dropFirst(7))
      } else if line.hasPrefix("id: ") {
        event.id = String(line.dropFirst(4))
      } else if line.hasPrefix("data: ") {
        event.data.append(String(line.dropFirst(6)))
      }
    }
    return nil
  }
}

private func systemSend(
  _ descriptor: CInt,
  _ bytes: UnsafeRawPointer?,
  _ count: Int,
  _ flags: CInt
) -> Int {
  send(descriptor, bytes, count, flags)
}
