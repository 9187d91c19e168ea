import Foundation
import RewindText

/// Lines that are longer than a terminal is wide: a statement continues between words, a row between its parts, a command
/// between its flags. Nothing is broken within a value.
///
/// They may be colored: color codes take no columns.
extension String {
  /// Returns the lines of a text, each wrapped: one that is indented is a row, any other a statement.
  func wrappedStatements(to limit: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap {
        $0.hasPrefix("  ") ? String($0).wrappedRow(to: limit) : String($0).wrapped(to: limit)
      }
      .joined(separator: "\n")
  }

  /// Returns the text in lines of at most this many columns, broken at blanks, the later ones indented; a longer word is
  /// not broken.
  func wrapped(to limit: Int, indent: String = "  ") -> [String] {
    filled(words.map { (" ", $0) }, to: limit, indent)
  }

  /// Returns a row in lines of at most this many columns, broken before an arrow and where two blanks or more separate
  /// its parts, the later lines indented further; a part that says something in words is broken between them.
  func wrappedRow(to limit: Int) -> [String] {
    guard self[...].paintedColumns > limit else { return [self] }
    let margin = String(prefix { $0 == " " })
    let indent = margin + "    "
    var lines = filled(dropFirst(margin.count).parts, to: limit - margin.count, "    ")
      .map { margin + $0 }
    for index in lines.indices.reversed()
    where lines[index][...].paintedColumns > limit && !lines[index].contains(where: \.isValuePart) {
      let words = lines[index].dropFirst(index == 0 ? margin.count : indent.count)
      let own = String(words).wrapped(to: limit - indent.count, indent: "")
      lines.replaceSubrange(
        index...index,
        with: own.enumerated().map { (index == 0 && $0 == 0 ? margin : indent) + $1 }
      )
    }
    return lines
  }

  /// Returns a command that can be pasted, with a line for each flag that does not fit beside those before.
  func wrappedCommand(to limit: Int) -> String {
    guard self[...].paintedColumns > limit else { return self }
    var pieces: [String] = []
    for piece in components(separatedBy: " --") {
      // Within quotes, it is a part of a name.
      if let last = pieces.last, last.count(where: { $0 == "'" }).isMultiple(of: 2) == false {
        pieces[pieces.count - 1] = "\(last) --\(piece)"
      } else {
        pieces.append(pieces.isEmpty ? piece : "--\(piece)")
      }
    }
    let indent = String(prefix { $0 == " " }) + "  "
    // The blank and the backslash at the end of a line take two columns.
    return filled(pieces.map { (" ", $0[...]) }, to: limit - 2, indent).joined(separator: " \\\n")
  }

  /// Puts pieces, each with the blanks before it, side by side as far as they fit.
  private func filled(
    _ pieces: [(blanks: String, text: Substring)],
    to limit: Int,
    _ indent: String
  ) -> [String] {
    var lines: [String] = []
    var (line, columns): (String?, Int) = (nil, 0)
    for piece in pieces {
      let width = piece.text.paintedColumns
      if let known = line, columns + piece.blanks.count + width <= limit {
        (line, columns) = (known + piece.blanks + piece.text, columns + piece.blanks.count + width)
      } else if let known = line {
        lines.append(known)
        // The blanks before a word belong to it, so that columns stay aligned.
        let rest = piece.text.drop { $0 == " " }
        (line, columns) = (indent + rest, indent.count + rest.paintedColumns)
      } else {
        (line, columns) = (String(piece.text), width)
      }
    }
    return lines + [line ?? ""]
  }

  /// The words, split at the last of the blanks between two.
  private var words: [Substring] {
    var words: [Substring] = []
    var (start, blank): (Index, Index?) = (startIndex, nil)
    for index in indices {
      if self[index] == " " {
        blank = index
      } else if let end = blank {
        words.append(self[start..<end])
        (start, blank) = (self.index(after: end), nil)
      }
    }
    return words + [self[start...]]
  }
}

extension Character {
  /// True for what begins or separates the parts of a value.
  fileprivate var isValuePart: Bool { "\"{[".contains(self) }
}

extension Substring {
  /// The parts of a row: what two blanks or an arrow separate, outside quotes.
  fileprivate var parts: [(blanks: String, text: Substring)] {
    var parts: [(String, Substring)] = []
    var (start, blanks) = (startIndex, "")
    var (isQuoted, isEscaped) = (false, false)
    var index = startIndex
    while index < endIndex {
      let character = self[index]
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      if character == " ", !isQuoted, index > start {
        let end = self[index...].firstIndex { $0 != " " } ?? endIndex
        let count = distance(from: index, to: end)
        if end < endIndex, count > 1 || "→←".contains(self[end]) {
          parts.append((blanks, self[start..<index]))
          (start, blanks) = (end, String.spaces(count))
        }
        index = end
      } else {
        index = self.index(after: index)
      }
    }
    return parts + [(blanks, self[start...])]
  }

  /// The columns that the text takes in a terminal; color codes take none.
  fileprivate var paintedColumns: Int {
    var (columns, isPaint) = (0, false)
    for character in self {
      if character == "\u{1B}" { isPaint = true }
      if !isPaint { columns += character.columns }
      if character == "m" { isPaint = false }
    }
    return columns
  }
}
