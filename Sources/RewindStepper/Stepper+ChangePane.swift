import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

/// The pane of the change.
extension Stepper {
  /// The rows of the pane that are shown.
  func changeWindow(_ height: Int) -> ListWindow {
    ListWindow(count: step.rows.count, selected: changeRow, height: height)
  }

  func changeLines(_ width: Int, _ height: Int) -> [ScreenLine] {
    let rows = step.rows
    return changeWindow(height).rows.map { index in
      let isSelected = index == changeRow && focus == .change
      var line = ScreenLine(isSelected ? ">" : " ", width: width)
      if let row = rows[index] { line.append(row, session.timeline.valueTypes, width) }
      return isSelected ? line.selected(width: width) : line
    }
  }
}

extension ScreenLine {
  fileprivate mutating func append(_ row: ChangeRows.Row, _ types: ValueTypes, _ width: Int) {
    switch row {
    case .action(let action):
      append(action.type, .bold, width: width)
      append(" \(types.readable(action).content(width - columns - 1))", width: width)
    case .input(let input):
      append("read \(input.name) = \(types.readable(input).line(width))", .dim, width: width)
    case .change(let change):
      append(types.readable(change), width)
    case .note(let text, let isError):
      append(text, isError ? .red : .dim, width: width)
    }
  }

  /// Appends a change as a line of a diff; a long pointer is cut at its beginning.
  private mutating func append(_ change: Change, _ width: Int) {
    let whole = change.pointer.tokens.isEmpty ? "(the whole state)" : change.pointer.description
    let room = width - columns - 4
    // The pointer gets two fifths of the line, plus the space that the values do not need.
    let pointer = whole.fittedEnd(to: max(room * 2 / 5, room - change.values(width).columns))
    append("\(change.sign.text) \(pointer)", change.sign.style, width: width)
    append("  \(change.values(room - pointer.columns))", width: width)
  }
}

extension Change {
  /// The sign of a value that was added, removed or changed.
  var sign: (text: String, style: TextStyle) {
    old == nil ? ("+", .green) : new == nil ? ("-", .red) : ("~", .yellow)
  }
}
