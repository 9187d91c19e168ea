import Foundation

extension Arguments {
  /// Returns the file that a flag names, which must not exist yet, unless `--force` is given.
  func outputPath(_ flag: Flag = .output) throws -> String {
    let path = try namedOutput(flag)
    try ReportOutput(path: path).checkFolder()
    try checkIsNew(path, flag)
    try checkIsNoInput(path, of: operands)
    return path
  }

  /// Refuses a file that is there, unless `--force` is given.
  func checkIsNew(_ path: String, _ flag: Flag = .output) throws {
    guard !has(.force), FileManager.default.fileExists(atPath: path) else { return }
    throw InputError.exists(path, choose: "\(flag.name), or replace it with --force")
  }

  /// Writes a result by a function that never changes an existing file; with `--force` a file that is there is
  /// replaced once the result is whole.
  func writing<Result>(to path: String, _ write: (String) throws -> Result) throws -> Result {
    guard FileManager.default.fileExists(atPath: path) else { return try write(path) }
    let part = "\(path).\(ProcessInfo.processInfo.processIdentifier).part"
    defer { unlink(part) }
    let result = try write(part)
    guard rename(part, path) == 0 else {
      throw InputError.cannotBeWritten(path, .last)
    }
    return result
  }

  /// Checks that a result does not overwrite a session.
  func checkIsNoInput(_ path: String, of inputs: [String]) throws {
    let resolved = path.resolvedPath
    guard inputs.contains(where: { $0.resolvedPath == resolved }) else { return }
    throw InputError.isInput(path)
  }

  /// Returns the file that a flag names.
  func namedOutput(_ flag: Flag = .output) throws -> String {
    guard let path = self[flag] else { throw InputError.missing(flag.usage) }
    guard path != "-" else { throw InputError.standardStream(flag.usage) }
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
