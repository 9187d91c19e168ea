import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The program in which output that is longer than the screen is read.
final class Pager: Sendable {
  /// The end of the pipe that the program reads.
  let input: CInt
  private let process: pid_t

  private init(input: CInt, process: pid_t) {
    (self.input, self.process) = (input, process)
  }

  /// The command of the pager, as git finds it: `$REWIND_PAGER`, `$PAGER`, or `less` if there is one.
  ///
  /// Nil for none: an empty variable or `cat`, a dumb terminal, or a run of continuous integration.
  static var command: String? {
    let environment = ProcessInfo.processInfo.environment
    guard environment["TERM"] != "dumb", (environment["CI"] ?? "").isEmpty else { return nil }
    let chosen = environment["REWIND_PAGER"] ?? environment["PAGER"]
    let command = chosen ?? ((try? Arguments.executable("less")) == nil ? "" : "less")
    return ["", "cat"].contains(command) ? nil : command
  }

  /// Starts a command in a shell, with an end of a pipe as its standard input; nil if it cannot be started.
  ///
  /// `less` gets the flags that git gives it: it ends by itself at the end of short output (F), shows colors
  /// (R), and leaves what was read on the screen (X).
  static func start(_ command: String) -> Pager? {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var process = pid_t()
    guard spawn(["/bin/sh", "-c", command], reading: ends[0], &process) == 0 else {
      close(ends[1])
      return nil
    }
    return Pager(input: ends[1], process: process)
  }

  /// Ends the output, and waits until the user has read it.
  func finish() {
    close(input)
    wait()
  }

  /// Waits until the user has left the program.
  func wait() {
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  private static func spawn(_ command: [String], reading end: CInt, _ process: inout pid_t) -> CInt
  {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, end, 0)
    // The tool blocks and ignores signals, which another program must not inherit.
    var (defaults, mask) = (sigset_t(), sigset_t())
    sigemptyset(&defaults)
    sigemptyset(&mask)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    )
    let usual = ["LESS": "FRX", "LV": "-c"]
    let environment = usual.merging(ProcessInfo.processInfo.environment) { $1 }
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    return posix_spawn(&process, command[0], &actions, &attributes, &arguments, &variables)
  }
}

extension Pager {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var isRunningNow = false

  /// True while a pager owns the screen, on which no progress may be written then.
  static var isRunning: Bool {
    get { lock.withLock { isRunningNow } }
    set { lock.withLock { isRunningNow = newValue } }
  }
}
