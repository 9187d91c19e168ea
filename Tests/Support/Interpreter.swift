import Foundation

/// A program that runs apps in another language than Swift.
public enum Interpreter: String, Sendable {
  case python = "python3"
  case node

  /// Its path; nil where it is not installed.
  public var path: String? {
    // What stands in the person's own folders is often a script that takes longer than the program.
    let folders =
      ["/usr/bin"]
      + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return folders.map { "\($0)/\(rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The path of a Python that has a module; nil where none has it.
  ///
  /// `REWIND_PYTHON` names one that is not in `PATH`, such as that of a virtual environment.
  public static func python(importing module: String) -> String? {
    let environment = ProcessInfo.processInfo.environment
    let folders = ["/usr/bin"] + (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let candidates =
      [environment["REWIND_PYTHON"]].compactMap { $0 } + folders.map { "\($0)/python3" }
    return candidates.first { path in
      guard FileManager.default.isExecutableFile(atPath: path) else { return false }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = ["-c", "import \(module)"]
      process.standardError = FileHandle.nullDevice
      guard (try? process.start()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
  }

  /// The path of an app that lies among the fixtures.
  public static func app(_ name: String) -> String {
    Recordings.fixture("ReferenceApp/\(name)").path
  }
}
