import Foundation

/// A command that ran within this process, with all that it would have printed.
///
/// Everything that a process of its own does is done but what is the process's: signals, standard input, the
/// current folder and the environment are those of this one.
package struct CapturedRun: Sendable {
  package let output: [UInt8]
  package let errors: [UInt8]
  package let status: Int32

  /// Has all later runs keep what can be found again in this folder, and not in the user's.
  package static func useCache(in folder: String) {
    UserFolders.use(cache: folder)
  }

  /// Runs the command that is typed with these words after `rewind`.
  ///
  /// It has a thread of its own, whose stack is that of a program's main thread: a state may be nested deeply.
  package static func of(_ words: [String]) -> CapturedRun {
    let capture = Terminal.Capture()
    nonisolated(unsafe) var status = ExitStatus.error
    let hasEnded = DispatchSemaphore(value: 0)
    let thread = Thread {
      let typed = CommandWords(words)
      let terminal = Terminal(color: typed.color, capturedBy: capture)
      status = Invocation(typed: typed).run(terminal)
      terminal.finish()
      hasEnded.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    hasEnded.wait()
    let printed = capture.printed
    return CapturedRun(output: printed.output, errors: printed.errors, status: status.rawValue)
  }
}
