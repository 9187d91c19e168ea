import Foundation
import RewindDiagnosis
import RewindServer
import RewindSession
import RewindTimeline

/// The process of the command `rewind`.
package enum ToolProcess {
  /// Runs the command of the process's arguments, and ends the process with its status.
  package static func run() -> Never {
    // If a standard stream is closed, the next file that is opened would get its descriptor.
    for descriptor: CInt in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
    // A closed pipe is an error to handle, and a crash of a child leaves no core file.
    signal(SIGPIPE, SIG_IGN)
    // The tool's parent may ignore it; the endings of its children would be lost then.
    signal(SIGCHLD, SIG_DFL)
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    #else
    setrlimit(RLIMIT_CORE, &noCore)
    #endif
    DescriptorLimit.raise()
    Signals.watch()

    let words = CommandWords(Array(CommandLine.arguments.dropFirst()))
    let terminal = Terminal(color: words.color)
    if words.allowsPager, Invocation.isPaged(words.words) { terminal.page() }
    let status = Invocation(typed: words).run(terminal)
    terminal.finish()
    exit(status.rawValue)
  }
}
