import Foundation

extension Arguments {
  /// Returns the file that `-o` names, which must not exist yet.
  func outputPath() throws -> String {
    let path = try namedOutput()
    guard !FileManager.default.fileExists(atPath: path) else {
      throw CommandError("\(path) is there already. Remove it, or give -o another name.")
    }
    return path
  }

  /// Checks that a result does not overwrite a session.
  func checkIsNoInput(_ path: String, of inputs: [String]) throws {
    func place(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    guard inputs.contains(where: { place($0) == place(path) }) else { return }
    throw CommandError("\(path) is one of the sessions. Give the result another name.")
  }

  /// Returns the file that `-o` names.
  func namedOutput() throws -> String {
    guard let path = self[.output] else {
      throw CommandError("Say where the result goes: -o FILE.")
    }
    guard path != "-" else {
      throw CommandError("The result goes into a file, not to standard output: -o FILE.")
    }
    return path
  }
}
