import Foundation
import RewindSession

/// A socket that waits for connections.
final class Listener {
  private(set) var descriptor: CInt
  /// The port, also if the system chose it.
  let port: Int

  private init(descriptor: CInt, port: Int) {
    (self.descriptor, self.port) = (descriptor, port)
  }

  deinit { end() }

  /// Gives the port back.
  func end() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Binds a socket to an IPv4 address of this machine, and to a port; 0 is one that is free.
  static func bound(to address: String, port: Int) throws(SystemError) -> Listener {
    var socketAddress = sockaddr_in()
    socketAddress.sin_family = sa_family_t(AF_INET)
    socketAddress.sin_port = in_port_t(port).bigEndian
    guard inet_pton(AF_INET, address, &socketAddress.sin_addr) == 1 else { throw .invalidArgument }
    let descriptor = try Descriptor.socket()
    var yes: CInt = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &socketAddress) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 512) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else {
      let error = SystemError.last
      close(descriptor)
      throw error
    }
    return Listener(descriptor: descriptor, port: Int(in_port_t(bigEndian: socketAddress.sin_port)))
  }

  /// Returns a connection that waits; nil if there is none.
  func accepted() -> CInt? {
    let descriptor = accept(descriptor, nil, nil)
    guard descriptor >= 0 else { return nil }
    Descriptor.prepare(descriptor)
    return descriptor
  }
}

/// Calls on descriptors.
enum Descriptor {
  static func socket() throws(SystemError) -> CInt {
    #if canImport(Darwin) || canImport(Musl)
    let stream = SOCK_STREAM
    #else
    let stream = CInt(SOCK_STREAM.rawValue)
    #endif
    let descriptor = Foundation.socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw .last }
    prepare(descriptor)
    return descriptor
  }

  /// Sends bytes without a signal where the other side is gone; returns the number of those that were taken.
  static func send(_ descriptor: CInt, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    #if canImport(Darwin)
    let flags: CInt = 0
    #else
    let flags = CInt(MSG_NOSIGNAL)
    #endif
    return Foundation.send(descriptor, bytes.baseAddress, bytes.count, flags)
  }

  /// Makes a descriptor one that never waits, and that no child inherits.
  static func prepare(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var yes: CInt = 1
    let size = socklen_t(MemoryLayout<CInt>.size)
    // Rows should be seen at once.
    setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    #if canImport(Darwin)
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
    #endif
  }
}
