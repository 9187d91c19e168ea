import Foundation
import RewindTestSupport

/// The tools of the toolchain, and what the build has left for them.
enum Toolchain {
  static let products = URL(fileURLWithPath: Program("noop-app").path).deletingLastPathComponent()

  private static let searched = ProcessInfo.processInfo.environment["PATH"] ?? ""

  static func isInstalled(_ tool: String) -> Bool {
    searched.split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
  }

  /// Runs a tool, or the program at a path.
  static func run(
    _ tool: String,
    _ arguments: [String],
    environment: [String: String] = [:],
    in folder: URL? = nil
  ) throws -> Program.Run {
    try Program("noop-app")
      .run(
        arguments,
        environment: environment.merging(["PATH": searched]) { given, _ in given },
        in: folder,
        by: #"shift; exec '\#(tool)' "$@""#
      )
  }

  static func checkArchive(_ arguments: String...) throws -> Program.Run {
    let script = DocumentationPage.root.appending(path: "scripts/check-archive")
    return try run(script.path, arguments)
  }

  /// The object files of a target.
  static func objects(of target: String) throws -> [URL] {
    try FileManager.default
      .contentsOfDirectory(
        at: products.appending(path: "\(target).build"),
        includingPropertiesForKeys: nil
      )
      .filter { $0.pathExtension == "o" }
  }

  /// The Swift files in a folder of the package.
  static func sources(_ folder: String) throws -> [URL] {
    let root = DocumentationPage.root.appending(path: folder)
    let names =
      FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { root.appending(path: $0) }
  }
}
