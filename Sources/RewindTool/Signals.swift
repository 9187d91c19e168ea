import Foundation
import RewindDiagnosis

/// The handling of signals that stop the tool: its children end with it.
///
/// The signals are blocked and waited for by a separate thread, so that handling them is ordinary code.
/// (A signal handler may not even take a lock.)
enum Signals {
  /// The error of a search that ctrl-C ended before there was an answer.
  struct Interrupted: Error, CustomStringConvertible {
    let description: String
  }

  /// The signals that stop the tool, except those ignored at its start, as by `nohup` or a script's `&`:
  /// a blocked signal is delivered to a waiting thread, ignored or not.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { !isIgnored($0) }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var onInterrupt: (@Sendable () -> Void)?
  nonisolated(unsafe) private static var onExit: (@Sendable () -> Void)?
  nonisolated(unsafe) private static var isInterrupted = false
  /// The signal that `onInterrupt` was called for.
  nonisolated(unsafe) private static var last = SIGINT

  /// Begins to wait for signals; call it while the process has one thread.
  static func watch() {
    var blocked = sigset(signals)
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    Thread.detachNewThread {
      var set = sigset(signals)
      var number: CInt = 0
      while true {
        guard sigwait(&set, &number) == 0 else { continue }
        handle(number)
      }
    }
  }

  /// Lets `body` poll for ctrl-C, at which `onInterrupt` is called; a second one ends the tool.
  static func deferred<Result>(
    _ onInterrupt: @escaping @Sendable () -> Void = {},
    during body: (_ isInterrupted: @escaping () -> Bool) throws -> Result
  ) rethrows -> Result {
    lock.withLock { (self.onInterrupt, isInterrupted) = (onInterrupt, false) }
    defer { lock.withLock { self.onInterrupt = nil } }
    return try body { lock.withLock { isInterrupted } }
  }

  /// Calls `body` before a signal ends the tool.
  static func beforeExit(_ body: (@Sendable () -> Void)?) {
    lock.withLock { onExit = body }
  }

  /// Ends the tool by the signal that `onInterrupt` was called for, after all output.
  static func exit() {
    exit(by: lock.withLock { last })
  }

  private static func handle(_ number: CInt) {
    let onInterrupt = lock.withLock { () -> (@Sendable () -> Void)? in
      guard [SIGINT, SIGTERM].contains(number), let body = self.onInterrupt else { return nil }
      (self.onInterrupt, isInterrupted, last) = (nil, true, number)
      return body
    }
    if let onInterrupt { return onInterrupt() }
    RunningChildren.shared.close()
    lock.withLock { onExit }?()
    exit(by: number)
  }

  /// Ends the tool by the signal's default action, so that its parent sees the signal.
  ///
  /// The signal goes to this thread: one to the process could be taken by the thread that waits for signals, and
  /// this one would go on, to an end with an exit code.
  private static func exit(by number: CInt) {
    signal(number, SIG_DFL)
    var set = sigset([number])
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }

  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
    let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Glibc)
    let handler = action.__sigaction_handler.sa_handler
    #elseif canImport(Musl)
    let handler = action.__sa_handler.sa_handler
    #endif
    // Functions cannot be compared, and this is not a function: its address is 1.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func sigset(_ signals: [CInt]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
