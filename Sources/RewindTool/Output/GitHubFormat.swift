import RewindReports

extension Flag {
  static let github = Flag("--github").typed.help("Print annotations for GitHub Actions.")
}

/// A message beside the file of each failed check, for GitHub Actions.
struct GitHubFormat: OutputFormat {
  func print(_ part: some AnswerPart, to terminal: Terminal) {
    for check in part.checks {
      guard let failure = check.failure, let file = check.file else { continue }
      let text = GitHubAnnotation.text(
        file: file,
        line: check.line,
        title: "rewind verify",
        message: failure.text
      )
      terminal.print(piece: text + "\n")
    }
  }
}
