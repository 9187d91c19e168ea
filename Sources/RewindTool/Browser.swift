import Foundation
import RewindDiagnosis
import RewindSession

/// The machine's browser.
enum Browser {
  /// Opens an address, without waiting for the browser to close.
  static func open(url: String) throws {
    #if os(macOS)
    let program = "open"
    #else
    let program = "xdg-open"
    #endif
    guard let path = try? Arguments.executable(program) else {
      throw CommandError("\(url) cannot be opened: there is no \(program) on this machine.")
    }
    do throws(SystemError) {
      _ = try NewProcess.start([path, url])
    } catch {
      throw CommandError("\(url) cannot be opened: \(program) cannot be started (\(error)).")
    }
  }
}
