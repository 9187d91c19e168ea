/// A message that GitHub shows beside a file (a workflow command of GitHub Actions).
public struct GitHubAnnotation {
  private let file: String
  private let line: Int?
  private let title: String
  private let message: String

  /// - Parameters:
  ///   - file: The path from the root of the repository.
  ///   - line: The line, counted from 1.
  ///   - title: A few words.
  ///   - message: The full message; it may have several lines.
  public init(file: String, line: Int?, title: String, message: String) {
    self.file = file
    self.line = line
    self.title = title
    self.message = message
  }

  /// The command, on one line.
  public var text: String {
    let place = "file=\(file.property)" + (line.map { ",line=\($0)" } ?? "")
    return "::error \(place),title=\(title.property)::\(message.data)"
  }
}

extension String {
  fileprivate var data: String {
    replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  fileprivate var property: String {
    data.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
