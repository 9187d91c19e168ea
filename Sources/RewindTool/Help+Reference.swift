extension Help {
  /// The topics of `rewind help` besides the commands: pages of the documentation.
  static let topics = [
    "contract": page("Contract.md"), "expressions": page("Expressions.md"),
    "format": page("Format.md"), "redux": page("ReduxDevTools.md"),
    "rows": page("Rows.md"),
  ]

  private static func page(_ name: String) -> String {
    guard let markdown = Embedded.texts[name] else { fatalError("\(name) is not embedded.") }
    return terminalText(markdown)
  }

  /// Returns Markdown for a terminal of 80 columns: paragraphs are wrapped, code blocks indented.
  private static func terminalText(_ markdown: String) -> String {
    var lines: [String] = []
    var paragraph = ""
    var isCode = false

    func endParagraph() {
      guard !paragraph.isEmpty else { return }
      let hang = paragraph.hasPrefix("- ") ? "  " : ""
      let words = paragraph.split(separator: " ").joined(separator: " ")
      lines += words.wrapped(to: 79, indent: hang)
      paragraph = ""
    }

    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if isCode {
        lines.append(line.isEmpty ? "" : "  \(line)")
      } else {
        if line.isEmpty || line.hasPrefix("- ") { endParagraph() }
        if line.isEmpty { lines.append("") }
        paragraph += (paragraph.isEmpty ? "" : " ") + withoutMarkup(line)
      }
    }
    endParagraph()
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a line without the signs of headings, links and stress.
  private static func withoutMarkup(_ line: Substring) -> String {
    String(line).replacing(#/^#+ /#, with: "").replacing("**", with: "")
      .replacing(#/\[([^\]]+)\]\([^)]+\.md\)/#) { String($0.1) }
  }
}
