import Foundation
package import RewindSession

/// A minimal HTTP client for this package's server, with a short timeout.
package struct HTTPClient: Sendable {
  private let host: String
  private let port: UInt16
  private let token: String

  /// Seconds that an answer may take.
  private static let patience = 3

  /// Reads an address that `rewind live` has printed; nil if it is not one.
  package init?(address: String) {
    guard
      let url = URL(string: address.trimmingCharacters(in: .whitespacesAndNewlines)),
      let host = url.host, let port = url.port.flatMap(UInt16.init(exactly:)), url.scheme == "http",
      url.pathComponents.count == 2
    else { return nil }
    self.host = host == "localhost" ? "127.0.0.1" : host
    self.port = port
    token = url.pathComponents[1]
  }

  /// Asks, and waits for the answer.
  ///
  /// - Parameters:
  ///   - path: The path after the token, with its query.
  ///   - body: What is sent with POST; nil for GET.
  /// - Returns: The status and the body of the answer.
  /// - Throws: ``SystemError`` if there is no response in time.
  package func ask(
    _ path: String,
    body: String? = nil
  ) throws(SystemError) -> (status: Int, body: String) {
    let descriptor = try Descriptor.socket()
    defer { close(descriptor) }
    try reach(descriptor)
    let length = body.map { "Content-Length: \($0.utf8.count)\r\n" } ?? ""
    let text =
      "\(body == nil ? "GET" : "POST") /\(token)/\(path) HTTP/1.1\r\nHost: \(host):\(port)\r\n"
      + "\(length)Connection: close\r\n\r\n\(body ?? "")"
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Descriptor.send(descriptor, $0[...]) }
      guard count > 0 else { throw .last }
      rest = rest.dropFirst(count)
    }
    return try answer(descriptor)
  }

  private func reach(_ descriptor: CInt) throws(SystemError) {
    // This one waits, but not for ever.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    var time = timeval()
    time.tv_sec = .init(Self.patience)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    var socketAddress = sockaddr_in()
    socketAddress.sin_family = sa_family_t(AF_INET)
    socketAddress.sin_port = port.bigEndian
    guard inet_pton(AF_INET, host, &socketAddress.sin_addr) == 1 else { throw .invalidArgument }
    let isConnected = withUnsafePointer(to: &socketAddress) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw .last }
  }

  private func answer(_ descriptor: CInt) throws(SystemError) -> (status: Int, body: String) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.components(separatedBy: "\r\n\r\n")
    guard let status = Int(text.split(separator: " ").dropFirst().first ?? ""), parts.count > 1
    else {
      throw .inputOutput
    }
    return (status, parts.dropFirst().joined(separator: "\r\n\r\n"))
  }
}
