import Foundation
import RewindSession

/// The window of `rewind live` that may drive an app.
public struct LiveWindow: Sendable {
  /// The address that `rewind live` has printed; nil to look for it.
  package let given: String?
  /// True if it may be looked for in this build.
  package let isAsked: Bool

  /// The window that this process's environment names in `REWIND_LIVE`, or whose file is beside the session's
  /// log; none in a release build.
  public static var environment: LiveWindow { environment(inReleaseBuilds: false) }

  /// The same, in release builds too if that is asked for.
  ///
  /// Whoever may write to the app's environment or to the folder of its sessions can then drive it.
  public static func environment(inReleaseBuilds isAllowed: Bool) -> LiveWindow {
    #if DEBUG
    LiveWindow(given: nil, isAsked: true)
    #else
    LiveWindow(given: nil, isAsked: isAllowed)
    #endif
  }

  /// The window at an address that `rewind live` has printed.
  public static func address(_ address: String) -> LiveWindow {
    LiveWindow(given: address, isAsked: true)
  }

  /// Returns the address at present; nil if there is no window.
  package func address(besideLogsIn folder: String?) -> LiveAddress? {
    guard isAsked else { return nil }
    let named = given ?? ProcessInfo.processInfo.environment["REWIND_LIVE"]
    return (named ?? folder.flatMap(LiveAddressFile.address)).flatMap(LiveAddress.init)
  }
}

/// An address that `rewind live` prints: `http://127.0.0.1:PORT/TOKEN/`.
package struct LiveAddress: Hashable {
  package let host: String
  package let port: UInt16
  package let token: String

  /// Reads an address; nil if it is not one.
  package init?(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let parts = text.split(separator: "/", omittingEmptySubsequences: true)
    guard text.hasPrefix("http://"), parts.count == 3 else { return nil }
    let hostAndPort = parts[1].split(separator: ":")
    guard hostAndPort.count == 2, let port = UInt16(hostAndPort[1]),
      parts[2].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    host = hostAndPort[0] == "localhost" ? "127.0.0.1" : String(hostAndPort[0])
    self.port = port
    token = String(parts[2])
  }
}
