public import Foundation

/// A new folder that goes when the test is done with it.
public struct TemporaryFolder: Sendable {
  public let url: URL

  /// A folder that is there already and stays.
  public init(url: URL) { self.url = url }

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

  /// Writes a program of shell lines and returns its URL.
  ///
  /// Another process writes the file: where this one had it open, a test beside it that starts a process at that
  /// moment would hand it down, and the system starts no program that is open for writing (`ETXTBSY`).
  public func program(_ name: String, _ script: String) throws -> URL {
    let file = url.appending(path: name)
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c", #"printf '#!/bin/sh\n%s\n' "$2" > "$1" && chmod 755 "$1""#, "sh", file.path, script,
    ]
    try shell.run()
    shell.waitUntilExit()
    guard shell.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    return file
  }
}
