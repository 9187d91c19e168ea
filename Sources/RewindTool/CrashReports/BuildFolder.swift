import Foundation
import RewindDiagnosis
import RewindSession
import RewindText

extension Flag {
  static let builds = Flag(
    "--builds DIR",
    help: "The app's builds, each in a folder that is called as its version or its commit."
  )
}

extension Arguments {
  /// Returns the build of a log: the program of `--app`, or the one that the log chooses in the folder of `--builds`
  /// or of the project's file; nil if there is neither.
  ///
  /// Where the project's folder has no build of the log, and the project names an app, that replays it; a warning
  /// says so.
  func build(
    of header: SessionHeader,
    version: String? = nil,
    _ terminal: Terminal
  ) throws -> (program: ReplayProgram, name: String?)? {
    if let app = self[.app] { return (try program(app), nil) }
    if let folder = self[.builds] {
      let found = try BuildFolder(path: folder).build(of: header, version: version)
      return (try program(found.program), found.name)
    }
    guard let folder = try ProjectApp.builds() else { return nil }
    do {
      let found = try BuildFolder(path: folder).build(of: header, version: version)
      return (try program(found.program), found.name)
    } catch let error as CommandError {
      guard let app = try app() else { throw error }
      terminal.warn("rewind: \("\(error)".escapedForTerminal) \(app) replays it instead.")
      return (try program(app), nil)
    }
  }
}

/// A folder of builds, of which a log's version or commit chooses one.
///
/// The user names the folder. A log only chooses among the names that are in it, so that it cannot name a program
/// elsewhere.
struct BuildFolder {
  let path: String

  /// The build of a log.
  struct Build {
    let program: String
    /// The version or commit by which it was chosen.
    let name: String
  }

  /// Returns the build that recorded a session.
  ///
  /// - Throws: `CommandError` that says which build is missing.
  func build(of header: SessionHeader, version: String? = nil) throws -> Build {
    guard path.isFolder else { throw CommandError("\(path): no such folder of builds.") }
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { !$0.hasPrefix(".") && "\(path)/\($0)".isFolder }.sorted()
    let (commit, own) = (header.json["commit"]?.string, header.json["version"]?.string)
    let wanted = [own ?? version, commit].compactMap { $0 }
    guard !wanted.isEmpty else {
      throw CommandError(
        "The log has neither a version nor a commit to choose a build in \(path) by: use --app PROGRAM."
      )
    }
    let found =
      names.first { name in commit.map { $0.isCommit(name) } ?? false }
      ?? names.first { $0 == own ?? version }
    guard let name = found else {
      let known =
        names.isEmpty ? "it has no folders" : "it has \(names.prefix(20).joined(separator: ", "))"
      throw CommandError(
        "No build of \(wanted.joined(separator: " or ")) in \(path): \(known)."
      )
    }
    return Build(program: try program(in: "\(path)/\(name)", header), name: name)
  }

  /// Returns the program in a build's folder: the only one, or the one that is called as the recorded executable.
  private func program(in folder: String, _ header: SessionHeader) throws -> String {
    let files = FileManager.default
    let programs = try files.contentsOfDirectory(atPath: folder).sorted().filter {
      files.isExecutableFile(atPath: "\(folder)/\($0)") && !"\(folder)/\($0)".isFolder
    }
    let executable = header.json["executable"]?.string
    if let name = programs.first(where: { $0 == executable }) { return "\(folder)/\(name)" }
    guard programs.count == 1 else {
      throw CommandError(
        programs.isEmpty
          ? "\(folder) has no program."
          : "\(folder) has several programs: \(programs.joined(separator: ", ")). Use --app PROGRAM."
      )
    }
    return "\(folder)/\(programs[0])"
  }
}

extension String {
  /// Returns true if a text is this commit, or the beginning of it that Git shows.
  fileprivate func isCommit(_ name: String) -> Bool {
    self == name || name.count >= 7 && hasPrefix(name) || count >= 7 && name.hasPrefix(self)
  }
}
