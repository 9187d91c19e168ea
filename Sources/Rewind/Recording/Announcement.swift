import Foundation

#if canImport(os)
import os
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A line for the developer who watches the app: on standard error, and in the log of Apple's systems.
struct Announcement {
  private let line: String

  init(_ text: String) {
    line = "rewind: \(text)"
  }

  /// Writes the line, unless that could disturb the app: standard error may be a pipe that is full, or
  /// has no reader any more, whose signal would end the app.
  func say() {
    #if canImport(os)
    Logger(subsystem: "rewind", category: "recorder").notice("\(line, privacy: .public)")
    #endif
    var standardError = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    guard poll(&standardError, 1, 0) == 1, standardError.revents == Int16(POLLOUT) else { return }
    let bytes = Array(line.utf8.prefix(Self.limit - 1)) + [0x0A]
    _ = write(2, bytes, bytes.count)
  }

  /// The number of bytes that a pipe which can be written to takes without waiting: `PIPE_BUF` is at
  /// least this much on every system.
  private static let limit = 512
}
