import Foundation
import RewindDiagnosis
import RewindLog
import RewindSession

/// The files beside the logs in which a triage keeps what it has found out.
struct TriageFiles {
  /// The folders, each with one file.
  private let folders: [String]

  static let name = ".rewind-triage"

  /// Returns the files beside the logs in files and folders that were named.
  static func beside(_ operands: [String]) -> TriageFiles {
    var folders: [String] = []
    for operand in operands {
      let url = URL(fileURLWithPath: operand)
      let folder = operand.isFolder ? url : url.deletingLastPathComponent()
      let path = folder.standardizedFileURL.path
      if !folders.contains(path) { folders.append(path) }
    }
    // A log belongs to the innermost folder.
    return TriageFiles(folders: folders.sorted { $0.count > $1.count })
  }

  /// Returns what earlier runs have kept; a file that is not whole is ignored with a warning.
  func read(_ terminal: Terminal) -> TriageKnowledge {
    var knowledge = TriageKnowledge()
    for folder in folders {
      let path = "\(folder)/\(Self.name)"
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      guard let found = TriageKnowledge(bytes: Array(data)) else {
        terminal.warn(
          "rewind: \(path.escapedForTerminal) is damaged or of another version and is not used: all crashes are replayed again."
        )
        continue
      }
      knowledge.add(found.moved { "\(folder)/\($0)" })
    }
    return knowledge
  }

  /// Keeps what a run has found out, each log in its own folder; where that cannot be written, says so.
  func write(_ knowledge: TriageKnowledge, _ paths: [String], _ terminal: Terminal) {
    for folder in folders {
      let part = knowledge.about { log in
        let path = URL(fileURLWithPath: log.path).standardizedFileURL.path
        return owner(of: path) == folder && FileManager.default.fileExists(atPath: path)
      }.moved { path in
        String(URL(fileURLWithPath: path).standardizedFileURL.path.dropFirst(folder.count + 1))
      }
      guard !part.logs.isEmpty else { continue }
      do {
        try PrivateFile.write(part.bytes(), to: "\(folder)/\(Self.name)")
      } catch {
        let why = "\((error as? FileError)?.cause.description ?? "\(error)")"
        terminal.warn(
          "rewind: The findings cannot be kept in \(folder.escapedForTerminal) (\(why.escapedForTerminal)): the next run replays all crashes again."
        )
      }
    }
  }

  private func owner(of path: String) -> String? {
    folders.first { path.hasPrefix($0 == "/" ? "/" : $0 + "/") }
  }
}
