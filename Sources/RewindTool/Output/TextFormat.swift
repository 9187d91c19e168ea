/// Statements, tables and lists for people.
struct TextFormat: OutputFormat {
  func print(_ part: some AnswerPart, to terminal: Terminal) throws {
    for line in try part.lines(terminal.output) {
      switch part.layout {
      case .summary where line.hasPrefix("  "): terminal.printFitted(line)
      case .summary where line.hasPrefix("rewind "): terminal.printCommand(line)
      case .summary: terminal.printWrapped(line)
      case .statements: terminal.printWrapped(line)
      case .table: terminal.printRow(line)
      case .list: terminal.printFitted(line)
      }
    }
  }
}
