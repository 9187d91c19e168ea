#if os(macOS) || os(Linux)
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

  /// The path of an app that lies among the fixtures.
  public static func app(_ name: String) -> String {
    Recordings.folder.deletingLastPathComponent()
      .appending(path: "Tests/Fixtures/ReferenceApp/\(name)").path
  }
}
#endif
