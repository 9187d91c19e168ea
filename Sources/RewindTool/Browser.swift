import Foundation

/// The machine's browser.
enum Browser {
  /// Opens a file, without waiting for the browser to close.
  ///
  /// - Throws: `CommandError` where there is no program for it.
  static func open(_ path: String) throws {
    #if os(macOS)
    let programs = ["/usr/bin/open"]
    #else
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let programs = folders.map { "\($0)/xdg-open" }
    #endif
    guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
      throw CommandError("\(path) is written; there is no program here that opens it (xdg-open).")
    }
    let opening = Process()
    opening.executableURL = URL(fileURLWithPath: program)
    opening.arguments = [URL(fileURLWithPath: path).absoluteString]
    opening.standardOutput = FileHandle.nullDevice
    opening.standardError = FileHandle.nullDevice
    do {
      try opening.run()
    } catch {
      throw CommandError(
        "\(path) is written; \(program) cannot be started: \(error.localizedDescription)."
      )
    }
  }
}
