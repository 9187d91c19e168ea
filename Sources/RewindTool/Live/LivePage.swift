import Foundation
import RewindLog
import RewindSession

/// The page that leads a browser to the address of `rewind live`.
///
/// The address has the token, and every user of the machine can read a browser's command line. So that has the name of
/// this file, which only this user can read; it goes when the tool ends.
struct LivePage: Sendable {
  private let path: String

  var url: String { URL(fileURLWithPath: path).absoluteString }

  /// Writes the page into the folder of temporary files.
  ///
  /// - Throws: `CommandError` if it cannot be written.
  static func written(_ address: String) throws -> LivePage {
    let name = "rewind-live-\(UUID().uuidString).html"
    let page = LivePage(path: FileManager.default.temporaryDirectory.appending(path: name).path)
    let text = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(address)\">\n"
    do throws(SystemError) {
      try PrivateFile.create(page.path, Array(text.utf8))
    } catch {
      throw CommandError("\(page.path) cannot be written: \(error).")
    }
    return page
  }

  func remove() { unlink(path) }
}
