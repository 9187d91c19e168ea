import Foundation
import RewindDiagnosis
import RewindSession

/// A folder of builds, of which a log's version or commit chooses one.
///
/// The user names the folder. A log only chooses among the names that are in it, so that it cannot name a program
/// elsewhere.
struct BuildFolder {
  /// Without a slash at its end.
  let path: String

  init(path: String) {
    let end = path.lastIndex { $0 != "/" }
    self.path = end.map { String(path[...$0]) } ?? path
  }

  /// The build of a log.
  struct Build {
    let program: String
    /// The version or commit by which it was chosen.
    let name: String
    let isOfCommit: Bool
  }

  /// A reason why the folder has no build of a log, and what helps.
  struct Missing: Error, CustomStringConvertible {
    let why: String
    let advice: String

    var description: String { "\(why) \(advice)" }
  }

  /// The names to list of what a folder has.
  private static let namedLimit = 20

  /// Returns the build that recorded a session, by the header of its log, or by the version of a crash event where the
  /// log has none.
  ///
  /// - Throws: ``Missing``, which says which build; `CommandError` if it is no folder of builds.
  func build(of header: SessionHeader, event: CrashReport? = nil) throws -> Build {
    let names = try folders()
    let commit = header.json["commit"]?.string
    let own = header.json["version"]?.string ?? event?.version
    let wanted = [own, commit].compactMap { $0 }
    guard !wanted.isEmpty else {
      throw Missing(
        why: "The log has neither a version nor a commit to choose a build in \(path) by.",
        advice: (event == nil ? "Name" : "Write \"version\":\"1.2\" into the event, or name")
          + " the program, --app PROGRAM."
      )
    }
    let ofCommit = names.first { name in commit.map { $0.isCommit(name) } ?? false }
    guard let name = ofCommit ?? names.first(where: { $0 == own }) else {
      throw missing(wanted, among: names)
    }
    let program = try program(in: "\(path)/\(name)", header)
    return Build(program: program, name: name, isOfCommit: ofCommit != nil)
  }

  /// Returns the names of the builds.
  private func folders() throws -> [String] {
    guard path.isFolder else { throw InputError.notAFolder(path) }
    return try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { !$0.hasPrefix(".") && "\(path)/\($0)".isFolder }.sorted()
  }

  private func missing(_ wanted: [String], among names: [String]) -> Missing {
    let rest = names.count > Self.namedLimit ? ", …" : ""
    let known =
      names.isEmpty
      ? "it has no folders"
      : "it has \(names.prefix(Self.namedLimit).joined(separator: ", "))\(rest)"
    return Missing(
      why: "No build of \(wanted.joined(separator: " or ")) in \(path): \(known).",
      advice:
        "It takes a folder for each build, called as its version or its commit; or try another: --app PROGRAM."
    )
  }

  /// Returns the program in a build's folder: the only one, or the one that is called as the recorded executable.
  private func program(in folder: String, _ header: SessionHeader) throws -> String {
    let programs = try programs(in: folder)
    let executable = header.json["executable"]?.string
    if let name = programs.first(where: { $0 == executable }) { return "\(folder)/\(name)" }
    guard programs.count == 1 else {
      throw CommandError(
        programs.isEmpty
          ? "\(folder) has no program that can be executed. Put the one of that build there."
          : "\(folder) has several programs: \(programs.joined(separator: ", ")). Use --app PROGRAM."
      )
    }
    return "\(folder)/\(programs[0])"
  }

  private func programs(in folder: String) throws -> [String] {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: folder).sorted().filter {
      files.isExecutableFile(atPath: "\(folder)/\($0)") && !"\(folder)/\($0)".isFolder
    }
  }
}
