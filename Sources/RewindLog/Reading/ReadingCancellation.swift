/// The end of a search that nobody waits for any more.
///
/// ```swift
/// try ReadingCancellation.$isWanted.withValue({ isStopped() }) { try timeline.find(…) }
/// ```
///
/// Every search goes through the lines of a log, so it is enough that those ask. It is a task-local, and not a
/// task's own cancellation, because commands run on the main thread: the threads of tasks have small stacks on
/// some systems, and a state may be nested deeply.
package enum ReadingCancellation {
  /// Returns true once reading a line is to throw ``SessionLogError/Reason/cancelled``.
  @TaskLocal package static var isWanted: @Sendable () -> Bool = { false }
}
