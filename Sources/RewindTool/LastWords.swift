import RewindDiagnosis

/// What a program wrote to standard error before it died: the trace of an error in any language, or the last
/// lines.
struct LastWords {
  /// Nothing of it steers the terminal.
  let lines: [String]

  /// Characters of a line that are shown.
  private static let width = 160

  init(_ errorText: String) {
    lines = ErrorTrace(errorText).lines.map { $0.replacing("\t", with: "    ") }.map { line in
      (line.count > Self.width ? "\(line.prefix(Self.width))…" : line).escapedForTerminal
    }
  }

  /// Lines that follow on others: one line where there is only one, and a block otherwise.
  func told(by words: String = "It wrote:", indent: String = "") -> [String] {
    if lines.count < 2 { return lines.map { "\(indent)\(words) \($0)" } }
    return ["\(indent)\(words)"] + lines.map { "\(indent)  \($0)" }
  }

  /// The same as what follows on a sentence.
  var sentence: String {
    lines.isEmpty ? "" : " " + told().joined(separator: "\n")
  }
}
