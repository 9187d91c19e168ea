import Foundation

/// A connection of the server: bytes in and out, and its present use.
final class Connection {
  enum Use {
    /// A request is read.
    case request
    /// The request is read, and its answer is being made.
    case answering(HTTPReply)
    case events(any EventSource)
    case link(any LineLink)
    /// The rest is sent, and nothing more.
    case ending
  }

  let descriptor: CInt
  var use = Use.request
  /// Bytes that were read and not used.
  private(set) var input: ArraySlice<UInt8> = []
  /// The number of bytes of ``input`` that were searched for a line's end in vain.
  var searched = 0
  /// True if it has shown the token.
  var isAdmitted = false
  /// True if the bytes after a request have not been read as another one.
  var hasNextRequest = false
  /// True if another request may follow.
  var keepsAlive = false
  /// The moment at which it is closed unless something happens.
  var deadline: ContinuousClock.Instant
  private var output: [UInt8] = []
  private var sent = 0
  private(set) var isClosed = false

  init(_ descriptor: CInt, deadline: ContinuousClock.Instant) {
    (self.descriptor, self.deadline) = (descriptor, deadline)
  }

  deinit { close(descriptor) }

  /// The number of bytes that wait for the other side.
  var backlog: Int { output.count - sent }

  /// True if there may be a request to read, without waiting for more bytes.
  var isReady: Bool {
    if case .request = use { return hasNextRequest && backlog == 0 }
    return false
  }

  /// Removes bytes that were used from the start of ``input``.
  func consume(_ count: Int) {
    input = input.dropFirst(count)
    searched = 0
  }

  func send(_ bytes: [UInt8]) {
    output += bytes
    flush()
  }

  /// Sends as many bytes as the other side takes now.
  func flush() {
    while backlog > 0 {
      let count = output.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
        return Descriptor.send(descriptor, rest[..<min(rest.count, Self.chunk)])
      }
      guard count > 0 else {
        isClosed = isClosed || (errno != EAGAIN && errno != EINTR)
        break
      }
      sent += count
    }
    if backlog == 0 {
      output.removeAll(keepingCapacity: output.count <= Self.chunk)
      sent = 0
    } else if sent > Self.chunk {
      output.removeSubrange(..<sent)
      sent = 0
    }
  }

  /// Reads the bytes that have come, up to a number that waits for use.
  func receive(limit: Int) {
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    while input.count < limit {
      let count = read(descriptor, &buffer, min(buffer.count, limit - input.count))
      guard count > 0 else {
        isClosed = isClosed || count == 0 || (errno != EAGAIN && errno != EINTR)
        return
      }
      input += buffer[..<count]
    }
  }

  func end() {
    use = .ending
    isClosed = isClosed || backlog == 0
  }

  /// Tells those who use it that it is closed.
  func abandon() {
    switch use {
    case .answering(let reply): reply.cancel()
    case .events(let source): source.closed()
    case .link(let link): link.closed()
    case .request, .ending: break
    }
    isClosed = true
    use = .ending
  }

  private static let chunk = 1 << 16
}
