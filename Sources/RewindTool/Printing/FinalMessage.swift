import RewindDiagnosis

/// A crashed program's last output on standard error: the trace of an error in any language, or the last
/// lines.
struct FinalMessage {
  /// The lines, escaped for the terminal.
  let lines: [String]

  /// The number of characters of a line to show.
  private static let width = 160

  init(_ errorText: String) {
    lines = ErrorTrace(errorText).lines.map { $0.replacing("\t", with: "    ") }.map { line in
      (line.count > Self.width ? "\(line.prefix(Self.width))…" : line).escapedForTerminal
    }
  }

  /// Returns lines to add to others: one line if there is only one, and a block otherwise.
  func labeled(_ words: String = "It wrote:", indent: String = "") -> [String] {
    if lines.count < 2 { return lines.map { "\(indent)\(words) \($0)" } }
    return ["\(indent)\(words)"] + lines.map { "\(indent)  \($0)" }
  }
}
