#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The forks (`fork(2)`) between this process and the one that it began as.
///
/// Asking the system for the process's number instead would take longer than assembling a line.
enum ProcessForks {
  /// The number of forks since it was first asked for.
  static var count: Int {
    _ = isWatched
    return counted
  }

  /// Set in a new process only, before anything else runs in it.
  nonisolated(unsafe) private static var counted = 0

  private static let isWatched = pthread_atfork(nil, nil, { ProcessForks.counted += 1 }) == 0
}
