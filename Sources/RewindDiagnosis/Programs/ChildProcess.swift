import Foundation
import RewindSession

/// The ending of a program.
package enum ProcessEnding: Equatable, Sendable {
  case exited(CInt)
  case signalled(CInt)
  /// It was killed because it went silent.
  case timedOut
  /// It was killed because it used more memory than allowed.
  case outgrew
}

/// A program that runs in a process group of its own, reads a file and writes to pipes.
///
/// Not Foundation's `Process`, which waits in steps of 50 ms; a search waits for hundreds of children.
struct ChildProcess {
  let process: pid_t
  let output: ClosingPipe
  let errors: ClosingPipe
  /// An argument that marks processes that a service of the system starts for the child.
  let mark: String?

  /// Runs a program until it has ended; then kills everything it started.
  ///
  /// - Parameters:
  ///   - command: The program's path and its arguments.
  ///   - input: The bytes of its standard input, given as a regular file.
  ///   - environment: Variables to set in addition to the tool's own.
  ///   - mark: An argument that no other process has; those that have it end with the child.
  ///   - memoryLimit: The resident bytes above which the child is killed.
  ///   - deadline: Returns the time until which the child may go on; called after each piece of output.
  ///   - onOutput: Receives each piece of standard output; false ends the child.
  /// - Returns: The child's ending, and its standard error.
  /// - Throws: `SystemError` where the program cannot be started.
  static func run(
    _ command: [String],
    input: [UInt8] = [],
    environment: [String: String] = [:],
    mark: String? = nil,
    memoryLimit: Int = .max,
    until deadline: () -> ContinuousClock.Instant = { .now + .seconds(3_600) },
    onOutput: (ArraySlice<UInt8>) -> Bool = { _ in true }
  ) throws(SystemError) -> (ProcessEnding, errors: ChildErrors) {
    let file = try Descriptor.temporaryFile()
    defer { close(file) }
    try Descriptor.writeAll(input, to: file)
    lseek(file, 0, SEEK_SET)
    // One at a time: a child that is started before a new pipe is marked as close-on-exec would hold that
    // pipe open.
    let child = try RunningChildren.shared.start { () throws(SystemError) in
      let (output, errors) = (try ClosingPipe(), try ClosingPipe())
      let process = try NewProcess.start(
        command,
        [(file, 0), (output.writing, 1), (errors.writing, 2)],
        environment,
        inOwnGroup: true
      )
      return ChildProcess(process: process, output: output, errors: errors, mark: mark)
    }
    child.output.closeWriting()
    child.errors.closeWriting()
    return try child.wait(memoryLimit: memoryLimit, until: deadline, onOutput: onOutput)
  }
}

/// A pipe whose ends are closed with it, and that no program inherits.
final class ClosingPipe {
  let reading: CInt
  private(set) var writing: CInt

  init() throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Closes the end that a child writes to, so that the other one ends with the child.
  func closeWriting() {
    close(writing)
    writing = -1
  }

  deinit {
    close(reading)
    if writing >= 0 { close(writing) }
  }
}
