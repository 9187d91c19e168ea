import Foundation

/// The app of the project in which the user works, for commands without `--app`.
enum ProjectApp {
  /// Returns the path of the app that the project's file names; nil if there is no such file, or it
  /// names none.
  ///
  /// - Throws: ``CommandError`` if the file is faulty, or the user has not allowed the program.
  static func path() throws -> String? {
    guard let file = ProjectFile.path(from: FileManager.default.currentDirectoryPath) else {
      return nil
    }
    guard let app = try ProjectFile.read(file).app else { return nil }
    guard try AllowedPrograms.read().contains(.init(file: file, app: app)) else {
      throw CommandError(
        "\(file) names the program \(app), which you have not allowed yet. Such a file may come with a bug report. If it is yours, run `rewind allow`."
      )
    }
    return app
  }

  /// Advice for a command that needs an app and has none.
  static let advice =
    "To leave out --app, write `app = PATH` in a file .rewind beside Package.swift, and run `rewind allow`."
}
