import Foundation

extension Arguments {
  /// Returns the file that a flag names, which must not exist yet, unless `--force` is given.
  func outputPath(_ flag: Flag = .output) throws -> String {
    let path = try namedOutput(flag)
    guard FileManager.default.fileExists(atPath: path) else {
      // Known before a search that takes minutes.
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
      if folder.isFolder { return path }
      throw CommandError(
        "\(path) cannot be written: there is no folder \(folder). Make it, or choose another \(flag.name)."
      )
    }
    if path.isFolder { throw CommandError("\(path) is a folder. Choose another \(flag.name).") }
    guard has(.force) else {
      throw CommandError(
        "\(path) already exists. Choose another \(flag.name), or replace it with --force."
      )
    }
    try checkIsNoInput(path, of: operands)
    return path
  }

  /// Writes a result by a function that never changes an existing file; with `--force` a file that is there is
  /// replaced once the result is whole.
  func writing<Result>(to path: String, _ write: (String) throws -> Result) throws -> Result {
    guard FileManager.default.fileExists(atPath: path) else { return try write(path) }
    let part = "\(path).\(ProcessInfo.processInfo.processIdentifier).part"
    defer { unlink(part) }
    let result = try write(part)
    guard rename(part, path) == 0 else {
      throw CommandError("\(path) cannot be replaced: \(String(cString: strerror(errno))).")
    }
    return result
  }

  /// Checks that a result does not overwrite a session.
  func checkIsNoInput(_ path: String, of inputs: [String]) throws {
    let resolved = path.resolvedPath
    guard inputs.contains(where: { $0.resolvedPath == resolved }) else { return }
    throw CommandError("\(path) is one of the sessions. Choose another name for the result.")
  }

  /// Returns the file that a flag names.
  func namedOutput(_ flag: Flag = .output) throws -> String {
    guard let path = self[flag] else {
      throw CommandError("Missing \(flag.usage), the file for the result.")
    }
    guard path != "-" else {
      throw CommandError("The result cannot be written to standard output: use \(flag.usage).")
    }
    return path
  }
}

extension String {
  /// The absolute path without links, the same for all names of a file.
  var resolvedPath: String {
    URL(fileURLWithPath: self).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// True if it is the path of a folder, or of a link to one.
  var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: self, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The folder that a path is in; `.` and `..` are in those above them.
  var folderAbove: String {
    let name = split(separator: "/").last ?? ""
    if self == "." { return ".." }
    if name == "." || name == ".." { return "\(self)/.." }
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
