import Foundation
import RewindLog
import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file beside the sessions that tells an app where `rewind live` listens.
///
/// It has the address with its token, so that it is for this user only; it goes when the tool ends.
struct LiveFile: Sendable {
  /// The file's name in the folder of the sessions; the app's `LiveWindow` looks for it.
  static let name = ".rewind-live"

  let path: String
  private let address: String

  /// Writes the file.
  ///
  /// - Throws: `FileError` if the folder cannot be written to.
  static func written(_ address: String, in folder: String) throws(FileError) -> LiveFile {
    let path = "\(folder)/\(name)"
    // One that others may read would pass its permissions on.
    unlink(path)
    try PrivateFile.write(Array("\(address)\n".utf8), to: path)
    return LiveFile(path: path, address: address)
  }

  /// Removes the file, unless another `rewind live` has written its own since.
  func remove() {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    if text == "\(address)\n" { unlink(path) }
  }
}
