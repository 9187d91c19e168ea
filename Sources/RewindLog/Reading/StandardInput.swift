import Foundation
package import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension ReadableFile {
  /// Opens a file that a user names; `-` means standard input.
  ///
  /// - Throws: As ``open(_:)``.
  package static func open(input path: String) throws(SystemError) -> ReadableFile {
    try path == "-" ? take(StandardInput.shared.open()) : open(path)
  }
}

/// Standard input as a file that can be read at offsets, any number of times.
///
/// A pipe is first copied, to its end, to a file without a name; so
/// `zcat log.jsonl.gz | rewind log -` works with a log that does not fit into memory.
final class StandardInput: Sendable {
  static let shared = StandardInput()
  private let lock = NSLock()
  nonisolated(unsafe) private var copy: Result<CInt, SystemError>?

  /// Returns a descriptor of it; the caller closes it.
  func open() throws(SystemError) -> CInt {
    let file = lock.withLock { () -> Result<CInt, SystemError> in
      let file = copy ?? Result { () throws(SystemError) in try Self.file() }
      copy = file
      return file
    }
    let descriptor = fcntl(try file.get(), F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  private static func file() throws(SystemError) -> CInt {
    var status = stat()
    guard fstat(0, &status) == 0 else { throw .last }
    if status.st_mode & S_IFMT == S_IFREG { return 0 }
    let file = try Descriptor.temporaryFile()
    do throws(SystemError) {
      try copyAll(to: file)
      return file
    } catch {
      close(file)
      throw error
    }
  }

  private static func copyAll(to file: CInt) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(0, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      guard count > 0 else { return }
      try Descriptor.writeAll(buffer[..<count], to: file)
    }
  }
}
