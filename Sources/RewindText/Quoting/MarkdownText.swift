extension String {
  /// The text as a code span of Markdown on one line (CommonMark 0.31, section 6.1), in which nothing is markup.
  ///
  /// Invisible characters are escaped as on a terminal, so that no text ends the line.
  package var markdownCode: String {
    let text = escapedForTerminal
    var (longest, run) = (0, 0)
    for scalar in text.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // A span takes one blank from both ends, and cannot be empty.
    let isOpen = text.isEmpty || [" ", "`"].contains(text.first) || [" ", "`"].contains(text.last)
    return fence + (isOpen ? " \(text) " : text) + fence
  }
}
