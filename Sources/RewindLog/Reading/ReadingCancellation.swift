/// The end of a search that nobody waits for any more.
///
/// ```swift
/// try ReadingCancellation.$current.withValue(ReadingCancellation { isStopped() }) { try timeline.find(…) }
/// ```
///
/// Every search goes through the lines of a log, so it is enough that those ask. It is a task-local, and not a
/// task's own cancellation, because commands run on the main thread: the threads of tasks have small stacks on
/// some systems, and a state may be nested deeply.
///
/// The value is a structure: an optimized build of Swift 6.3 crashes when it sets a task-local that is a closure
/// (`scripts/check-source`).
package struct ReadingCancellation: Sendable {
  @TaskLocal package static var current = ReadingCancellation { false }

  /// Returns true once reading a line is to throw ``SessionLogError/Reason/cancelled``.
  package let isWanted: @Sendable () -> Bool

  package init(isWanted: @escaping @Sendable () -> Bool) {
    self.isWanted = isWanted
  }
}
