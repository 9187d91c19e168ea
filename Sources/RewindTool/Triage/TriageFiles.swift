import Foundation
import RewindDiagnosis
import RewindLog
import RewindSession

/// The files in which a triage keeps what it has found out: in the user's cache folder, one for each folder of logs,
/// or the one that was named.
struct TriageFiles {
  /// A file, and the folder from which the paths in it lead.
  private struct Memory {
    let file: String
    let folder: String
    /// True if it takes logs outside the folder as well, by their whole paths.
    let takesAll: Bool

    func contains(_ path: String) -> Bool {
      path.hasPrefix(folder == "/" ? "/" : folder + "/")
    }

    /// Returns a log's path as the file has it.
    func inside(_ path: String) -> String {
      contains(path) ? String(path.dropFirst(folder == "/" ? 1 : folder.count + 1)) : path
    }

    func outside(_ path: String) -> String {
      path.hasPrefix("/") ? path : folder == "/" ? "/\(path)" : "\(folder)/\(path)"
    }
  }

  private let memories: [Memory]

  /// Returns the files about the logs in files and folders that were named.
  ///
  /// - Parameters:
  ///   - operands: The files and folders.
  ///   - named: The file for all of them; nil for files in the cache folder.
  ///   - user: The user, to whom the cache folder belongs.
  /// - Returns: The files, which may not exist yet.
  static func about(_ operands: [String], named: String?, _ user: UserFolders) -> TriageFiles {
    if let named {
      let file = absolute(named)
      let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
      return TriageFiles(memories: [Memory(file: file, folder: folder, takesAll: true)])
    }
    var folders: [String] = []
    for operand in operands {
      let url = URL(fileURLWithPath: operand)
      let folder = absolute(operand.isFolder ? operand : url.deletingLastPathComponent().path)
      if !folders.contains(folder) { folders.append(folder) }
    }
    // A log belongs to the innermost folder.
    return TriageFiles(
      memories: folders.sorted { $0.count > $1.count }.map { folder in
        let file = "\(user.cache)/rewind/triage/\(ContentKey(folder).text)"
        return Memory(file: file, folder: folder, takesAll: false)
      }
    )
  }

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Returns what earlier runs have kept; a file that is not whole is ignored with a warning.
  func read(_ terminal: Terminal) -> TriageKnowledge {
    var knowledge = TriageKnowledge()
    for memory in memories {
      guard let data = FileManager.default.contents(atPath: memory.file) else { continue }
      guard let found = TriageKnowledge(bytes: Array(data)) else {
        terminal.warn(
          "rewind: \(memory.file.escapedForTerminal) is damaged or of another version and is not used: all crashes are replayed again."
        )
        continue
      }
      knowledge.add(found.moved(memory.outside))
    }
    return knowledge
  }

  /// Keeps what a run has found out, each log in the file of its own folder; where that cannot be written, says so.
  func write(_ knowledge: TriageKnowledge, _ paths: [String], _ terminal: Terminal) {
    for (index, memory) in memories.enumerated() {
      let part = knowledge.about { log in
        let path = Self.absolute(log.path)
        return owner(of: path) == index && FileManager.default.fileExists(atPath: path)
      }.moved { memory.inside(Self.absolute($0)) }
      guard !part.logs.isEmpty else { continue }
      do {
        if !memory.takesAll { try makeFolder(of: memory.file) }
        try PrivateFile.write(part.bytes(), to: memory.file)
      } catch {
        let why = "\((error as? FileError)?.cause.description ?? "\(error)")"
        terminal.warn(
          "rewind: The findings cannot be kept in \(memory.file.escapedForTerminal) (\(why.escapedForTerminal)): the next run replays all crashes again."
        )
      }
    }
  }

  private func makeFolder(of file: String) throws {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: file).deletingLastPathComponent(),
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  private func owner(of path: String) -> Int? {
    memories.firstIndex { $0.takesAll || $0.contains(path) }
  }
}
