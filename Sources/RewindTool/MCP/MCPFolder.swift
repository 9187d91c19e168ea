import Foundation
import RewindTimeline

/// The folder of a server, and what may be read and written there.
///
/// Nothing outside of it is read, except the sessions in the folders in which recorders write; nothing is
/// written outside of it, and no file is replaced. Symbolic links are followed before that is decided, and a
/// command gets the path without links.
struct MCPFolder {
  /// Its absolute path without links.
  let path: String
  /// The folders in which recorders write.
  private let sessions: [String]
  /// The sessions that @last and the list are about.
  let scope: SessionCatalog.Scope

  /// Makes the rules for a folder, which has to be the current one.
  init(
    _ path: String,
    scope: SessionCatalog.Scope,
    sessions: [String] = SessionFolders(.current).folders
  ) {
    self.path = path.resolvedPath
    self.scope = scope
    self.sessions = sessions.map(\.resolvedPath)
  }

  /// Returns the path of a session's file that a client names.
  ///
  /// - Throws: ``InputError`` if it may not be read.
  func input(_ name: String) throws -> String {
    let found = try SessionReference(name)?.path() ?? name
    guard found == name || name.hasPrefix("@") else { throw Self.outside(name) }
    let path = try resolved(found)
    if path.isFolder { throw InputError.isFolder(Self.quoted(name)) }
    guard ([self.path] + sessions).contains(where: { path.isInside($0) }) else {
      throw Self.outside(name)
    }
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandError(
        "There is no file \(Self.quoted(name)). The tool sessions lists those that there are."
      )
    }
    return path.isInside(self.path) ? short(path) : path
  }

  /// Returns the paths of a session's file, or of the session logs in a folder.
  func inputs(_ name: String) throws -> [String] {
    let path = try resolved(name)
    guard !name.hasPrefix("@"), path.isFolder else { return [try input(name)] }
    guard path == self.path || path.isInside(self.path) else { throw Self.outside(name) }
    let files = Self.logs(in: path).map(\.resolvedPath)
      .filter { $0.isInside(self.path) && !$0.isFolder }
    guard !files.isEmpty else { throw InputError.noSession(in: Self.quoted(name)) }
    return files.map(short)
  }

  /// Returns the path of a folder that a client names, of which no log is a link to one outside.
  func folder(_ name: String) throws -> String {
    let path = try resolved(name)
    guard path.isFolder, path == self.path || path.isInside(self.path) else {
      throw Self.outside(name)
    }
    for log in Self.logs(in: path) where !log.resolvedPath.isInside(self.path) {
      throw Self.outside(log)
    }
    return path == self.path ? "." : short(path)
  }

  /// Returns the names of all logs in a folder.
  private static func logs(in path: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".jsonl") && !$0.isHidden }.sorted().map { "\(path)/\($0)" }
  }

  /// Returns the path of a new file that a client names.
  ///
  /// - Throws: ``InputError`` if it may not be written.
  func output(_ name: String, suffix: String) throws -> String {
    guard name.hasSuffix(suffix), !name.utf8.contains(0) else {
      throw InputError.takes("output", "a new file that ends with \(suffix)", not: name)
    }
    let file = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
    let parent = try resolved(String(name[..<file]))
    let path = "\(parent)/\(name[file...])"
    guard path.isInside(self.path) else { throw Self.outside(name) }
    guard !path.dropFirst(self.path.count).isHidden else {
      throw InputError.takes("output", "a file that is not hidden", not: name)
    }
    guard parent.isFolder else { throw InputError.notAFolder(Self.quoted(parent)) }
    // A link that leads nowhere is a file, too.
    guard (try? FileManager.default.attributesOfItem(atPath: path)) == nil else {
      throw InputError.exists(Self.quoted(name), choose: "output")
    }
    return short(path)
  }

  private func resolved(_ name: String) throws -> String {
    guard !name.utf8.contains(0) else { throw CommandError("A file's name has no NUL in it.") }
    return (name.hasPrefix("/") ? name : "\(path)/\(name)").resolvedPath
  }

  /// Returns the path of a session's file as a client names it.
  func name(of path: String) -> String {
    let path = path.resolvedPath
    return path.isInside(self.path) ? short(path) : path
  }

  /// Returns the path as it is typed in the folder; it is no flag, no reference, and no word of a command.
  private func short(_ path: String) -> String {
    let name = String(path.dropFirst(self.path == "/" ? 1 : self.path.count + 1))
    return name.hasPrefix("-") || name.hasPrefix("@") || name == "run" ? "./\(name)" : name
  }

  private static func outside(_ name: String) -> CommandError {
    CommandError(
      "\(quoted(name)) is outside of the server's folder. Name a file in it, or a session as @last, @2."
    )
  }

  private static func quoted(_ name: String) -> String {
    "\"\(String(name.prefix(200)).escapedForTerminal)\""
  }
}

extension StringProtocol {
  /// True if a part of the path begins with a dot.
  fileprivate var isHidden: Bool { split(separator: "/").contains { $0.hasPrefix(".") } }

  /// Returns true if the path, which has no links, is of something in a folder.
  fileprivate func isInside(_ folder: String) -> Bool {
    hasPrefix(folder == "/" ? "/" : "\(folder)/")
  }
}
