import Foundation

extension Arguments {
  /// Returns the file that `-o` names, which must not exist yet.
  func outputPath() throws -> String {
    let path = try namedOutput()
    guard !FileManager.default.fileExists(atPath: path) else {
      throw CommandError("\(path) already exists. Remove it, or choose another -o.")
    }
    return path
  }

  /// Checks that a result does not overwrite a session.
  func checkIsNoInput(_ path: String, of inputs: [String]) throws {
    func place(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    guard inputs.contains(where: { place($0) == place(path) }) else { return }
    throw CommandError("\(path) is one of the sessions. Choose another name for the result.")
  }

  /// Returns the file that `-o` names.
  func namedOutput() throws -> String {
    guard let path = self[.output] else {
      throw CommandError("Missing -o FILE: the file for the result.")
    }
    guard path != "-" else {
      throw CommandError("The result cannot be written to standard output: use -o FILE.")
    }
    return path
  }
}
