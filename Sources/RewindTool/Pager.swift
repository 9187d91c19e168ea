import Foundation
import RewindDiagnosis

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
    let usual = ["LESS": "FRX", "LV": "-c"]
    let missing = usual.filter { ProcessInfo.processInfo.environment[$0.key] == nil }
    guard
      let process = try? NewProcess.start(["/bin/sh", "-c", command], [(ends[0], 0)], missing)
    else {
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
}
