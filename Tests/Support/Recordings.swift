public import Foundation

/// The sessions that lie in the package for everybody to look at.
public enum Recordings {
  /// The folder of the package.
  public static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder `recordings`.
  public static let folder = package.appending(path: "recordings")

  /// The path of a recording.
  public static func path(_ name: String) -> String { folder.appending(path: name).path }

  /// What lies among the fixtures of the tests.
  public static func fixture(_ name: String) -> URL {
    package.appending(path: "Tests/Fixtures/\(name)")
  }
}
