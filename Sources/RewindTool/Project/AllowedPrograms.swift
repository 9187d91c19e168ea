import Foundation
import RewindJSON
import RewindLog
import RewindSession

/// The programs that projects may name, as the user has allowed with `rewind allow`.
///
/// They are remembered outside of all projects, in the user's state folder, one object a line. A project
/// that moves, or names another program, needs a new permission.
struct AllowedPrograms {
  struct Program: Hashable {
    /// The absolute path of the project's file.
    let file: String
    /// The absolute path of the app.
    let app: String
  }

  private(set) var all: [Program] = []
  private let path: String

  private static let sizeLimit = 1 << 20

  /// Reads the list; lines that are not understood are skipped.
  ///
  /// - Throws: ``CommandError`` if the list exists and cannot be read: nothing else may be concluded.
  static func read(of user: UserFolders = .current) throws -> AllowedPrograms {
    var allowed = AllowedPrograms(path: "\(user.state)/rewind/.allowed")
    let path = allowed.path
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try ReadableFile.open(path).bytes(0..<sizeLimit)
    } catch .noSuchFile {
      return allowed
    } catch {
      throw CommandError("\(path), the list of allowed programs, cannot be read: \(error).")
    }
    for line in bytes.split(separator: 0x0A) {
      guard let json = try? JSONValue(parsing: line), let file = json["file"]?.string,
        let app = json["app"]?.string
      else { continue }
      allowed.all.append(Program(file: file, app: app))
    }
    return allowed
  }

  func contains(_ program: Program) -> Bool { all.contains(program) }

  /// Adds a program to the stored list.
  mutating func add(_ program: Program) throws {
    all.append(program)
    try write()
  }

  /// Removes what a project's file may name from the stored list; returns false if that is nothing.
  mutating func remove(of file: String) throws -> Bool {
    guard all.contains(where: { $0.file == file }) else { return false }
    all.removeAll { $0.file == file }
    try write()
    return true
  }

  private func write() throws {
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    let lines = all.map { program -> String in
      (["file": .string(program.file), "app": .string(program.app)] as JSONValue).text + "\n"
    }
    try PrivateFile.write(Array(lines.joined().utf8), to: path)
  }
}
