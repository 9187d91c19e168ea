package import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file for this user only, like a session log: anything derived from a log holds the same data.
package enum PrivateFile {
  /// Writes a file atomically: readers see the old contents or all of the new bytes.
  ///
  /// An existing file passes on its permissions: if others may read it, that is intended.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - path: The file; never a pipe or a device.
  ///   - isShared: Whether others may read a new file, as the user's mask has it: a report that a server
  ///     collects, or a test that is committed.
  /// - Throws: ``FileError``
  package static func write(
    _ bytes: [UInt8],
    to path: String,
    isShared: Bool = false
  ) throws(FileError) {
    let part = try Part(of: path, isShared: isShared)
    part.pending = bytes
    try part.finish()
  }

  /// Creates a file, whole or not at all; never changes an existing one.
  ///
  /// - Throws: ``SystemError``
  package static func create(
    _ path: String,
    _ bytes: [UInt8],
    isShared: Bool = false
  ) throws(SystemError) {
    let file = try AppendOnlyFile(creating: path, isShared: isShared)
    defer { file.close() }
    do throws(SystemError) {
      try file.writeAll(bytes)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// The links in a row that are followed where the last leads nowhere yet; some systems allow no more.
  private static let linkLimit = 8

  /// Returns the target of a link, so that the link itself is not replaced.
  fileprivate static func resolved(_ path: String, limit: Int = linkLimit) -> String {
    if let target = realpath(path, nil) {
      defer { free(target) }
      return String(cString: target)
    }
    var bytes = [CChar](repeating: 0, count: 4_096)
    let length = readlink(path, &bytes, bytes.count)
    guard limit > 0, length > 0 else { return path }
    let target = String(decoding: bytes[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return resolved(target.hasPrefix("/") ? target : folder + target, limit: limit - 1)
  }

  /// Returns the permissions of the file that is replaced; nil if there is none.
  fileprivate static func permissions(of path: String) throws(SystemError) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .last }
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_mode & 0o777
    case S_IFDIR: throw .isFolder
    default: throw .notRegular
    }
  }
}

extension PrivateFile {
  /// A file that is written piece by piece, and appears under its name when it is complete.
  package final class Part {
    private let path: String
    private let target: String
    /// The name that it has until then; a program that ends before removes it.
    package let part: String
    private let file: AppendOnlyFile
    fileprivate var pending: [UInt8] = []
    private var isFinished = false

    /// - Throws: ``FileError``
    package init(of path: String, isShared: Bool = false) throws(FileError) {
      self.path = path
      target = resolved(path)
      part = "\(target).\(getpid())-\(UInt32.random(in: 0...UInt32.max)).part"
      do throws(SystemError) {
        _ = try permissions(of: target)
        file = try AppendOnlyFile(creating: part, isShared: isShared)
      } catch {
        throw FileError(path: path, cause: error)
      }
    }

    deinit {
      file.close()
      if !isFinished { unlink(part) }
    }

    /// Adds text.
    package func put(_ text: String) throws(FileError) {
      pending.append(contentsOf: text.utf8)
      if pending.count >= 1 << 20 { try flush() }
    }

    /// Writes the rest, and gives the file its name.
    package func finish() throws(FileError) {
      try flush()
      do throws(SystemError) {
        if let mode = try permissions(of: target), chmod(part, mode) != 0 { throw .last }
        guard rename(part, target) == 0 else { throw .last }
      } catch {
        throw FileError(path: path, cause: error)
      }
      isFinished = true
    }

    private func flush() throws(FileError) {
      do throws(SystemError) {
        try file.writeAll(pending)
      } catch {
        throw FileError(path: path, cause: error)
      }
      pending.removeAll(keepingCapacity: true)
    }
  }
}

/// A file that cannot be written, and the reason.
package struct FileError: Error, Hashable, CustomStringConvertible {
  package let path: String
  package let cause: SystemError

  package init(path: String, cause: SystemError) {
    (self.path, self.cause) = (path, cause)
  }

  package var description: String { "\(path) cannot be written: \(cause)." }
}
