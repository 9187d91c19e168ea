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
  public func program(_ name: String, _ script: String) throws -> URL {
    try program(name, by: #"printf '#!/bin/sh\n%s\n' "$2" > "$1" && chmod 755 "$1""#, script)
  }

  /// Copies a program and returns the copy's URL; with `suffix` behind its bytes it runs as before, and is another file.
  public func program(_ name: String, copyOf program: String, suffix: String = "") throws -> URL {
    try self.program(name, by: #"cp "$2" "$1" && printf %s "$3" >> "$1""#, program, suffix)
  }

  /// Has another process write the program.
  ///
  /// Where this one had it open, a test beside it that starts a process at that moment would hand it down, and the
  /// system starts no program that is open for writing (`ETXTBSY`).
  private func program(_ name: String, by script: String, _ arguments: String...) throws -> URL {
    let file = url.appending(path: name)
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", script, "sh", file.path] + arguments
    try shell.run()
    shell.waitUntilExit()
    guard shell.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    return file
  }
}
