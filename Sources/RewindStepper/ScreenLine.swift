import RewindText

/// A line of the screen, as pieces of text with one style each.
package struct ScreenLine: Hashable, Sendable {
  /// A piece of a line.
  package struct Piece: Hashable, Sendable {
    package let text: String
    package var style: TextStyle
    /// The column at which the piece must begin, counted from 0, however wide the terminal shows the
    /// text before it; nil if it simply follows.
    package var column: Int?
  }

  package private(set) var pieces: [Piece] = []
  /// The width of the text in columns.
  package private(set) var columns = 0

  package init() {}

  package init(_ text: String, _ style: TextStyle = .plain, width: Int) {
    append(text, style, width: width)
  }

  /// Appends text, as much as fits a line of `width` columns; control characters are escaped.
  package mutating func append(_ text: String, _ style: TextStyle = .plain, width: Int) {
    let shown = text.fitted(to: width - columns)
    guard !shown.isEmpty else { return }
    pieces.append(Piece(text: shown, style: style, column: nil))
    columns += shown.columns
  }

  /// Appends another line at a column of this one.
  package mutating func append(_ line: ScreenLine, at column: Int) {
    fill(to: column)
    for (index, piece) in line.pieces.enumerated() {
      pieces.append(
        Piece(text: piece.text, style: piece.style, column: index == 0 ? column : nil)
      )
    }
    columns += line.columns
  }

  /// Fills the line with spaces, or another character, up to a column.
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

  /// Appends text that ends at the column `width`, after at least two spaces; nothing if it does not fit.
  package mutating func appendAtEnd(_ text: String, _ style: TextStyle = .plain, width: Int) {
    let shown = text.escapedForTerminal
    let needed = shown.columns
    guard columns + 2 + needed <= width else { return fill(to: width, style) }
    fill(to: width - needed, style)
    append(shown, style, width: width)
  }

  /// Returns the line in reverse style, over the whole width, in one color.
  package func selected(width: Int) -> ScreenLine {
    var line = self
    line.fill(to: width)
    for index in line.pieces.indices {
      let isBold = line.pieces[index].style.isBold
      line.pieces[index].style = TextStyle(isBold: isBold, isReversed: true)
    }
    return line
  }

  /// Returns the line with each occurrence of a text highlighted, ignoring case.
  func highlighting(_ text: String) -> ScreenLine {
    let wanted = Array(text.lowercased())
    guard !wanted.isEmpty else { return self }
    var line = self
    line.pieces = pieces.flatMap { $0.highlighting(wanted) }
    return line
  }

  /// The text without styles and trailing spaces.
  package var text: String {
    let text = pieces.map(\.text).joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}

extension ScreenLine.Piece {
  /// Returns the piece in pieces, with the occurrences of a text in lower case highlighted.
  fileprivate func highlighting(_ wanted: [Character]) -> [Self] {
    let characters = Array(text)
    let lowered = characters.map { $0.lowercased().first ?? $0 }
    var pieces: [Self] = []
    var (start, index) = (0, 0)
    func add(_ range: Range<Int>, _ style: TextStyle) {
      guard !range.isEmpty else { return }
      let column = pieces.isEmpty ? column : nil
      pieces.append(Self(text: String(characters[range]), style: style, column: column))
    }
    while index + wanted.count <= characters.count {
      if lowered[index..<index + wanted.count].elementsEqual(wanted) {
        add(start..<index, style)
        let found: TextStyle =
          style.isReversed ? .bold : TextStyle(color: .yellow, isBold: true, isReversed: true)
        add(index..<index + wanted.count, found)
        index += wanted.count
        start = index
      } else {
        index += 1
      }
    }
    guard start > 0 else { return [self] }
    add(start..<characters.count, style)
    return pieces
  }
}
