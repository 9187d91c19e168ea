import Foundation

/// The newest session logs of some folders by the time of their last line; none is opened.
enum NewestFiles {
  /// A file with the name of a session log.
  struct File: Hashable {
    let path: String
    /// Seconds and nanoseconds since 1970.
    let written: SIMD2<Int>
    let bytes: Int

    /// The path of its folder.
    var folder: Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }

    /// The beginning that the names of the logs of one session share, as a recorder names them.
    var stem: Substring {
      let name = path[folder.endIndex...]
      return path[..<(name.firstIndex(of: ".") ?? path.endIndex)]
    }

    /// Returns true if it comes before another in the list.
    func isNewer(than other: Self) -> Bool {
      // Names in a folder of sessions begin with the time of the start.
      (written.x, written.y, path) > (other.written.x, other.written.y, other.path)
    }
  }

  /// Returns the newest files of some folders, the newest first; folders within them are not searched.
  static func find(
    in folders: [String],
    limit: Int,
    where isWanted: (_ name: String) -> Bool = { $0.hasSuffix(".jsonl") }
  ) -> [File] {
    let paths = folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter(isWanted)
        .map { "\(folder)/\($0)" }
    }
    return Array(paths.compactMap(file).sorted { $0.isNewer(than: $1) }.prefix(limit))
  }

  private static func file(_ path: String) -> File? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return File(path: path, written: changeTime(of: status), bytes: Int(status.st_size))
  }

  /// Returns the seconds and nanoseconds of the last change of a file or folder; nil if it does not exist.
  static func changeTime(of path: String) -> SIMD2<Int>? {
    var status = stat()
    return stat(path, &status) == 0 ? changeTime(of: status) : nil
  }

  private static func changeTime(of status: stat) -> SIMD2<Int> {
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    return SIMD2(Int(time.tv_sec), Int(time.tv_nsec))
  }
}
