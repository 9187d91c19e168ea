import Foundation

/// The signals that a program on a terminal must answer.
///
/// Those that report something (resize, stop, continue) become a byte in a pipe, which wakes the loop.
/// Those of a crash return the terminal to the shell and then do what they did before.
struct TerminalSignals {
  /// An event reported to the loop.
  enum Event: UInt8 {
    case resized = 1
    case stop = 2
    case resumed = 3
    /// A task beside the loop is done.
    case done = 4
  }

  /// The descriptor to read events from.
  let input: CInt

  /// Begins to watch.
  static func watch() throws -> TerminalSignals {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw InputError.cannotBeWritten("A pipe", .last)
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wakeDescriptor = ends[1]
    provideStack()
    handle(SIGWINCH) { _ in wake(.resized) }
    handle(SIGCONT) { _ in wake(.resumed) }
    for number in crashes { handle(number, keepsOld: true, crash) }
    let signals = TerminalSignals(input: ends[0])
    signals.watchStop()
    return signals
  }

  /// Reports the stop signal, instead of stopping at once with the terminal in drawing mode.
  func watchStop() {
    Self.handle(SIGTSTP) { _ in wake(.stop) }
  }

  /// Stops the program and its foreground process group, as ctrl-Z does; returns when it continues.
  func stop() {
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    watchStop()
  }

  /// Returns the pending events.
  func events() -> [Event] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Foundation.read(input, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).compactMap(Event.init)
  }

  /// Provides a stack for the handlers of this thread: after a stack overflow they need another.
  private static func provideStack() {
    var stack = stack_t()
    guard sigaltstack(nil, &stack) == 0, stack.ss_sp == nil else { return }
    stack = stack_t()
    stack.ss_size = 1 << 16
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
    sigaltstack(&stack, nil)
  }

  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  private static func handle(
    _ number: CInt,
    keepsOld: Bool = false,
    _ handler: @escaping @convention(c) (CInt) -> Void
  ) {
    var action = sigaction()
    #if canImport(Darwin)
    action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Glibc)
    action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
    action.__sa_handler.sa_handler = handler
    #endif
    action.sa_flags = CInt(SA_RESTART) | CInt(SA_ONSTACK)
    var old = sigaction()
    sigaction(number, &action, &old)
    if keepsOld { oldActions[Int(number)] = old }
  }
}

/// The descriptor that ``wake(_:)`` writes to; a signal handler has no other way to receive it.
nonisolated(unsafe) private var wakeDescriptor: CInt = -1

/// The earlier actions of the signals of a crash.
nonisolated(unsafe) private let oldActions: UnsafeMutablePointer<sigaction> = {
  let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
  actions.initialize(repeating: sigaction(), count: 64)
  return actions
}()

/// Reports an event to the loop; may be called from a signal handler and from any thread.
func wake(_ event: TerminalSignals.Event) {
  let code = errno
  var byte = event.rawValue
  _ = Foundation.write(wakeDescriptor, &byte, 1)
  errno = code
}

/// Returns the terminal to the shell, and repeats the crash.
private func crash(_ number: CInt) {
  RawTerminal.leave()
  sigaction(number, oldActions + Int(number), nil)
  raise(number)
}
