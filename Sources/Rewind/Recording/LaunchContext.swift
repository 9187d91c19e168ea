import Foundation

/// The purpose for which a program was launched, determined from its environment.
package enum LaunchContext: Hashable, Sendable {
  case app
  /// Xcode shows a view beside its source.
  case preview
  case test
  /// The `rewind` tool asks for a replay.
  case replay

  /// The argument with which the tool starts an app.
  package static let replayArgument = "--rewind-replay"

  /// The purpose for which this process was launched.
  static var current: LaunchContext {
    let process = ProcessInfo.processInfo
    return LaunchContext(environment: process.environment, arguments: process.arguments)
  }

  /// - Parameters:
  ///   - environment: The process' environment.
  ///   - arguments: Its arguments, the program's path included.
  package init(environment: [String: String], arguments: [String]) {
    let program = arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    let testVariables = [
      "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier",
    ]
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" {
      self = .preview
    } else if testVariables.contains(where: { environment[$0] != nil })
      || arguments.contains("--testing-library")
      || program.hasSuffix(".xctest") || ["xctest", "swiftpm-testing-helper"].contains(program)
    {
      self = .test
    } else if arguments.dropFirst().contains(Self.replayArgument) {
      self = .replay
    } else {
      self = .app
    }
  }
}
