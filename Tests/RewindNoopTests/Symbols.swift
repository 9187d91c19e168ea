import Foundation
import RewindTestSupport
import Testing

/// What `nm` finds in a build that must not carry the recorder.
enum Symbols {
  /// What opens files and sockets: C functions, and parts of the mangled names of Foundation's.
  private static let forbidden: Set<String> = [
    "open", "openat", "creat", "fopen", "write", "pwrite", "writev", "mmap", "mkdir", "unlink",
    "rename", "ftruncate", "socket", "bind", "connect", "listen", "accept", "send", "sendto",
    "posix_spawn", "fork", "dlopen",
  ]
  private static let forbiddenParts = [
    "11FileManager", "10FileHandle", "10URLSession", "7Process", "13NSFileManager",
    "12OutputStream",
  ]

  /// Nothing in these object files opens a file or a socket.
  static func expectNone(ofFilesIn objects: [URL]) throws {
    #expect(!objects.isEmpty)
    for object in objects {
      let undefined = try Toolchain.run("nm", ["-u", object.path]).lines
        .compactMap { $0.split(separator: " ").last.map(String.init) }
      for symbol in undefined {
        let name = symbol.hasPrefix("_") ? String(symbol.dropFirst()) : symbol
        #expect(!forbidden.contains(name), "\(object.lastPathComponent): \(symbol)")
        #expect(!forbiddenParts.contains(where: symbol.contains), "\(symbol)")
      }
    }
  }
}
