import RewindText

/// A line of the screen: pieces of text, each painted in one way.
package struct ScreenLine: Hashable, Sendable {
  /// A piece of a line.
  package struct Piece: Hashable, Sendable {
    package let text: String
    package var style: TextStyle
    /// The column at which the piece must begin, counted from 0, whatever the terminal made of the
    /// text before it; nil where it just follows.
    package var column: Int?
  }

  package private(set) var pieces: [Piece] = []
  /// How many columns the text takes.
  package private(set) var columns = 0

  package init() {}

  package init(_ text: String, _ style: TextStyle = .plain, width: Int) {
    append(text, style, width: width)
  }

  /// Adds text, as much as fits a line of `width` columns; what steers terminals is written out.
  package mutating func append(_ text: String, _ style: TextStyle = .plain, width: Int) {
    let shown = text.fitted(to: width - columns)
    guard !shown.isEmpty else { return }
    pieces.append(Piece(text: shown, style: style, column: nil))
    columns += shown.columns
  }

  /// Adds another line that begins at a column of this one.
  package mutating func append(_ line: ScreenLine, at column: Int) {
    fill(to: column)
    for (place, piece) in line.pieces.enumerated() {
      pieces.append(
        Piece(text: piece.text, style: piece.style, column: place == 0 ? column : nil)
      )
    }
    columns += line.columns
  }

  /// Adds blanks, or another character, up to a column.
  package mutating func fill(
    to column: Int,
    with filler: Character = " ",
    _ style: TextStyle = .plain
  ) {
    guard columns < column else { return }
    let text = String(repeating: filler, count: column - columns)
    pieces.append(Piece(text: text, style: style, column: nil))
    columns = column
  }

  /// Adds text that ends at the column `width`, with two blanks before it at least; none where it
  /// does not fit.
  package mutating func appendAtEnd(_ text: String, _ style: TextStyle = .plain, width: Int) {
    let shown = text.escapedForTerminal
    let needed = shown.columns
    guard columns + 2 + needed <= width else { return fill(to: width, style) }
    fill(to: width - needed, style)
    append(shown, style, width: width)
  }

  /// The line painted over in reverse, over the whole width.
  package func selected(width: Int) -> ScreenLine {
    var line = self
    line.fill(to: width)
    for place in line.pieces.indices { line.pieces[place].style.isReversed = true }
    return line
  }

  /// The text without its paint and the blanks at its end.
  package var text: String {
    let text = pieces.map(\.text).joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}
