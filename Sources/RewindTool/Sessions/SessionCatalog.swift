import Foundation

/// The newest sessions of this machine, as `rewind` lists them and `@last`, `@2`, … name them.
struct SessionCatalog {
  /// The sessions, the newest first.
  let sessions: [FoundSession]
  /// The folders that were searched, the current one last.
  let folders: [String]
  /// True if the current folder holds more files of that name than are opened.
  let isPartial: Bool

  /// The maximum number of files that are opened in standard folders, and in the current one, which may
  /// hold other files of that name.
  private static let openedLimit = 1_000

  /// Finds sessions.
  ///
  /// - Parameters:
  ///   - places: The places where recorders write.
  ///   - current: The current folder.
  ///   - limit: The maximum number of sessions.
  init(_ places: SessionPlaces, current: String = ".", limit: Int) {
    func place(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
    let standard = places.folders
    let isStandard = standard.contains { place($0) == place(current) }
    folders = standard + [current]
    let files = NewestFiles(in: standard, limit: Self.openedLimit).all
    let others = isStandard ? [] : NewestFiles(in: [current], limit: Self.openedLimit + 1).all
    let found = Self.sessions(in: files[...], limit)
    let here = Self.sessions(in: others.prefix(Self.openedLimit), limit)
    isPartial = here.count < limit && others.count > Self.openedLimit
    sessions = Array((found + here).sorted { $0.file.isNewer(than: $1.file) }.prefix(limit))
  }

  private static func sessions(
    in files: ArraySlice<NewestFiles.File>,
    _ limit: Int
  ) -> [FoundSession] {
    var found: [FoundSession] = []
    var segmented: Set<FoundSession.Segmented> = []
    for file in files where found.count < limit {
      guard let session = FoundSession(file) else { continue }
      // Of a session in segments the newest shows how it ended.
      if let log = session.segmented, !segmented.insert(log).inserted { continue }
      found.append(session)
    }
    return found
  }
}

extension FoundSession {
  /// The path to type: a file of the current folder by its name.
  var path: String {
    guard file.path.hasPrefix("./") else { return file.path }
    let name = file.path.dropFirst(2)
    return name.hasPrefix("-") || name.hasPrefix("@") ? file.path : String(name)
  }
}
