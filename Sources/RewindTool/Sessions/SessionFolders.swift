import Foundation

/// The folders of this machine in which recorders write sessions, if they are given no other folder.
///
/// Those of other systems are searched as well: they do not exist, which costs nothing.
struct SessionFolders {
  private let patterns: [String]

  /// The maximum number of names that one `*` stands for.
  private static let nameLimit = 10_000

  init(_ user: UserFolders) {
    let support = "Library/Application Support"
    let simulators = "Library/Developer/CoreSimulator/Devices/*/data/Containers/Data/Application/*"
    patterns =
      ["\(user.state)/rewind/*"]
      + [
        // A Mac's apps, without a sandbox and within one.
        "\(support)/*/Rewind/Sessions", "Library/Containers/*/Data/\(support)/*/Rewind/Sessions",
        // Simulators of a phone, and of an Apple TV.
        "\(simulators)/\(support)/Rewind/Sessions", "\(simulators)/Library/Caches/Rewind/Sessions",
      ].map { "\(user.home)/\($0)" }
  }

  /// The folders that exist.
  var folders: [String] { patterns.flatMap(Self.folders) }

  /// Returns the folders that a pattern stands for, with `*` for any name that does not begin with a point.
  private static func folders(_ pattern: String) -> [String] {
    let parts = pattern.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return pattern.isFolder ? [pattern] : [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: String(parts[0]))) ?? []
    return names.lazy.filter { !$0.hasPrefix(".") }.sorted().prefix(nameLimit)
      .flatMap { folders("\(parts[0])\($0)\(parts[1])") }
  }
}
