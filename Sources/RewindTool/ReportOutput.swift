import Foundation
import RewindLog
import RewindSession

/// A second output of a command, beside its results: a report for other programs.
struct ReportOutput {
  let path: String

  /// Writes the report; others may read the file: the server that collects it often runs as another user.
  func write(_ text: String, _ terminal: Terminal) throws {
    if isPrinted {
      terminal.print(report: text)
    } else {
      try PrivateFile.write(Array(text.utf8), to: path, isShared: true)
    }
  }

  /// Refuses a folder, and a file in none: before hundreds of sessions are replayed, not after.
  func checkFolder() throws {
    let reason = path.isFolder ? EISDIR : path.folderAbove.isFolder ? nil : ENOENT
    if let reason { throw InputError.cannotBeWritten(path, SystemError(code: reason)) }
  }

  /// True for `-`, and for any other name of standard output, such as `/dev/stdout`.
  var isPrinted: Bool {
    var (named, output) = (stat(), stat())
    if path == "-" { return true }
    return stat(path, &named) == 0 && fstat(1, &output) == 0 && named.st_ino == output.st_ino
      && named.st_dev == output.st_dev
  }
}

extension Arguments {
  /// Returns the output that a flag names, which is none of the sessions; nil without the flag.
  ///
  /// If it is standard output, the results go to standard error from now on, and none of the `others`, flags for
  /// results that programs read there, may be given.
  func report(
    _ flag: Flag,
    of inputs: [String],
    besides others: [Flag],
    _ terminal: Terminal
  ) throws -> ReportOutput? {
    guard let path = self[flag] else { return nil }
    let output = ReportOutput(path: path)
    guard output.isPrinted else {
      try checkIsNoInput(path, of: inputs)
      try output.checkFolder()
      return output
    }
    if let other = others.first(where: has) {
      throw InputError.notWith("\(flag.name) -", other.name)
    }
    terminal.putResultsAside()
    return output
  }
}
