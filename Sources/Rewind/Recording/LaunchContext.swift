import Foundation

/// The purpose for which a program was launched, determined from its environment.
package enum LaunchContext: Hashable, Sendable {
  case app
  /// Xcode shows a view beside its source.
  case preview
  case test

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
    } else {
      self = .app
    }
  }
}
