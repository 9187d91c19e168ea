import Foundation
import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The children that are running now, so that they go when the tool goes.
package final class RunningChildren: Sendable {
  package static let shared = RunningChildren()
  private let lock = NSLock()
  nonisolated(unsafe) private var groups: Set<pid_t> = []
  nonisolated(unsafe) private var isClosed = false

  /// Starts a child, which leads a process group of its own, and keeps it in mind.
  func start<Value>(
    _ body: () -> Result<(process: pid_t, output: Value, errors: Value), SystemError>
  ) -> Result<(process: pid_t, output: Value, errors: Value), SystemError> {
    lock.withLock {
      guard !isClosed else { return .failure(.interrupted) }
      let started = body()
      if case .success(let child) = started { groups.insert(child.process) }
      return started
    }
  }

  /// Forgets a child and kills what is left of its group; call before it is reaped, while its number
  /// cannot be another's.
  func finish(_ group: pid_t) {
    lock.withLock {
      groups.remove(group)
      kill(-group, SIGKILL)
    }
  }

  /// Kills every child with all that it started.
  package func killAll() {
    lock.withLock {
      for group in groups { kill(-group, SIGKILL) }
    }
  }

  /// Kills every child and lets no more be started: the tool is about to end.
  package func close() {
    lock.withLock {
      isClosed = true
      for group in groups { kill(-group, SIGKILL) }
    }
  }
}
