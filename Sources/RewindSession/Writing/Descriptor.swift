import Foundation

/// Operations on file descriptors that take several calls of the system.
package enum Descriptor {
  /// Writes all of the bytes, in as many calls of write(2) as necessary.
  package static func writeAll(
    _ bytes: some Sequence<UInt8>,
    to descriptor: CInt
  ) throws(SystemError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .last }
      rest = rest.dropFirst(count)
    }
  }

  /// Opens a file without a name, for this process only.
  package static func temporaryFile() throws(SystemError) -> CInt {
    let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var path = Array((folder + "/rewind.XXXXXX").utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { throw .last }
    unlink(path)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }
}
