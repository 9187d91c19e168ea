public import Foundation
import RewindCoding
public import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A folder of recorded sessions.
///
/// ```swift
/// let sessions = SessionFolder.standard
/// if let last = sessions.previous, last.end != .closed { attach(last.files, to: report) }
/// let recorder = Recorder(app: "shop", to: .folder(sessions))
/// ```
public struct SessionFolder: Sendable {
  public let folder: URL
  /// True if several programs record there.
  private let isShared: Bool

  public init(folder: URL) {
    self.init(folder: folder, isShared: false)
  }

  package init(folder: URL, isShared: Bool) {
    (self.folder, self.isShared) = (folder, isShared)
  }

  /// The folder of an app group: of an app, its widgets and its extensions.
  ///
  /// Each process has a session of its own there; `rewind log FOLDER` shows those of one time as the stores of one
  /// timeline. Where the system gives the process no container of that group it is the ``standard`` folder; elsewhere
  /// than on Apple's platforms it is `rewind/GROUP` in the user's state folder.
  public init(appGroup: String) {
    #if canImport(Darwin)
    let container = FileManager.default
      .containerURL(forSecurityApplicationGroupIdentifier: appGroup)
    folder = container?.appending(path: "Rewind/Sessions") ?? Self.standard.folder
    isShared = container != nil
    #else
    (folder, isShared) = (Self.stateFolder(of: appGroup), true)
    #endif
  }

  /// The default folder on this platform.
  ///
  /// On Apple platforms `Rewind/Sessions` in Application Support: users do not see it, and
  /// the system does not clear it. On a Mac within a folder named after the app's bundle identifier, since
  /// unsandboxed apps share one Application Support folder. On Apple TV it is in the caches, the only
  /// folder to write to: the system may clear it while the app is not running. Elsewhere it is
  /// `rewind/PROGRAM` in the state folder of the XDG base directories, `~/.local/state`.
  public static var standard: SessionFolder {
    let program = ProcessInfo.processInfo.processName
    #if canImport(Darwin)
    #if os(tvOS)
    var folder = URL.cachesDirectory
    #else
    var folder = URL.applicationSupportDirectory
    #endif
    #if os(macOS) || targetEnvironment(macCatalyst)
    folder.append(path: Bundle.main.bundleIdentifier ?? program)
    #endif
    return SessionFolder(folder: folder.appending(path: "Rewind/Sessions"))
    #else
    return SessionFolder(folder: stateFolder(of: program))
    #endif
  }

  #if !canImport(Darwin)
  private static func stateFolder(of program: String) -> URL {
    // The tool looks there by the same rule: `HOME` before the user's entry, which may differ.
    func folder(_ name: String) -> URL? {
      ProcessInfo.processInfo.environment[name].flatMap {
        $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil
      }
    }
    let home = folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser
    let base = folder("XDG_STATE_HOME") ?? home.appending(path: ".local/state")
    return base.appending(path: "rewind").appending(path: program)
  }
  #endif

  /// The id of the group: the same for all programs that record there, another one on another device.
  ///
  /// It is random, in a file of the folder. Nil if the folder is not shared, or the file can be neither written nor read:
  /// the session is then shown by itself.
  var group: String? {
    guard isShared else { return nil }
    let file = folder.appending(path: "group")
    // Of several programs, the first one writes it: for the others that fails.
    try? Data(UUID().uuidString.lowercased().utf8).write(to: file, options: .withoutOverwriting)
    return (try? String(contentsOf: file, encoding: .utf8)).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The sessions in the folder, the newest first.
  public var all: [PastSession] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let groups = Dictionary(grouping: names.filter(LogFiles.isName(inFolder:))) {
      String($0.prefix { $0 != "." })
    }
    return groups.sorted { $0.key > $1.key }.map { name, files in
      PastSession(name: name, files: files.sorted().map { folder.appending(path: $0) })
    }
  }

  /// The newest finished session: at launch, the previous one.
  ///
  /// Its files are cut after their last line: a program that is killed leaves room for more lines.
  public var previous: PastSession? {
    let previous = all.first { !$0.isRunning }
    previous?.removeRoom()
    return previous
  }
}

extension SessionFolder {
  /// The number, size and age of the sessions that a folder keeps; beyond any limit, the oldest are removed.
  ///
  /// They are removed when the app begins its next session: an app that is not launched removes nothing.
  public struct Retention: Hashable, Sendable {
    public var sessions: Int
    public var bytes: Int
    /// The days since a session began; nil for no limit.
    public var days: Int?

    /// By default 20 sessions (some weeks of a tester's work) and 200 MB.
    public init(sessions: Int = 20, bytes: Int = 200_000_000, days: Int? = nil) {
      self.sessions = sessions
      self.bytes = bytes
      self.days = days
    }

    /// The sessions that began in the last days, as many as there are, up to 200 MB.
    public static func days(_ days: Int) -> Retention {
      Retention(sessions: .max, days: days)
    }

    /// Returns true for a session that began too long ago; one without a start counts as old.
    fileprivate func isTooOld(_ session: SessionHeader?, at now: Double?) -> Bool {
      guard let days, let now else { return false }
      guard let started = session?.started.flatMap(DateText.secondsSince2001) else { return true }
      return now - started > Double(days) * 86_400
    }
  }

  /// The system's number for an error that has none beside it, as on Linux.
  private static func code(of code: CocoaError.Code?) -> CInt {
    switch code {
    case .fileWriteNoPermission?, .fileReadNoPermission?: EACCES
    case .fileWriteVolumeReadOnly?: EROFS
    case .fileWriteOutOfSpace?: ENOSPC
    case .fileWriteFileExists?: EEXIST
    case .fileNoSuchFile?, .fileReadNoSuchFile?: ENOENT
    default: EIO
    }
  }

