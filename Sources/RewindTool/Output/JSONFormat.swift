/// One line of JSON for each part.
struct JSONFormat: OutputFormat {
  func print(_ part: some AnswerPart, to terminal: Terminal) throws {
    terminal.print(json: try part.json.text)
  }
}
