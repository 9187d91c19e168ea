#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Copies of this process, each of which runs one piece of code and ends.
///
/// A copy has only the thread that made it; what another thread holds (a lock, an unfinished change)
/// stays so in the copy for ever. So a process is copied only while it has a single thread. On Apple's
/// systems their frameworks forbid it altogether.
enum HostFork {
  /// The end of a copy, as the system tells it.
  enum Ending {
    case exited(CInt)
    case signalled(CInt)
  }

  /// Whether this process can be copied now.
  static var isPossible: Bool { call != nil && threadCount == 1 }

  /// Runs code in a copy of this process and waits for the copy's end.
  ///
  /// - Returns: How it ended; nil where this process cannot be copied.
  static func run(_ body: () -> Void) -> Ending? {
    guard isPossible, let call else { return nil }
    // What is buffered would be written by both.
    fflush(nil)
    let child = call()
    guard child != 0 else {
      body()
      fflush(nil)
      _exit(0)
    }
    guard child > 0 else { return nil }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    // The low seven bits are the signal, the next byte the exit status.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }

  #if os(Linux)
  private typealias Call = @convention(c) () -> pid_t

  /// Swift hides `fork(2)`, since most of its users would not be careful.
  private static let call = dlsym(nil, "fork").map { unsafeBitCast($0, to: Call.self) }

  /// The entries of the folder in which the kernel lists this process's threads.
  private static var threadCount: Int {
    guard let folder = opendir("/proc/self/task") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      // `.` and `..` are listed as well.
      if entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { count += 1 }
    }
    return count
  }
  #else
  private static let call: (@Sendable () -> pid_t)? = nil
  private static let threadCount = 0
  #endif
}
