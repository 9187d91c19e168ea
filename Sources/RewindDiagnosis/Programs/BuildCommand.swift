package import RewindSession

/// A command of the shell that builds an app.
package struct BuildCommand: Sendable {
  /// The ending of a build.
  package struct Result: Sendable {
    package let isSuccess: Bool
    /// The last lines of its output and its messages.
    package let output: String
  }

  private let command: String

  /// - Parameter command: The command, as it is typed at a shell.
  package init(_ command: String) {
    self.command = command
  }

  /// The bytes of output that are kept.
  private static let outputLimit = 8_192

  /// Runs the command to its end; it ends with this process.
  ///
  /// - Throws: `SystemError` if the shell cannot be started.
  package func run() throws(SystemError) -> Result {
    var output: [UInt8] = []
    let (ending, errors) = try ChildProcess.run(
      ["/bin/sh", "-c", command],
      onOutput: { bytes in
        output = Array((output + bytes).suffix(Self.outputLimit))
        return true
      }
    )
    let texts = [String(decoding: output, as: UTF8.self), errors.text]
    return Result(
      isSuccess: ending == .exited(0),
      output: texts.filter { !$0.isEmpty }.joined(separator: "\n")
    )
  }
}
