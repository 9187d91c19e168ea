#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A number that differs in a process and its forks (`fork(2)`).
enum ProcessIdentity {
  #if canImport(Darwin)
  /// The process ID; the system's library remembers it.
  static var current: Int { Int(getpid()) }
  static func isCurrent(_ identity: Int) -> Bool { current == identity }
  #else
  /// The number of forks since it was first asked for.
  ///
  /// Asking the system for the process ID instead would take longer than assembling a line.
  static var current: Int {
    _ = isWatched
    return forks
  }

  /// Returns true if this process has an identity that ``current`` has returned here or in a process that
  /// it is a fork of.
  static func isCurrent(_ identity: Int) -> Bool { forks == identity }

  /// Set in a new process only, before anything else runs in it.
  nonisolated(unsafe) private static var forks = 0

  private static let isWatched = pthread_atfork(nil, nil, { ProcessIdentity.forks += 1 }) == 0
  #endif
}
