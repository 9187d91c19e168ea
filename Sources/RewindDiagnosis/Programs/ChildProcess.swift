import Foundation
import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that runs in a process group of its own, reads a file and writes to pipes.
///
/// Not Foundation's `Process`, which waits in steps of 50 ms; a search waits for hundreds of children.
struct ChildProcess: ~Copyable {
  /// The ending of a child.
  enum Ending: Equatable {
    case exited(CInt)
    case signalled(CInt)
    /// It was killed because it went silent.
    case timedOut
    /// It was killed because it used more memory than allowed.
    case outgrew
  }

  let process: pid_t
  /// The reading ends of the pipes from its standard output and error.
  let output: CInt
  let errors: CInt
  /// An argument that finds what a service of the system has started for the child.
  let mark: String?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program's path and its arguments.
  ///   - input: The bytes of its standard input, given as a regular file.
  ///   - environment: Variables to set in addition to the tool's own.
  ///   - mark: An argument that no other process has; those that have it end with the child.
  /// - Returns: The running program.
  /// - Throws: `SystemError` where the program cannot be started.
  static func start(
    _ command: [String],
    input: [UInt8],
    environment: [String: String],
    mark: String? = nil
  ) throws(SystemError) -> ChildProcess {
    let file = try temporaryFile(input)
    defer { close(file) }
    // One at a time: a child that is started before a new pipe is marked as close-on-exec would hold that
    // pipe open.
    let started = RunningChildren.shared.start(mark) { () -> Result<Started, SystemError> in
      start(command, file, environment)
    }
    let (process, output, errors) = try started.get()
    return ChildProcess(process: process, output: output, errors: errors, mark: mark)
  }

  private typealias Started = (process: pid_t, output: CInt, errors: CInt)

  private static func start(
    _ command: [String],
    _ input: CInt,
    _ environment: [String: String]
  ) -> Result<Started, SystemError> {
    let output: (read: CInt, write: CInt)
    let errors: (read: CInt, write: CInt)
    do throws(SystemError) {
      output = try pipe()
    } catch {
      return .failure(error)
    }
    defer { close(output.write) }
    do throws(SystemError) {
      errors = try pipe()
    } catch {
      close(output.read)
      return .failure(error)
    }
    defer { close(errors.write) }
    do throws(SystemError) {
      let process = try NewProcess.start(
        command,
        [(input, 0), (output.write, 1), (errors.write, 2)],
        environment,
        inOwnGroup: true
      )
      return .success((process, output.read, errors.read))
    } catch {
      close(output.read)
      close(errors.read)
      return .failure(error)
    }
  }

  // MARK: - Starting

  private static func pipe() throws(SystemError) -> (read: CInt, write: CInt) {
    var ends: [CInt] = [-1, -1]
    guard systemPipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Creates a file without a name, positioned at its beginning.
  private static func temporaryFile(_ bytes: [UInt8]) throws(SystemError) -> CInt {
    let file = try Descriptor.temporaryFile()
    do throws(SystemError) {
      try Descriptor.writeAll(bytes, to: file)
    } catch {
      close(file)
      throw error
    }
    lseek(file, 0, SEEK_SET)
    return file
  }
}

private let systemPipe: @Sendable (UnsafeMutablePointer<CInt>) -> CInt = { pipe($0) }
