import Foundation
import RewindSession

/// The running children; they end when the tool ends.
package final class RunningChildren: Sendable {
  package static let shared = RunningChildren()
  private let lock = NSLock()
  /// The process groups, each with the mark of what others have started for it.
  nonisolated(unsafe) private var groups: [pid_t: String?] = [:]
  nonisolated(unsafe) private var isClosed = false

  /// Starts a child that leads a process group of its own, and remembers it.
  func start(
    _ body: () throws(SystemError) -> ChildProcess
  ) throws(SystemError) -> ChildProcess {
    lock.lock()
    defer { lock.unlock() }
    guard !isClosed else { throw .interrupted }
    let child = try body()
    groups.updateValue(child.mark, forKey: child.process)
    return child
  }

  /// Forgets a child and kills the rest of its group; call it before the child is reaped, while its
  /// number cannot belong to another process.
  func finish(_ group: pid_t) {
    let mark = lock.withLock {
      kill(-group, SIGKILL)
      return groups.removeValue(forKey: group) ?? nil
    }
    if let mark { MarkedProcesses.end(mark) }
  }

  /// Kills every child and everything it started.
  package func killAll() {
    lock.withLock { killGroups() }
  }

  /// Kills every child and prevents new ones: the tool is about to end.
  package func close() {
    lock.withLock {
      isClosed = true
      killGroups()
    }
  }

  /// Allows new children again, for work that has nothing to do with what was ended.
  package func reopen() {
    lock.withLock { isClosed = false }
  }

  private func killGroups() {
    for group in groups.keys { kill(-group, SIGKILL) }
    for case let mark? in groups.values { MarkedProcesses.end(mark) }
  }
}
