extension Help {
  /// The topics of `rewind help` besides the commands: pages of the documentation.
  static let topics = [
    "contract": "Contract.md", "expressions": "Expressions.md", "format": "Format.md",
    "redux": "ReduxDevTools.md", "rows": "Rows.md",
  ]

  /// Returns the help for a topic; nil for an unknown one.
  static func topic(_ name: String) -> String? {
    guard let page = topics[name] else { return nil }
    guard let markdown = Embedded.texts[page] else { fatalError("\(page) is not embedded.") }
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

  nonisolated(unsafe) private static let link = #/\[([^\]]+)\]\([^)]+\.md\)/#

  /// Returns a line without the signs of headings, links and stress.
  private static func withoutMarkup(_ line: Substring) -> String {
    var text = String(line.hasPrefix("#") ? line.drop { $0 == "#" }.dropFirst() : line)
      .replacing("**", with: "")
    while text.contains(".md)"), let link = text.firstMatch(of: link) {
      text.replaceSubrange(link.range, with: link.1)
    }
    return text
  }
}
