import RewindJSON
import RewindText

/// A text on the whole screen: a value that is longer than a line, or the help.
struct Viewer {
  let title: String
  /// The lines, before wrapping.
  let lines: [String]
  /// The indentation of continued lines of prose, which wrap between words; nil for a value, in which
  /// every character counts, so that it wraps anywhere.
  let hang: Int?
  /// The first visible line, after wrapping to the screen's width.
  var top = 0

  init(title: String, prose lines: [String], hang: Int) {
    self.title = title
    self.lines = lines
    self.hang = hang
  }

  /// The maximum number of bytes shown; more takes a moment to wrap, and longer to read.
  private static let shownBytes = 100_000

  /// Makes a viewer of a value; for a very large one, it says how to see the rest.
  init(title: String, _ value: JSONValue, elsewhere command: String) {
    self.title = title
    hang = nil
    if case .string(let string) = value {
      let shown =
        string.utf8.count > Self.shownBytes ? String(string.prefix(Self.shownBytes)) : string
      lines =
        shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        + (shown.utf8.count < string.utf8.count ? ["…", "It is longer: \(command)"] : [])
    } else if value.textCount(upTo: Self.shownBytes) > Self.shownBytes {
      lines = [
        value.brief(0),
        "This is more than can be read here. It is printed by", "  \(command)",
      ]
    } else {
      lines = value.prettyText.split(separator: "\n").map(String.init)
    }
  }

  /// Returns the lines wrapped to a number of columns.
  func wrapped(to columns: Int) -> [String] {
    lines.flatMap { line -> [String] in
      let line = line.escapedForTerminal
      guard line.columns > columns else { return [line] }
      return hang.map { line.brokenBetweenWords(at: columns, hang: min($0, columns / 2)) }
        ?? line.broken(at: columns)
    }
  }
}
