import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The newest session logs of some folders by the time of their last line; none is opened.
struct NewestFiles {
  /// A file with the name of a session log.
  struct File: Hashable {
    let path: String
    /// Seconds and nanoseconds since 1970.
    let written: SIMD2<Int>
    let bytes: Int
  }

  private let limit: Int
  private let isWanted: (_ name: String) -> Bool
  private var files: [File] = []

  /// Finds the newest files of some folders.
  ///
  /// - Parameters:
  ///   - folders: The folders; those within them are not searched.
  ///   - limit: The maximum number of files.
  ///   - isWanted: Returns true if a name is that of a log.
  /// - Returns: The files, the newest first.
  static func find(
    in folders: [String],
    limit: Int,
    where isWanted: @escaping (_ name: String) -> Bool = { $0.hasSuffix(".jsonl") }
  ) -> NewestFiles {
    var found = NewestFiles(limit: limit, isWanted: isWanted)
    for folder in folders { found.add(folder) }
    found.trim()
    return found
  }

  private init(limit: Int, isWanted: @escaping (_ name: String) -> Bool) {
    self.limit = limit
    self.isWanted = isWanted
  }

  /// The files, the newest first.
  var all: [File] { files }

  private mutating func add(_ folder: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where isWanted(name) {
      var status = stat()
      let path = "\(folder)/\(name)"
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      let written = Self.changeTime(of: status)
      files.append(File(path: path, written: written, bytes: Int(status.st_size)))
      // Sorting all of a hundred thousand would take longer than reading their names.
      if files.count > 4 * limit { trim() }
    }
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

  private mutating func trim() {
    files = Array(files.sorted { $0.isNewer(than: $1) }.prefix(limit))
  }
}

extension NewestFiles.File {
  /// Returns true if it comes before another in the list.
  func isNewer(than other: Self) -> Bool {
    if written.x != other.written.x { return written.x > other.written.x }
    if written.y != other.written.y { return written.y > other.written.y }
    // Names in a folder of sessions begin with the time of the start.
    return path > other.path
  }
}
