public import Foundation

/// A new folder that goes when the test is done with it.
public struct TemporaryFolder: Sendable {
  public let url: URL

  /// Runs `body` with a new, empty folder.
  public static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "rewind-test-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(TemporaryFolder(url: url))
  }

  /// The path of a file in the folder, which need not be there.
  public func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file and returns its URL.
  @discardableResult
  public func file(_ name: String, _ text: String) throws -> URL {
    let file = url.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file
  }
}
