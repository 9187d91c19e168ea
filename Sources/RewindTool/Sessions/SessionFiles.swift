import Foundation
import RewindLog
import RewindSession

/// The session logs for a list of files and folders.
enum SessionFiles {
  /// The number of skipped files in a folder to name one by one.
  private static let namedLimit = 3

  /// Returns the named files, and the session logs in the named folders, in the order of their names.
  ///
  /// A file in a folder that only has the name of a log is skipped with a warning, unless faulty ones are
  /// kept. A folder may be a link; a file that is met again, under whatever name, is left out.
  ///
  /// - Throws: ``CommandError`` if a folder holds none.
  static func expand(
    _ paths: [String],
    _ terminal: Terminal,
    keepsFaulty: Bool = false
  ) throws -> [String] {
    var seen: Set<String> = []
    return try paths.flatMap { path -> [String] in
      guard path.isFolder else { return [path] }
      if access(path.resolvedPath, R_OK | X_OK) != 0 {
        throw InputError.cannotBeRead(path, .last)
      }
      // An enumerator does not follow a link.
      let names =
        FileManager.default.enumerator(atPath: path.resolvedPath)?
        .compactMap { $0 as? String } ?? []
      let files = names.filter { $0.hasSuffix(".jsonl") }.sorted()
        .map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
      if keepsFaulty, !files.isEmpty { return files }
      let faults = Dictionary(grouping: files, by: fault)
      for case (let why?, let passedOver) in faults.sorted(by: { $0.value[0] < $1.value[0] }) {
        warn(of: passedOver, why, terminal)
      }
      guard let found = faults[nil] else {
        throw CommandError(
          "No session logs in \(path) (*.jsonl files that begin with {\"rewind\":…)."
        )
      }
      return found
    }.filter { $0 == "-" || seen.insert($0.resolvedPath).inserted }
  }

  private static func warn(of paths: [String], _ why: String, _ terminal: Terminal) {
    guard paths.count > namedLimit else {
      for path in paths {
        terminal.warn("rewind: \(path.escapedForTerminal) is skipped: it \(why).")
      }
      return
    }
    terminal.warn(
      "rewind: \(paths[0].escapedForTerminal) and \(paths.count - 1) more files are skipped: each \(why)."
    )
  }

  /// Returns the reason why a file is not a session log; nil if it begins like one.
  ///
  /// Pipes, sockets and devices are never opened in a way that could block.
  private static func fault(of path: String) -> String? {
    do throws(SystemError) {
      let start = try ReadableFile.open(input: path).bytes(0..<64)
      if start.isEmpty { return "is empty" }
      return String(decoding: start, as: UTF8.self).contains("\"rewind\"")
        ? nil : "does not begin with {\"rewind\":…}, as a session log does"
    } catch {
      switch error {
      case .notRegular, .isFolder: return "is not a regular file"
      // A file that cannot be read is reported when it is read.
      default: return nil
      }
    }
  }
}
