import RewindText

/// A message that GitHub shows beside a file (a workflow command of GitHub Actions).
package enum GitHubAnnotation {
  /// Makes the command, on one line.
  ///
  /// - Parameters:
  ///   - file: The path from the root of the repository.
  ///   - line: The line, counted from 1.
  ///   - title: A few words.
  ///   - message: The full message; it may have several lines.
  /// - Returns: The command.
  package static func text(file: String, line: Int?, title: String, message: String) -> String {
    let location = "file=\(file.annotationProperty)" + (line.map { ",line=\($0)" } ?? "")
    return "::error \(location),title=\(title.annotationProperty)::\(message.annotationMessage)"
  }
}
