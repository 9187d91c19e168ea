import Foundation
import RewindSession

/// The session logs that a person means by naming files and folders.
enum SessionFiles {
  /// The files named, and the session logs in the folders named, in the order of their names.
  ///
  /// - Parameters:
  ///   - paths: What was named.
  ///   - passOver: Told each file of a folder that looks like a log by its name and is none, with the reason.
  /// - Returns: The paths.
  /// - Throws: ``Trouble`` where a folder holds none.
  static func expand(
    _ paths: [String],
    passOver: (_ path: String, _ why: String) -> Void
  ) throws -> [String] {
    try paths.flatMap { path -> [String] in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
      else { return [path] }
      let found = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".jsonl") }.sorted()
        .map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
        .filter { path in
          guard let why = fault(of: path) else { return true }
          passOver(path, why)
          return false
        }
      guard !found.isEmpty else {
        throw Trouble(
          "There is no session log (*.jsonl that begins with {\"rewind\":…) in \(path)."
        )
      }
      return found
    }
  }

  /// Says that a file of a folder is passed over.
  static func remark(on terminal: Terminal) -> (_ path: String, _ why: String) -> Void {
    { terminal.remark("rewind: \($0.harmless) is passed over: \($1)") }
  }

  /// Why a file is no session log; nil where it begins like one, as not every file of JSON lines does.
  ///
  /// Pipes, sockets and devices are never opened in a way that could wait for somebody.
  private static func fault(of path: String) -> String? {
    do throws(SystemError) {
      let start = try ReadableFile(path: path).bytes(0..<64)
      if start.isEmpty { return "it is empty." }
      return String(decoding: start, as: UTF8.self).contains("\"rewind\"")
        ? nil : "it does not begin with {\"rewind\":…}, as a session log does."
    } catch {
      switch error {
      case .notRegular, .isFolder: return "it is not a regular file."
      // One that cannot be read is told by whoever reads it.
      default: return nil
      }
    }
  }
}
