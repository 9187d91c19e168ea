import Foundation
package import RewindSession

/// The start of another program, by `posix_spawn`.
package enum NewProcess {
  /// Starts a program that inherits nothing of what the tool has done to signals.
  ///
  /// The tool ignores `SIGPIPE` and blocks others, and its parent may ignore some.
  ///
  /// - Parameters:
  ///   - command: The program's path and its arguments.
  ///   - descriptors: What the program has instead of the tool's own standard input, output and errors.
  ///   - environment: Variables to set in addition to the tool's own.
  ///   - inOwnGroup: Whether it leads a process group of its own, which ctrl-C in the terminal does not reach.
  /// - Returns: The process, for which the caller waits.
  /// - Throws: `SystemError` where the program cannot be started.
  package static func start(
    _ command: [String],
    _ descriptors: [(from: CInt, to: CInt)] = [],
    _ environment: [String: String] = [:],
    inOwnGroup: Bool = false
  ) throws(SystemError) -> CInt {
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
    for (from, to) in descriptors { posix_spawn_file_actions_adddup2(&actions, from, to) }
    var defaults = sigset_t()
    var mask = sigset_t()
    sigemptyset(&defaults)
    sigemptyset(&mask)
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD] {
      sigaddset(&defaults, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &mask)
    let group = inOwnGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0
    if inOwnGroup { posix_spawnattr_setpgroup(&attributes, 0) }
    posix_spawnattr_setflags(
      &attributes,
      group | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    )
    let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var arguments = command.map { strdup($0) } + [nil]
    var variables = merged.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, command[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw SystemError(code: code) }
    return process
  }
}
