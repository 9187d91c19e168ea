import Foundation

/// The newest sessions of this machine by their start, as `rewind` lists them and `@last`, `@2`, … name them.
struct SessionCatalog {
  /// The sessions, the newest first.
  let sessions: [FoundSession]
  /// The folders that were searched, the current one last.
  let folders: [String]
  /// True if the current folder holds more files of that name than are opened.
  let isPartial: Bool
  /// True if it is about one folder that was named, so that no word stands for its sessions.
  var isOfFolder = false

  /// The maximum number of files that are opened in standard folders, and in the current one, which may
  /// hold other files of that name.
  private static let openedLimit = 1_000

  /// What a server of agents is about.
  struct Scope: Sendable {
    /// True if it was started for a folder, which is the current one.
    let isOfFolder: Bool
    /// The name of the program that replays.
    let app: String?
  }

  /// The sessions to look among first; nil for all of this machine.
  @TaskLocal static var scope: Scope?

  /// Finds the sessions that `@last`, `@2`, … name.
  static func newest(limit: Int) -> SessionCatalog {
    let all = find(SessionFolders(.current), limit: scope == nil ? limit : SessionReference.limit)
    guard let scope else { return all }
    if scope.isOfFolder,
      var own = try? find(in: ".", limit: limit, Terminal(collecting: CollectedParts()))
    {
      own.isOfFolder = false
      return own
    }
    let own = all.sessions.filter {
      [$0.header?.app, $0.header?.json["executable"]?.string].contains(scope.app)
    }
    return SessionCatalog(
      sessions: Array((scope.app == nil || own.isEmpty ? all.sessions : own).prefix(limit)),
      folders: all.folders,
      isPartial: all.isPartial
    )
  }

  /// Finds the newest sessions where recorders write and in the current folder.
  static func find(_ known: SessionFolders, current: String = ".", limit: Int) -> SessionCatalog {
    func resolved(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
    let standard = known.folders
    let isStandard = standard.contains { resolved($0) == resolved(current) }
    let files = NewestFiles.find(in: standard, limit: openedLimit)
    let others = isStandard ? [] : NewestFiles.find(in: [current], limit: openedLimit + 1)
    // A file derived from an old session is new, but the session is not.
    let opened = limit + derivedAllowance
    let found = sessions(in: files[...], opened)
    let here = sessions(in: others.prefix(openedLimit), opened)
    return SessionCatalog(
      sessions: Array(newestFirst(found + here).prefix(limit)),
      folders: standard + [current],
      isPartial: here.count < limit && others.count > openedLimit
    )
  }

  /// Finds the newest sessions in a folder, at any depth.
  ///
  /// - Throws: ``InputError`` if it holds none.
  static func find(in folder: String, limit: Int, _ terminal: Terminal) throws -> SessionCatalog {
    guard folder.isFolder else { throw InputError.notAFolder(folder) }
    let paths = try SessionFiles.expand([folder], terminal, keepsFaulty: true)
    let folders = Set(paths.map { String($0[..<($0.lastIndex(of: "/") ?? $0.endIndex)]) }).sorted()
    let files = NewestFiles.find(in: folders, limit: openedLimit)
    return SessionCatalog(
      sessions: Array(
        newestFirst(sessions(in: files[...], limit + derivedAllowance)).prefix(limit)
      ),
      folders: [folder],
      isPartial: false,
      isOfFolder: true
    )
  }

  /// The number of files that `minimize` and `edit` may have written since the newest session.
  private static let derivedAllowance = 50

  /// Returns the sessions by their start, those of one moment by their files; the files of one session
  /// in the order in which they were written, since the later ones were derived from the first.
  private static func newestFirst(_ sessions: [FoundSession]) -> [FoundSession] {
    var originals: [String: FoundSession] = [:]
    for session in sessions {
      let key = session.key
      if let known = originals[key], !known.file.isNewer(than: session.file) { continue }
      originals[key] = session
    }
    return sessions.sorted { a, b in
      guard a.key != b.key else { return b.file.isNewer(than: a.file) }
      let (first, second) = (originals[a.key] ?? a, originals[b.key] ?? b)
      guard let start = a.header?.started, let other = b.header?.started, start != other else {
        return first.file.isNewer(than: second.file)
      }
      return start > other
    }
  }

  private static func sessions(
    in files: ArraySlice<NewestFiles.File>,
    _ limit: Int
  ) -> [FoundSession] {
    var found: [FoundSession] = []
    var segmented: Set<String> = []
    var stems: Set<Substring> = []
    for file in files where found.count < limit || stems.contains(file.stem) {
      guard let session = FoundSession.read(file) else { continue }
      // Of a session in segments the newest shows how it ended.
      if session.isSegment, !segmented.insert(session.key).inserted { continue }
      // The stores of a session are one entry, and what was derived from one of them is another.
      let index = found.indices.reversed().first { found[$0].add(session) }
      guard index == nil, found.count < limit else { continue }
      found.append(session)
      stems.insert(file.stem)
    }
    return found
  }
}

extension FoundSession {
  /// The same for all files of one store's session.
  fileprivate var key: String {
    header.map { "\($0.session) \($0.app ?? "") \($0.store ?? "")" } ?? file.path
  }

  /// The path to type: a file of the current folder by its name.
  var path: String {
    guard file.path.hasPrefix("./") else { return file.path }
    let name = file.path.dropFirst(2)
    return name.hasPrefix("-") || name.hasPrefix("@") ? file.path : String(name)
  }
}
