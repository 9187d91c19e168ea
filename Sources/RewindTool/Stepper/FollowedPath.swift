import Foundation
import RewindLog
import RewindSession

/// A path at which an app writes one session after the other; the newest is followed.
///
/// It is a folder of sessions, or a file and those that later launches put beside it: `log.jsonl`,
/// `log-2.jsonl`, …. It need not exist yet.
struct FollowedPath {
  private let path: String
  /// The folder's time of change when it was searched last.
  private var searched: SIMD2<Int>?

  /// The number of files, the newest ones, among which the session is searched.
  private static let limit = 100
  /// File systems count a folder's changes in steps of up to two seconds.
  private static let settlingTime = 2

  init(_ path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Returns the path of the newest session that began after another, or is a later segment of it, if those
  /// are wanted; nil if there is none.
  mutating func newest(
    after current: SessionHeader? = nil,
    orSegment takesSegments: Bool = true
  ) -> String? {
    guard current == nil || hasChanged(folder) else { return nil }
    let (isFolder, url) = (path.isFolder, URL(fileURLWithPath: path))
    return NewestFiles.find(in: [folder], limit: Self.limit) { name in
      isFolder || Self.isLaunch(name, of: url)
    }.compactMap { Candidate.read($0, after: current, orSegment: takesSegments) }
      .max { $0.rank < $1.rank }?.path
  }

  /// The folder of the sessions.
  var folder: String {
    if path.isFolder { return path }
    return path.contains("/") ? URL(fileURLWithPath: path).deletingLastPathComponent().path : "."
  }

  /// Returns true if the folder may hold a file that it did not at the last search.
  private mutating func hasChanged(_ folder: String) -> Bool {
    guard let time = NewestFiles.changeTime(of: folder) else { return false }
    guard time != searched else { return false }
    if Int(Date().timeIntervalSince1970) - time.x > Self.settlingTime { searched = time }
    return true
  }

  /// Returns true if a recorder that is given the file `url` may name its log so.
  private static func isLaunch(_ name: String, of url: URL) -> Bool {
    if name == url.lastPathComponent { return true }
    let stem = url.deletingPathExtension().lastPathComponent + "-"
    let suffix = url.pathExtension.isEmpty ? "" : "." + url.pathExtension
    guard name.hasPrefix(stem), name.hasSuffix(suffix) else { return false }
    let number = name.dropFirst(stem.count).dropLast(suffix.count)
    return !number.isEmpty && number.allSatisfy { $0.isHexDigit || $0 == "-" }
  }

  /// A session that may be followed.
  private struct Candidate {
    let path: String
    /// The time of its start, its segment, and 1 if it is the wanted store's.
    let rank: (String, Int, Int)

    /// Reads a file's header; nil if it is not a session, or not a newer one.
    static func read(
      _ file: NewestFiles.File,
      after current: SessionHeader?,
      orSegment takesSegments: Bool
    ) -> Candidate? {
      guard let log = try? ReadableFile.open(input: file.path),
        let header = try? SessionHeader.read(file.path, log)
      else { return nil }
      let segment = header.json["segment"]?.int ?? 1
      let isWanted = header.store ?? "main" == current?.store ?? "main"
      if let current {
        let isLater =
          header.session == current.session
          ? takesSegments && isWanted && segment > current.json["segment"]?.int ?? 1
          : header.started ?? "" > current.started ?? ""
        guard isLater else { return nil }
      }
      return Candidate(path: file.path, rank: (header.started ?? "", segment, isWanted ? 1 : 0))
    }
  }
}

extension FollowedPath {
  /// Waits until there is a session.
  ///
  /// - Parameter report: Called once if there is none yet.
  /// - Returns: Its path; the named one, if it is a file that is not a session and will not become one.
  mutating func wait(_ report: () -> Void) -> String {
    var hasReported = false
    while true {
      if let path = newest() { return path }
      if isOtherFile { return path }
      if !hasReported { report() }
      hasReported = true
      usleep(200_000)
    }
  }

  /// True if the named file is something else than a session whose first line is being written.
  var isOtherFile: Bool {
    do throws(SystemError) {
      let file = try ReadableFile.open(input: path)
      return try file.bytes(0..<min(file.length, 1 << 20)).contains(0x0A)
    } catch {
      return error == .notRegular
    }
  }
}
