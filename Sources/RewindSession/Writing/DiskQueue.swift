import Foundation

/// Runs work that may have to wait for the disk, in order, on a separate thread.
///
/// A recorder passes such work to it, and waits for the result only for an imperceptible time without
/// progress. After a disk stalls, no caller waits for it until it has responded.
package final class DiskQueue: Sendable {
  private let queue = DispatchQueue(label: "rewind.disk", qos: .userInitiated)
  /// The queue for work that takes long even on a healthy disk, and that no caller waits for.
  private let slowQueue = DispatchQueue(label: "rewind.sync", qos: .utility)
  /// Signaled whenever a piece of work is done; guards the properties below.
  private let condition = NSCondition()
  nonisolated(unsafe) private var pending = 0
  /// The number of pieces of work that are done.
  nonisolated(unsafe) private var done = 0
  nonisolated(unsafe) private var isStalled = false
  /// The thread that does the work; nil if none is in progress.
  nonisolated(unsafe) private var worker: WorkerThread?

  /// The milliseconds that a dispatch may be delayed: a quarter of a frame of a 60 Hz screen.
  private static let patience = 4
  /// The milliseconds that the work may wait for a processor: that is not the disk's fault.
  private static let processorPatience = 1_000

  package init() {}

  /// Runs `work` after all earlier work.
  package func async(_ work: @escaping @Sendable () -> Void) {
    change { pending += 1 }
    queue.async { [self] in
      change { worker = WorkerThread() }
      work()
      change {
        worker = nil
        pending -= 1
        done += 1
        isStalled = false
        condition.broadcast()
      }
    }
  }

  /// Synchronizes a file, without delaying other work.
  func synchronize(_ work: @escaping @Sendable () -> Void) {
    slowQueue.async(execute: work)
  }

  /// Waits until all work is done, without a limit.
  package func drain() {
    queue.sync {}
    slowQueue.sync {}
  }

  /// Waits until work in the queue makes `isDone` true; for each piece of work, four milliseconds at
  /// most, and `extra` ones.
  ///
  /// - Returns: False if the disk stalls: after the last of those milliseconds, and at once for all
  ///   calls until the work in progress has been done.
  package func wait(extra: Int = 0, until isDone: () -> Bool) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    var patience = isStalled ? 0 : Self.patience + extra
    var processorPatience = Self.processorPatience
    var lastDone = done
    while !isDone() {
      // The disk responds: what is left gets the same time.
      if done != lastDone { (patience, lastDone) = (Self.patience + extra, done) }
      guard patience > 0, processorPatience > 0 else {
        isStalled = true
        return false
      }
      _ = condition.wait(until: Date(timeIntervalSinceNow: 0.001))
      // On a machine with too few processors, only the time for the disk counts.
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

/// The thread on which a piece of work runs.
private struct WorkerThread {
  #if os(Linux)
  /// The thread's path `PROCESS/task/THREAD`.
  private let name = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")

  /// True if it only waits for a processor, rather than sleeping until the disk responds.
  var isWaitingForProcessor: Bool {
    // As in proc(5): "ID (NAME) STATE …", where R is running or runnable.
    guard let name, let stat = FileManager.default.contents(atPath: "/proc/\(name)/stat"),
      let end = stat.lastIndex(of: UInt8(ascii: ")"))
    else { return false }
    return stat[end...].dropFirst(2).first == UInt8(ascii: "R")
  }
  #else
  /// Always false: there, a thread that another waits for gets a processor.
  var isWaitingForProcessor: Bool { false }
  #endif
}
