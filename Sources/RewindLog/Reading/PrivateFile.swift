package import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file for this user only, as a session log is: what is made of a log holds the same data.
package enum PrivateFile {
  /// Writes a file in one go: who reads it sees what stood there before, or the new bytes, whole.
  ///
  /// A file that was there hands its permissions on: whoever opened it to others meant to.
  ///
  /// - Throws: ``FileError``
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let place = resolved(path)
    let part = "\(place).\(getpid())-\(UInt32.random(in: 0...UInt32.max)).part"
    do throws(SystemError) {
      let permissions = try permissions(of: place)
      try create(part, bytes)
      if let permissions, chmod(part, permissions) != 0 { throw .last }
      guard rename(part, place) == 0 else { throw .last }
    } catch {
      unlink(part)
      throw FileError(path: path, cause: error)
    }
  }

  /// Creates a file, whole or not at all; one that is there already is left alone.
  ///
  /// - Throws: ``SystemError``
  package static func create(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try AppendOnlyFile(creating: path)
    defer { file.close() }
    do throws(SystemError) {
      try file.writeAll(bytes[...])
    } catch {
      unlink(path)
      throw error
    }
  }

  /// What a link leads to, so that it is not the link that is replaced.
  private static func resolved(_ path: String) -> String {
    guard let place = realpath(path, nil) else { return path }
    defer { free(place) }
    return String(cString: place)
  }

  /// The permissions of the file that is replaced; nil where there is none.
  private static func permissions(of path: String) throws(SystemError) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_mode & 0o777
    case S_IFDIR: throw .isFolder
    default: throw .notRegular
    }
  }
}

/// A file that cannot be written, and why.
package struct FileError: Error, Hashable, CustomStringConvertible {
  package let path: String
  package let cause: SystemError

  package var description: String { "\(path) cannot be written: \(cause)." }
}
