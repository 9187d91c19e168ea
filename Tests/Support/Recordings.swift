public import Foundation

/// The sessions that lie in the package for everybody to look at.
public enum Recordings {
  /// The folder `recordings`.
  public static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "recordings")

  /// The path of a recording.
  public static func path(_ name: String) -> String { folder.appending(path: name).path }
}
