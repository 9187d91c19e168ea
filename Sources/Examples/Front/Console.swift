import Foundation

/// The output of the programs: results go to standard output, warnings to standard error.
///
/// Nothing is buffered: output from before a crash is visible.
package enum Console {
  /// Writes a line of output.
  package static func write(_ line: String) {
    write("\(line)\n", to: .standardOutput)
  }

  /// Writes a line that is not output.
  package static func warn(_ line: String) {
    write("\(line)\n", to: .standardError)
  }

  /// Ends the program with a message and the exit status for errors.
  package static func stop(_ message: String) -> Never {
    warn(message)
    exit(2)
  }

  static func write(_ text: String, to file: FileHandle) {
    do {
      try file.write(contentsOf: Data(text.utf8))
    } catch {
      // No message can be written any more; only the exit status remains.
      exit(2)
    }
  }
}
