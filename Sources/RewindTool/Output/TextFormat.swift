/// Statements and tables for people; on a terminal, statements are wrapped between words.
struct TextFormat: OutputFormat {
  func print(_ part: some AnswerPart, to terminal: Terminal) throws {
    for line in try part.lines(terminal.output) {
      if part.isTable { terminal.print(line) } else { terminal.printWrapped(line) }
    }
  }
}
