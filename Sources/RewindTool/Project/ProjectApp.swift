import Foundation

/// The app and the builds of the project in which the user works, for commands without `--app`.
enum ProjectApp {
  /// Returns the path of the app that the project's file names; nil if there is no such file, or it
  /// names none.
  ///
  /// - Throws: ``CommandError`` if the file is faulty, or the user has not allowed the program.
  static func path() throws -> String? {
    try allowed("the program", \.app)
  }

  /// Returns the path of the folder of builds that the project's file names; nil if it names none.
  ///
  /// - Throws: ``CommandError`` if the file is faulty, or the user has not allowed the folder.
  static func builds() throws -> String? {
    try allowed("the builds in", \.builds)
  }

  private static func allowed(
    _ kind: String,
    _ setting: KeyPath<ProjectFile, String?>
  ) throws -> String? {
    guard let file = ProjectFile.path(from: FileManager.default.currentDirectoryPath),
      let path = try ProjectFile.read(file)[keyPath: setting]
    else { return nil }
    guard try AllowedPrograms.read().contains(.init(file: file, app: path)) else {
      throw CommandError(
        "\(file) names \(kind) \(path), which you have not allowed yet. Such a file may come with a bug report. If it is yours, run `rewind allow`."
      )
    }
    return path
  }

  /// Advice for a command that needs an app and has none.
  static let advice =
    "To leave out --app, write `app = PATH` in a file .rewind beside Package.swift, and run `rewind allow`."
}
