import Foundation
import RewindDiagnosis

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The handling of signals that stop the tool: its children end with it.
///
/// The signals are blocked and waited for by a separate thread, so that handling them is ordinary code.
/// (A signal handler may not even take a lock.)
enum Signals {
  /// The error of a search that ctrl-C ended before there was an answer.
  struct Interrupted: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// The signals that stop the tool, except those ignored at its start, as by `nohup` or a script's `&`:
  /// a blocked signal is delivered to a waiting thread, ignored or not.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { !isIgnored($0) }
  private static let state = State()

  private final class State: Sendable {
    let lock = NSLock()
    nonisolated(unsafe) var onInterrupt: (@Sendable () -> Void)?
    nonisolated(unsafe) var beforeExit: (@Sendable () -> Void)?
    /// The signal that `onInterrupt` was called for.
    nonisolated(unsafe) var last = SIGINT
  }

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

  /// Calls `onInterrupt` once on ctrl-C while `body` runs; a second ctrl-C ends the tool.
  static func deferred<Result>(
    _ onInterrupt: @escaping @Sendable () -> Void,
    during body: () throws -> Result
  ) rethrows -> Result {
    state.lock.withLock { state.onInterrupt = onInterrupt }
    defer { state.lock.withLock { state.onInterrupt = nil } }
    return try body()
  }

  /// Lets `body` poll for ctrl-C; a second one ends the tool.
  static func deferred<Result>(
    during body: (_ isInterrupted: @escaping () -> Bool) throws -> Result
  ) rethrows -> Result {
    let cancellation = Cancellation()
    return try deferred(
      { cancellation.cancel() },
      during: { try body { cancellation.isCancelled } }
    )
  }

  /// A flag that the user has interrupted the search.
  private final class Cancellation: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var isSet = false

    var isCancelled: Bool { lock.withLock { isSet } }

    func cancel() {
      lock.withLock { isSet = true }
    }
  }

  /// Calls `body` before a signal ends the tool.
  static func beforeExit(_ body: (@Sendable () -> Void)?) {
    state.lock.withLock { state.beforeExit = body }
  }

  /// Ends the tool by the signal that `onInterrupt` was called for, after all output.
  static func exit() {
    exit(by: state.lock.withLock { state.last })
  }

  private static func handle(_ number: CInt) {
    let isPolite = number == SIGINT || number == SIGTERM
    let onInterrupt = state.lock.withLock {
      defer { if isPolite { state.onInterrupt = nil } }
      if isPolite, state.onInterrupt != nil { state.last = number }
      return isPolite ? state.onInterrupt : nil
    }
    if let onInterrupt {
      onInterrupt()
      return
    }
    RunningChildren.shared.close()
    state.lock.withLock { state.beforeExit }?()
    exit(by: number)
  }

  /// Ends the tool by the signal's default action, so that its parent sees the signal.
  private static func exit(by number: CInt) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
    var set = sigset([number])
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
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
