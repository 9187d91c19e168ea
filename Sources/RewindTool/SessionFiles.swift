import Foundation
import RewindSession

/// The session logs that a person means by naming files and folders.
enum SessionFiles {
  /// The files named, and the session logs in the folders named, in the order of their names.
  ///
  /// - Throws: ``Trouble`` where a folder holds none.
  static func expand(_ paths: [String]) throws -> [String] {
    try paths.flatMap { path -> [String] in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
      else { return [path] }
      let found = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".jsonl") }.sorted()
        .map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
        .filter(isSession)
      guard !found.isEmpty else {
        throw Trouble(
          "There is no session log (*.jsonl that begins with {\"rewind\":…) in \(path)."
        )
      }
      return found
    }
  }

  /// Whether a file begins like a session; other files of JSON lines may lie beside, and pipes, sockets
  /// and devices, which are never opened in a way that could wait for somebody.
  private static func isSession(_ path: String) -> Bool {
    do throws(SystemError) {
      let start = try ReadableFile(path: path).bytes(0..<64)
      return String(decoding: start, as: UTF8.self).contains("\"rewind\"")
    } catch {
      // One that cannot be read is told by whoever reads it.
      return error != .notRegular && error != .isFolder
    }
  }
}
