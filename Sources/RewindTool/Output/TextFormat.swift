/// Statements for people; on a terminal, they are wrapped between words.
struct TextFormat: OutputFormat {
  func print(_ part: some AnswerPart, to terminal: Terminal) throws {
    for line in try part.lines(terminal.output) { terminal.printWrapped(line) }
  }
}
