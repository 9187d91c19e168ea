/// Lines of JSON for programs.
struct JSONFormat: OutputFormat {
  func print(_ part: some AnswerPart, to terminal: Terminal) throws {
    for record in try part.records { terminal.print(json: record.text) }
  }
}
