import Foundation

/// The app and the builds that replay if the command line names none: `REWIND_APP` and `REWIND_BUILDS`.
///
/// The environment is the user's own. A file in a project could come with a bug report, and choose a program.
enum EnvironmentPrograms {
  /// The app as `--app` names it; nil if the variable is not set.
  static var app: String? { value("REWIND_APP") }

  /// The folder of builds as `--builds` names it; nil if the variable is not set.
  static var builds: String? { value("REWIND_BUILDS") }

  /// Advice for a command that needs an app and has none.
  static let advice = "To leave out --app, set REWIND_APP in the environment."

  private static func value(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
