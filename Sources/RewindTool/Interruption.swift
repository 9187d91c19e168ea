import Foundation
import RewindDiagnosis

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What happens when the tool is told to stop: what it has started goes with it.
///
/// The signals are blocked and waited for by a thread of their own, so that what is done about them is
/// ordinary code. (A signal handler may not even take a lock.)
enum Interruption {
  /// What is told when ctrl-C has ended a search before there was an answer.
  struct Stop: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// What the tool is told to stop by; not what it was started to ignore, as by `nohup` or behind a
  /// script's `&`: a blocked signal is kept for who waits for it, ignored or not.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { !isIgnored($0) }
  private static let state = State()

  private final class State: Sendable {
    let lock = NSLock()
    nonisolated(unsafe) var onInterrupt: (@Sendable () -> Void)?
    nonisolated(unsafe) var atDeath: (@Sendable () -> Void)?
    /// The signal that `onInterrupt` was called for.
    nonisolated(unsafe) var last = SIGINT
  }

  /// Begins to wait for signals; to be called while the process has one thread.
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

  /// Has ctrl-C call `onInterrupt` while `body` runs, once; a second one ends the tool.
  static func deferred<Result>(
    _ onInterrupt: @escaping @Sendable () -> Void,
    during body: () throws -> Result
  ) rethrows -> Result {
    state.lock.withLock { state.onInterrupt = onInterrupt }
    defer { state.lock.withLock { state.onInterrupt = nil } }
    return try body()
  }

  /// Has `body` be told of ctrl-C whenever it asks; a second one ends the tool.
  static func deferred<Result>(
    during body: (_ isInterrupted: @escaping () -> Bool) throws -> Result
  ) rethrows -> Result {
    let cancellation = Cancellation()
    return try deferred(
      { cancellation.cancel() },
      during: { try body { cancellation.isCancelled } }
    )
  }

  /// Whether somebody has lost patience.
  private final class Cancellation: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var isSet = false

    var isCancelled: Bool { lock.withLock { isSet } }

    func cancel() {
      lock.withLock { isSet = true }
    }
  }

  /// Has a signal that ends the tool call `body` first.
  static func atDeath(_ body: (@Sendable () -> Void)?) {
    state.lock.withLock { state.atDeath = body }
  }

  /// Ends the tool by the signal that `onInterrupt` was called for, when all is said.
  static func die() {
    die(of: state.lock.withLock { state.last })
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
    state.lock.withLock { state.atDeath }?()
    die(of: number)
  }

  /// Ends the tool as if nobody had waited: whoever started it sees that the signal did.
  private static func die(of number: CInt) {
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
    // Functions cannot be compared, and this one is none: its address is 1.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func sigset(_ signals: [CInt]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
