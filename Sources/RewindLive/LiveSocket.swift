import Foundation

/// A connection to `rewind live`, over which lines go in both directions.
final class LiveSocket: @unchecked Sendable {
  private let descriptor: CInt
  /// Bytes that were read and not used.
  private var input: [UInt8] = []
  private let lock = NSLock()
  private var isOpen = true

  /// The bytes of a line that is read at most.
  private static let lineLimit = 16 << 20
  /// The seconds within which the other side must take the bytes sent.
  private static let patience = 5

  private init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Connects; nil if no server listens.
  static func connected(to address: LiveAddress) -> LiveSocket? {
    var socketAddress = sockaddr_in()
    socketAddress.sin_family = sa_family_t(AF_INET)
    socketAddress.sin_port = address.port.bigEndian
    guard inet_pton(AF_INET, address.host, &socketAddress.sin_addr) == 1 else { return nil }
    #if canImport(Darwin) || canImport(Musl)
    let stream = SOCK_STREAM
    #else
    let stream = CInt(SOCK_STREAM.rawValue)
    #endif
    let descriptor = Foundation.socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { return nil }
    let socket = LiveSocket(descriptor)
    socket.prepare()
    let isConnected = withUnsafePointer(to: &socketAddress) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    return isConnected ? socket : nil
  }

  private func prepare() {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var time = timeval()
    time.tv_sec = .init(Self.patience)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    #if canImport(Darwin)
    var yes: CInt = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<CInt>.size))
    #endif
  }

  /// Sends a line; waits for the other side if it must.
  ///
  /// - Returns: False if the connection is lost.
  func send(_ line: String) -> Bool {
    var rest = Array((line + "\n").utf8)[...]
    #if canImport(Darwin)
    let flags: CInt = 0
    #else
    let flags = CInt(MSG_NOSIGNAL)
    #endif
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        end()
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits for a line and returns it without its end; nil if the connection is lost.
  func line() -> String? {
    while true {
      if let end = input.firstIndex(of: 0x0A) {
        let line = String(decoding: input[..<end], as: UTF8.self)
        input.removeSubrange(...end)
        return line
      }
      guard input.count < Self.lineLimit else { return nil }
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      input += buffer[..<count]
    }
  }

  /// Ends the connection; who waits for a line gets none.
  func end() {
    let wasOpen = lock.withLock {
      defer { isOpen = false }
      return isOpen
    }
    if wasOpen { _ = shutdown(descriptor, CInt(SHUT_RDWR)) }
  }
}
