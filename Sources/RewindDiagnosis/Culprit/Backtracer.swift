import Foundation
import RewindJSON

/// The runtime's program that reads the stack of a crash, for apps that do not find it.
///
/// A runtime looks for it beside its own library. An app that is linked with `--static-swift-stdlib` has no
/// such library, so nothing would say in which functions it died.
enum Backtracer {
  /// The runtime's message where it does not find its backtracer.
  ///
  /// Of all programs, only one that contains the runtime contains this text.
  private static let complaint = "swift runtime: unable to locate swift-backtrace"

  private static let lock = NSLock()
  /// The settings of the programs that were asked for, by their paths: to search one takes some milliseconds.
  nonisolated(unsafe) private static var settings: [String: String] = [:]

  /// Returns what `SWIFT_BACKTRACE` has to say in addition for a program; empty if it finds the backtracer.
  static func setting(for program: String) -> String {
    #if os(Linux)
    lock.withLock {
      if let known = settings[program] { return known }
      let setting = path.flatMap { contains(complaint, program) ? ",swift-backtrace=\($0)" : nil }
      settings[program] = setting ?? ""
      return setting ?? ""
    }
    #else
    ""
    #endif
  }

  /// Returns true if the file of a program has a text.
  static func contains(_ text: String, _ program: String) -> Bool {
    let file = try? Data(contentsOf: URL(fileURLWithPath: program), options: .mappedIfSafe)
    return file?.withUnsafeBytes { file in
      Array(text.utf8).withUnsafeBytes { file.containsBytes(of: $0) }
    } ?? false
  }

  /// The backtracer beside the runtime of this program, or else beside the `swift` on `PATH`; a comma in its path
  /// would end the setting.
  private static let path: String? = {
    // A file without a size, which has to be read to its end.
    let maps = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
    let runtime = String(decoding: maps, as: UTF8.self).split(separator: "\n").first {
      $0.hasSuffix("/libswiftCore.so")
    }
    .flatMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
    let compiler = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
      .map { "\($0)/swift" }.first(where: FileManager.default.isExecutableFile)
    return [(runtime, "../../../.."), (compiler, "../..")]
      .compactMap { file, root in
        file.map {
          URL(fileURLWithPath: $0).resolvingSymlinksInPath()
            .appendingPathComponent("\(root)/libexec/swift/linux/swift-backtrace")
            .standardizedFileURL.path
        }
      }
      .first { FileManager.default.isExecutableFile(atPath: $0) && !$0.contains(",") }
  }()
}
