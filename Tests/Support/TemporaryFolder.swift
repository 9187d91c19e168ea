public import Foundation

/// A new folder that goes when the test is done with it.
///
/// A suite has it as a property, so that each of its tests has its own; what a test needs only for a while, it
/// makes by `with`.
public struct TemporaryFolder: Sendable {
  public let url: URL
  private let owner: Owner?

  /// Removes the folder once nobody holds it.
  private final class Owner: Sendable {
    private let url: URL

    init(_ url: URL) { self.url = url }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  /// A new, empty folder.
  public init() {
    url = FileManager.default.temporaryDirectory.appending(path: "rewind-test-\(UUID())")
    owner = Owner(url)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      fatalError("There is no folder for a test: \(error)")
    }
  }

  /// A folder that is there already and stays.
  public init(url: URL) { (self.url, owner) = (url, nil) }

  /// Runs `body` with a new, empty folder.
  public static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let folder = TemporaryFolder()
    return try withExtendedLifetime(folder) { try body(folder) }
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

  /// Makes a folder in it, with those above.
  @discardableResult
  public func makeFolder(_ name: String) throws -> TemporaryFolder {
    let inner = url.appending(path: name)
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    return TemporaryFolder(url: inner)
  }

  /// Copies a file into it and returns the copy's path.
  @discardableResult
  public func copy(_ file: String, as name: String) throws -> String {
    try FileManager.default.copyItem(atPath: file, toPath: path(name))
    return path(name)
  }

  /// Makes a symbolic link in it.
  public func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  /// The text of a file in it.
  public func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
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
