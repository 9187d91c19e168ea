/// A form in which an answer is printed; each has a file of its own in this folder.
protocol OutputFormat: Sendable {
  /// Prints a part.
  func print(_ part: some AnswerPart, to terminal: Terminal) throws
  /// Prints what comes after all parts.
  func finish(to terminal: Terminal) throws
}

extension OutputFormat {
  func finish(to terminal: Terminal) {}
}

extension Arguments {
  /// The forms in which the answer is printed to standard output.
  var outputFormats: [any OutputFormat] {
    let results: any OutputFormat = has(.json) ? JSONFormat() : TextFormat()
    return has(.github) ? [results, GitHubFormat()] : [results]
  }
}
