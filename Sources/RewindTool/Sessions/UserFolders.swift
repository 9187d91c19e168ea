import Foundation

/// The folders of the user who runs the tool.
struct UserFolders {
  /// Empty if it cannot be determined.
  let home: String
  /// The state folder of the XDG base directories.
  let state: String
  /// The folder for what can be found again.
  let cache: String

  init(_ environment: [String: String]) {
    func folder(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    home = folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser.path
    state = folder("XDG_STATE_HOME") ?? home + "/.local/state"
    #if os(macOS)
    let caches = "/Library/Caches"
    #else
    let caches = "/.cache"
    #endif
    cache = folder("XDG_CACHE_HOME") ?? home + caches
  }

  static var current: UserFolders {
    var environment = ProcessInfo.processInfo.environment
    if let cache = lock.withLock({ cacheInUse }) { environment["XDG_CACHE_HOME"] = cache }
    return UserFolders(environment)
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var cacheInUse: String?

  /// Uses another cache folder than the user's from now on.
  static func use(cache folder: String) {
    lock.withLock { cacheInUse = folder }
  }
}
