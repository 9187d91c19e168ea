import Foundation

/// The recordings of one test, which are in memory, wherever the app's recorders would write.
///
/// A recorder that is made in the test's task, or in one of its child tasks, belongs to the test: tests that run beside
/// it have recordings of their own. It never turns a recorder on.
package final class TestRecordings: Sendable {
  @TaskLocal package static var ofTask: TestRecordings?
  private static let processLock = NSLock()
  nonisolated(unsafe) private static var ofProcess: TestRecordings?

  /// The recordings of all recorders that no task's test has, for tests that run one after another.
  package static var shared: TestRecordings? {
    get { processLock.withLock { ofProcess } }
    set { processLock.withLock { ofProcess = newValue } }
  }

  private let lock = NSLock()
  nonisolated(unsafe) private var logs: [MemoryLog] = []

  package init() {}

  /// The logs of all stores so far.
  package var texts: [String] { lock.withLock { logs }.flatMap(\.texts) }

  /// Returns the destination of a recorder that is made in a test now; nil outside of tests.
  static func destination(insteadOf destination: Recorder.Destination) -> Recorder.Destination? {
    guard let recordings = ofTask ?? shared else { return nil }
    var log = MemoryLog()
    if case .memory(let own) = destination { log = own }
    recordings.lock.withLock { recordings.logs.append(log) }
    return .memory(log)
  }
}
