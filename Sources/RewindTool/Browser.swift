import Foundation
import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The machine's browser.
enum Browser {
  /// Opens a file, without waiting for the browser to close.
  ///
  /// - Throws: `CommandError` where there is no program for it.
  static func open(_ path: String) throws {
    try open(url: URL(fileURLWithPath: path).absoluteString)
  }

  /// Opens an address.
  static func open(url: String) throws {
    #if os(macOS)
    let program = "open"
    #else
    let program = "xdg-open"
    #endif
    let surroundings = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    var arguments = copies(of: [program, url])
    var environment = copies(of: surroundings)
    defer { for text in arguments + environment { free(text) } }
    var pid = pid_t()
    let status = posix_spawnp(&pid, program, nil, nil, &arguments, &environment)
    guard status == 0 else {
      throw CommandError(
        "\(url) cannot be opened, since \(program) cannot be started: \(SystemError(code: status))."
      )
    }
  }

  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var copies: [UnsafeMutablePointer<CChar>?] = []
    for text in texts { copies.append(strdup(text)) }
    return copies + [nil]
  }
}
