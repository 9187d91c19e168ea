/// Lines of JSON for programs.
struct JSONFormat: OutputFormat {
  func print(_ part: some AnswerPart, to terminal: Terminal) {
    for record in part.records { terminal.print(json: record.text) }
  }
}
