import Foundation
import RewindSession

/// A running simulator of Xcode, in which `xcrun simctl` runs apps.
///
/// ```
/// rewind ─starts─▶ xcrun simctl spawn DEVICE EXECUTABLE …
///    ▲                      ┊ asks
///    │              the simulator's launchd ─starts─▶ the app
///    └───────────── standard input, output, errors ─────┘
/// ```
///
/// The app is a process of the Mac, but not a child of the tool or of `simctl`, and outlives both. A mark
/// among its arguments finds it.
package struct Simulator: Sendable {
  let xcrun: String
  let device: String

  /// The device that stands for the only one that runs.
  package static let booted = "booted"
  /// The time for `simctl` to reply: its first use after an update of Xcode takes many seconds.
  private static let replyLimit: Duration = .seconds(60)

  /// - Parameters:
  ///   - xcrun: The path of Xcode's launcher of tools.
  ///   - device: The simulator's name or identifier.
  package init(xcrun: String, device: String = booted) {
    (self.xcrun, self.device) = (xcrun, device)
  }

  /// Returns the command that runs another one in the simulator.
  func command(_ command: [String]) -> [String] { [xcrun, "simctl", "spawn", device] + command }

  /// Returns the folder of an installed app.
  ///
  /// - Throws: ``SimulatorError``; `SystemError` where `xcrun` cannot be started.
  package func folder(ofApp bundle: String) throws -> String {
    var output: [UInt8] = []
    let limit = ContinuousClock.now + Self.replyLimit
    let (ending, errors) = try ChildProcess.run(
      [xcrun, "simctl", "get_app_container", device, bundle, "app"],
      until: { limit },
      onOutput: {
        output += $0
        return true
      }
    )
    let path = String(decoding: output, as: UTF8.self).prefix { $0 != "\n" }
    guard ending == .exited(0), path.hasPrefix("/") else {
      let said = errors.text.lastLine ?? "simctl \(ending.words)"
      throw SimulatorError(errors.text, device)
        ?? SimulatorError.noApp(bundle, device: device, said: said)
    }
    return String(path)
  }

  // MARK: - A simulated process

  /// The argument that finds one process among all of the Mac.
  static func mark() -> String { "--rewind-process=\(UUID().uuidString)" }

  /// Returns variables under the names by which `simctl` passes them on.
  static func passedOn(_ environment: [String: String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: environment.map { ("SIMCTL_CHILD_\($0.key)", $0.value) })
  }

  /// Returns how the app ended, from how `simctl` did, and the app's own standard error.
  ///
  /// `simctl` exits with the app's status. After a signal it exits with 128 and the signal's number, as
  /// does an app that calls `exit(133)`; its last line tells them apart.
  ///
  /// - Returns: The ending; nil if `simctl` itself was killed.
  static func appEnding(
    _ ending: ProcessEnding,
    _ errorText: String
  ) -> (ProcessEnding?, errorText: String) {
    switch ending {
    case .timedOut, .outgrew, .exited(0): return (ending, errorText)
    case .exited, .signalled: break
    }
    guard let words = errorText.range(of: deathLine, options: .backwards),
      case let rest = errorText[words.upperBound...],
      let signal = CInt(rest.prefix { $0.isNumber }),
      !rest.dropLast().contains("\n")
    else {
      if case .signalled = ending { return (nil, errorText) }
      return (ending, errorText)
    }
    return (.signalled(signal), String(errorText[..<words.lowerBound]))
  }

  private static let deathLine = "Child process terminated with signal "
}

/// A reason why an app cannot be run in a simulator.
package enum SimulatorError: Error, Hashable, CustomStringConvertible {
  /// `xcrun` has no `simctl`.
  case noSimctl
  case notBooted(device: String)
  case noApp(String, device: String, said: String)

  private static let noDevice = [
    "No devices are booted", "Invalid device", "Unable to find a device", "state: Shutdown",
  ]

  /// Recognizes a message of `simctl`; nil for others.
  init?(_ text: String, _ device: String) {
    if text.contains("unable to find utility \"simctl\"") {
      self = .noSimctl
    } else if Self.noDevice.contains(where: text.contains) {
      self = .notBooted(device: device)
    } else {
      return nil
    }
  }

  package var description: String {
    switch self {
    case .noSimctl:
      "xcrun has no simctl: install Xcode, and select it with `xcode-select --switch`."
    case .notBooted(Simulator.booted):
      "No simulator is running. Start one: `xcrun simctl boot DEVICE`; `xcrun simctl list` names them."
    case .notBooted(let device):
      """
      There is no running simulator \(device). `xcrun simctl list devices booted` lists those that run, \
      `xcrun simctl boot` starts one.
      """
    case .noApp(let bundle, let device, let said):
      """
      The app \(bundle) is not installed in the \(device) simulator: \(said.prefix(200)). Run it there from \
      Xcode once, or give the path of its .app folder, with a slash in it: --app 'simulator:PATH'.
      """
    }
  }
}

extension String {
  /// The last line that is not empty, without its full stop.
  fileprivate var lastLine: String? {
    split(separator: "\n").last.map { String($0.hasSuffix(".") ? $0.dropLast() : $0) }
  }
}
