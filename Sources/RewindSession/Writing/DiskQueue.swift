import Foundation

/// Does what may have to wait for the disk, one piece of work after another, on a thread of its own.
///
/// Who records hands such work over, and waits for its result only as long as nobody feels it. A disk that
/// stalls is not waited for again until it has answered.
package final class DiskQueue: Sendable {
  private let queue = DispatchQueue(label: "rewind.disk", qos: .userInitiated)
  /// What takes a disk long even when it is well, and nobody waits for.
  private let slowQueue = DispatchQueue(label: "rewind.sync", qos: .utility)
  /// Signaled whenever a piece of work is done; guards what follows.
  private let condition = NSCondition()
  nonisolated(unsafe) private var pending = 0
  nonisolated(unsafe) private var isStalled = false
  /// The thread that does the work; nil while none is under way.
  nonisolated(unsafe) private var worker: WorkerThread?

  /// How long a dispatch may be held: a quarter of a frame of a 60 Hz screen.
  private static let patience = 4
  /// How long the work may wait for a processor, which is not the disk's fault.
  private static let processorPatience = 1_000

  package init() {}

  /// Does `work` after all that was asked for before.
  package func async(_ work: @escaping @Sendable () -> Void) {
    change { pending += 1 }
    queue.async { [self] in
      change { worker = WorkerThread() }
      work()
      change {
        worker = nil
        pending -= 1
        isStalled = false
        condition.broadcast()
      }
    }
  }

  /// Synchronizes something, without keeping other work from being done meanwhile.
  func synchronize(_ work: @escaping @Sendable () -> Void) {
    slowQueue.async(execute: work)
  }

  /// Waits until all that was asked for is done, however long that takes.
  package func drain() {
    queue.sync {}
    slowQueue.sync {}
  }

  /// Waits until `isDone`, which work in the queue brings about; for `extra` milliseconds beyond the usual
  /// four.
  ///
  /// - Returns: False where the disk stalls: after the last of those milliseconds, and at once for whoever
  ///   comes until the work that is under way has been done.
  package func wait(extra: Int = 0, until isDone: () -> Bool) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    var patience = isStalled ? 0 : Self.patience + extra
    var processorPatience = Self.processorPatience
    while !isDone() {
      guard patience > 0, processorPatience > 0 else {
        isStalled = true
        return false
      }
      _ = condition.wait(until: Date(timeIntervalSinceNow: 0.001))
      // On a machine with more to do than processors, only what the disk takes counts.
      if worker?.isWaitingForProcessor ?? (pending > 0) {
        processorPatience -= 1
      } else {
        patience -= 1
      }
    }
    return true
  }

  private func change(_ body: () -> Void) {
    condition.lock()
    defer { condition.unlock() }
    body()
  }
}

/// The thread on which a piece of work is being done.
private struct WorkerThread {
  #if os(Linux)
  /// The number of the thread, as `PROCESS/task/THREAD`.
  private let name = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")

  /// Whether it could go on if a processor was free, rather than sleeping until the disk answers.
  var isWaitingForProcessor: Bool {
    // As in proc(5): "ID (NAME) STATE …", where R is running or runnable.
    guard let name, let stat = FileManager.default.contents(atPath: "/proc/\(name)/stat"),
      let end = stat.lastIndex(of: UInt8(ascii: ")"))
    else { return false }
    return stat[end...].dropFirst(2).first == UInt8(ascii: "R")
  }
  #else
  /// There, a thread that somebody waits for is not kept from the processors.
  var isWaitingForProcessor: Bool { false }
  #endif
}
