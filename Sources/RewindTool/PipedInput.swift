import Foundation

/// Input that a shell pipes into the tool, or redirects from a file.
enum PipedInput {
  /// The time to wait for the first bytes of a pipe, where no one looks on: some callers hand one on that nobody
  /// writes to.
  private static let patience: CInt = 300

  /// True if there are bytes on standard input that no keyboard typed.
  static var isThere: Bool {
    var status = stat()
    guard fstat(0, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_size > lseek(0, 0, SEEK_CUR)
    case S_IFIFO: break
    default: return false
    }
    var source = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    let count = poll(&source, 1, isatty(1) == 1 ? -1 : patience)
    // The end of a pipe without any bytes is a hang-up alone.
    return count > 0 && source.revents & Int16(POLLIN) != 0
  }
}
