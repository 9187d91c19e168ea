import Foundation
import RewindLog
import RewindSession

/// The file beside the sessions with the address at which `rewind live` listens for apps.
///
/// It has the address with its token, so that it is for this user only; it goes when the tool ends.
struct LiveFile: Sendable {
  let path: String
  private let address: String

  /// Writes the file.
  ///
  /// It is never written through a link or into a file that stands there, which others may have made.
  ///
  /// - Throws: `FileError` if the folder cannot be written to.
  static func written(_ address: String, in folder: String) throws(FileError) -> LiveFile {
    let file = LiveFile(path: "\(folder)/\(LiveAddressFile.name)", address: address)
    unlink(file.path)
    do throws(SystemError) {
      try file.create()
    } catch {
      throw FileError(path: file.path, cause: error)
    }
    return file
  }

  private func create() throws(SystemError) {
    try PrivateFile.create(path, Array("\(address)\n".utf8))
  }

  /// Writes the file again if it is gone: another `rewind live` of this folder replaced it, and has ended.
  func restore() {
    guard access(path, F_OK) != 0, errno == ENOENT else { return }
    // What fails now is tried again at the next look.
    try? create()
  }

  /// Removes the file, unless another `rewind live` has written its own since.
  func remove() {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    if text == "\(address)\n" { unlink(path) }
  }
}
