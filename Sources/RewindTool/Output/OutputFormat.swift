/// A form in which the parts of an answer are printed; each has a file of its own in this folder.
protocol OutputFormat: Sendable {
  /// Prints a part.
  func print(_ part: some AnswerPart, to terminal: Terminal) throws
}