  /// Creates the folder for this user only, excluded from backups and readable once the device was unlocked.
  func createFolder() throws(SystemError) {
    var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    #if os(iOS) || os(tvOS) || os(watchOS)
    attributes[.protectionKey] = FileProtectionType.completeUntilFirstUserAuthentication
    #endif
    do {
      try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: attributes
      )
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      throw SystemError(
        code: cause.map { CInt(truncatingIfNeeded: $0.code) }
          ?? Self.code(of: (error as? CocoaError)?.code)
      )
    }
    #if canImport(Darwin)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    var folder = folder
    // A volume without support for backups is not a reason to record nothing.
    try? folder.setResourceValues(values)
    #endif
  }

  /// Makes room for one more session.
  ///
  /// A session that a running program is writing stays, regardless of the limits
  /// (``PastSession/isRunning``). The same holds for another app's session in the same folder: only
  /// those whose header names `app` count, and only those are removed. `now` is the time at which that session
  /// begins, as text.
  func prune(_ retention: Retention, of app: String, at now: String) {
    let now = DateText.secondsSince2001(now)
    var sessions = 1
    var bytes = 0
    for session in all {
      let header = session.header
      guard header?.app == app else { continue }
      if !session.isRunning { session.removeRoom() }
      sessions += 1
      bytes += session.bytes
      let isBeyond = sessions > retention.sessions || bytes > retention.bytes
      guard isBeyond || retention.isTooOld(header, at: now), !session.isRunning else { continue }
      // A file that cannot be removed is tried again next time.
      for file in session.files { unlink(file.path) }
    }
  }
}

/// A session in a folder of sessions: the logs of its stores, each in one or more segments.
public struct PastSession: Sendable {
  /// The common prefix of its files' names; sorts by start time.
  public let name: String
  /// Its files, for attaching to a report.
  public let files: [URL]

  init(name: String, files: [URL]) {
    self.name = name
    self.files = files
  }

  /// The total size of its files in bytes.
  public var bytes: Int {
    files.reduce(0) { sum, file in
      let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize
      return sum + (size ?? 0)
    }
  }

  /// The newest file of each store's log, the first store's first, as many as have no more than so many bytes
  /// together, for a report with a limit of size.
  ///
  /// A log in segments (``Recorder/Options/segments``) ends in a segment that can be read and replayed alone.
  public func newestFiles(upTo limit: Int) -> [URL] {
    var newest: [(store: String, segment: Int, file: URL)] = []
    for file in files {
      guard let header = open(file)?.header else { continue }
      let (store, segment) = (header.store ?? "", header.json["segment"]?.int ?? 1)
      if let index = newest.firstIndex(where: { $0.store == store }) {
        if newest[index].segment < segment { newest[index] = (store, segment, file) }
      } else {
        newest.append((store, segment, file))
      }
    }
    var rest = limit
    return newest.compactMap { _, _, file in
      let size = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? .max
      guard size <= rest else { return nil }
      rest -= size
      return file
    }
  }

  /// The header of its first file; nil if that cannot be read.
  public var header: SessionHeader? {
    files.first.flatMap { open($0)?.header }
  }

  /// Opens a log; nil if this version cannot read it.
  private func open(_ file: URL) -> (log: ReadableFile, header: SessionHeader)? {
    guard let log = try? ReadableFile.open(file.path),
      let header = SessionHeader(of: log)
    else { return nil }
    return (log, header)
  }

  /// The end of the session: the worst end of its stores' logs (crashed before stopped before closed),
  /// or nil if none can be read.
  ///
  /// A phone usually ends an app while it is suspended, so `stopped` does not imply a crash; check
  /// whether the last note is `background`.
  public var end: SessionEnd? {
    let ends = files.compactMap { open($0) }.compactMap { try? SessionTail.read($0.log)?.end }
      .filter { $0 != .continued }
    return ends.max { $0.gravity < $1.gravity }
  }

  /// Removes the room for more lines at the end of its files; no program may be writing them.
  func removeRoom() {
    for file in files {
      guard let (log, _) = open(file), let end = try? log.endBeforeRoom(), 0 < end, end < log.length
      else { continue }
      // A file that cannot be changed is as whole as before.
      guard let handle = try? FileHandle(forWritingTo: file) else { continue }
      try? handle.truncate(atOffset: UInt64(end))
      try? handle.close()
    }
  }

  /// True if a program is writing it: the process that its header names exists, and is not another
  /// process that has reused its number.
  ///
  /// A session of this process runs until its recorder is closed, even if no store is left of it; of another
  /// process, one whose logs have all ended counts as finished.
  public var isRunning: Bool {
    guard let process = header.flatMap(SessionProcess.init) else { return false }
    return (process.isThisOne || files.contains { !$0.endsWithEndLine }) && process.isRunning
  }
}

extension SessionEnd {
  fileprivate var gravity: Int {
    switch self {
    case .continued: 0
    case .closed: 1
    case .stopped: 2
    case .cut: 3
    case .crashed: 4
    }
  }
}

extension URL {
  /// True if the last line of this log is an end line.
  fileprivate var endsWithEndLine: Bool {
    guard let file = try? ReadableFile.open(path),
      let length = try? file.endBeforeRoom(),
      let end = try? file.bytes(max(length - 256, 0)..<length)
    else { return false }
    let last = end.split(separator: 0x0A).last ?? []
    return last.starts(with: #"{"end":"#.utf8)
  }
}
