extension Screen {
  /// Returns the output that makes a terminal showing `last` show this screen; everything if `last` is nil.
  ///
  /// Unchanged lines are not sent again, so that stepping over a slow connection does not flicker.
  package func output(after last: Screen?, isColored: Bool) -> String {
    let isSameSize = last?.size == size
    var text = "\u{1B}[?25l"
    if !isSameSize { text += "\u{1B}[0m\u{1B}[2J" }
    for (row, line) in lines.enumerated() where !isSameSize || last?.lines[row] != line {
      text += "\u{1B}[\(row + 1);1H\u{1B}[0m\u{1B}[K" + line.painted(isColored: isColored)
    }
    if let cursor { text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
    return text
  }
}

extension ScreenLine {
  /// The line with its escape sequences.
  fileprivate func painted(isColored: Bool) -> String {
    var text = ""
    for piece in pieces {
      if let column = piece.column { text += "\u{1B}[\(column + 1)G" }
      let codes = piece.style.codes(isColored: isColored)
      text += codes.isEmpty ? piece.text : "\u{1B}[\(codes)m\(piece.text)\u{1B}[0m"
    }
    return text
  }
}

extension TextStyle {
  /// Without color, bold and reversed text keeps its style.
  fileprivate func codes(isColored: Bool) -> String {
    var codes: [Int] = []
    if isBold { codes.append(1) }
    if isDim, isColored { codes.append(2) }
    if isReversed { codes.append(7) }
    if let color, isColored { codes.append(color.rawValue) }
    return codes.map(String.init).joined(separator: ";")
  }
}
