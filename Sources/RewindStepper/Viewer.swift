import RewindJSON
import RewindText

/// A text over the whole screen: a value that is longer than a line, or the help.
struct Viewer {
  let title: String
  /// Lines as they are, however long.
  let lines: [String]
  /// The first line that is shown, of those that the screen's width makes of them.
  var top = 0

  init(title: String, lines: [String]) {
    self.title = title
    self.lines = lines
  }

  /// What takes a moment to wrap, and longer to read.
  private static let shownBytes = 100_000

  /// A value in full; of a very large one the beginning, with how to see the rest.
  init(title: String, _ value: JSONValue, elsewhere command: String) {
    self.title = title
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

  /// The lines as a screen of some columns shows them.
  func wrapped(to columns: Int) -> [String] {
    lines.flatMap { line -> [String] in
      let line = line.harmless
      guard line.columns > columns else { return [line] }
      var rows = [""]
      var used = 0
      for character in line {
        if used + character.columns > columns, used > 0 {
          rows.append("")
          used = 0
        }
        rows[rows.count - 1].append(character)
        used += character.columns
      }
      return rows
    }
  }
}
