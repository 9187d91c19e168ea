import RewindCoding

/// A lock of the process that made it; a fork of that process (`fork(2)`) never takes it.
///
/// A fork has one thread. If another one of the process held the lock just then, no one in the fork would
/// ever give it back, and the guarded values may be half changed. So a fork is told instead:
///
/// ```swift
/// let count = lock.withLock { lines.count } ?? 0      // nil in a fork
/// ```
///
/// The runtime has a lock as well, which a thread that the fork does not have may hold: it looks up generic types that
/// are used for the first time, such as an optional array. Where `withLock` returns one, ask ``isForked`` first.
package final class ProcessLock: Sendable {
  private let lock = UnfairLock()
  private let process = ProcessIdentity.current

  package init() {}

  /// True in a fork of the process that made the lock.
  package var isForked: Bool { !ProcessIdentity.isCurrent(process) }

  /// Takes the lock; false in a fork, where it is not taken.
  package func take() -> Bool {
    if isForked { return false }
    lock.lock()
    return true
  }

  /// Gives the lock back that ``take()`` has taken.
  package func giveBack() { lock.unlock() }

  /// Runs `body` with the lock taken; nil in a fork, where it does not run.
  @discardableResult
  package func withLock<Result: ~Copyable>(_ body: () -> Result) -> Result? {
    guard take() else { return nil }
    defer { giveBack() }
    return body()
  }
}
