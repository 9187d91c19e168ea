import RewindText

extension Screen {
  /// The screen as a picture, with the colors of a dark terminal.
  ///
  /// Every piece of text has a fixed column and width, so that the viewer's font does not move anything.
  package var svg: String {
    let width = Double(size.columns) * Self.cell.width + 2 * Self.margin
    let height = Double(size.rows) * Self.cell.height + 2 * Self.margin
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" \
      font-size="14">
      <rect width="100%" height="100%" rx="8" fill="\(Self.background)"/>

      """
    for (row, line) in lines.enumerated() {
      var column = 0
      for piece in line.pieces {
        column = piece.column ?? column
        text += piece.svg(column: column, row: row)
        column += piece.text.columns
      }
    }
    return text + "</svg>"
  }

  fileprivate static let cell = (width: 8.4, height: 18.0)
  fileprivate static let margin = 12.0
  fileprivate static let background = "#1b1d23"
  fileprivate static let foreground = "#d8dbe2"
}

extension ScreenLine.Piece {
  fileprivate func svg(column: Int, row: Int) -> String {
    let columns = Double(text.columns)
    let x = Screen.margin + Double(column) * Screen.cell.width
    let y = Screen.margin + Double(row) * Screen.cell.height
    let width = columns * Screen.cell.width
    var svg = ""
    if style.isReversed {
      svg += """
        <rect x="\(x.fixed(1))" y="\(y.fixed(1))" width="\(width.fixed(1))" \
        height="\(Screen.cell.height)" shape-rendering="crispEdges" fill="\(style.svgColor)"/>

        """
    }
    guard text.contains(where: { $0 != " " }) else { return svg }
    let color = style.isReversed ? Screen.background : style.svgColor
    return svg + """
      <text x="\(x.fixed(1))" y="\((y + 13.5).fixed(1))" textLength="\(width.fixed(1))" \
      xml:space="preserve" fill="\(color)"\(style.isBold ? " font-weight=\"bold\"" : "")\
      \(style.isDim ? " opacity=\"0.6\"" : "")>\(text.markup)</text>

      """
  }
}

extension TextStyle {
  fileprivate var svgColor: String {
    switch color {
    case .red?: "#f2777a"
    case .green?: "#99cc99"
    case .yellow?: "#ffcc66"
    case .cyan?: "#66cccc"
    case nil: Screen.foreground
    }
  }
}
