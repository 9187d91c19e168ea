import Foundation
import RewindSession

/// The session logs that a person means by naming files and folders.
enum SessionFiles {
  /// Files of a folder that are named one by one, where they are passed over.
  private static let namedLimit = 3

  /// The files named, and the session logs in the folders named, in the order of their names.
  ///
  /// A file of a folder that is no log, and only called like one, is passed over with a remark.
  ///
  /// - Parameters:
  ///   - paths: What was named.
  ///   - terminal: Where the remarks go.
  /// - Returns: The paths.
  /// - Throws: ``Trouble`` where a folder holds none.
  static func expand(_ paths: [String], _ terminal: Terminal) throws -> [String] {
    try paths.flatMap { path -> [String] in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
      else { return [path] }
      let files = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".jsonl") }.sorted()
        .map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
      let faults = Dictionary(grouping: files, by: fault)
      for case (let why?, let passedOver) in faults.sorted(by: { $0.value[0] < $1.value[0] }) {
        remark(on: passedOver, why, terminal)
      }
      guard let found = faults[nil] else {
        throw CommandError(
          "There is no session log (*.jsonl that begins with {\"rewind\":…) in \(path)."
        )
      }
      return found
    }
  }

  private static func remark(on paths: [String], _ why: String, _ terminal: Terminal) {
    guard paths.count > namedLimit else {
      for path in paths {
        terminal.remark("rewind: \(path.escapedForTerminal) is passed over: it \(why).")
      }
      return
    }
    terminal.remark(
      "rewind: \(paths[0].escapedForTerminal) and \(paths.count - 1) more files are passed over: each \(why)."
    )
  }

  /// Why a file is no session log; nil where it begins like one, as not every file of JSON lines does.
  ///
  /// Pipes, sockets and devices are never opened in a way that could wait for somebody.
  private static func fault(of path: String) -> String? {
    do throws(SystemError) {
      let start = try ReadableFile(path: path).bytes(0..<64)
      if start.isEmpty { return "is empty" }
      return String(decoding: start, as: UTF8.self).contains("\"rewind\"")
        ? nil : "does not begin with {\"rewind\":…}, as a session log does"
    } catch {
      switch error {
      case .notRegular, .isFolder: return "is not a regular file"
      // One that cannot be read is told by whoever reads it.
      default: return nil
      }
    }
  }
}
