import RewindJSON

/// The mouse: a click selects a row, another one opens it, the wheel moves.
extension Stepper {
  /// The rows that the wheel moves at once.
  private static let wheelRows = 3

  mutating func turnWheel(_ distance: Int, _ cell: Screen.Cell) {
    guard let (pane, _) = pane(at: cell) else { return }
    focus = pane
    moveRow(by: distance * (pane == .actions ? 1 : Self.wheelRows))
  }

  mutating func click(_ cell: Screen.Cell) {
    guard let (pane, row) = pane(at: cell) else { return }
    let wasFocused = focus == pane
    focus = pane
    guard row >= 0 else { return }
    switch pane {
    case .actions:
      let rows = actionWindow(paneRows(.actions)).rows
      if row < rows.count { go(to: listedAction(rows.lowerBound + row)) }
    case .change:
      let rows = changeWindow(paneRows(.change)).rows
      guard row < rows.count else { return }
      if wasFocused, changeRow == rows.lowerBound + row { return enterRow() }
      changeRow = rows.lowerBound + row
    case .state:
      clickState(row, wasFocused)
    }
  }

  private mutating func clickState(_ row: Int, _ wasFocused: Bool) {
    let height = paneRows(.state)
    let pinned = pinnedRows(height)
    let tree = tree
    // Before the click, the window was laid out for the focus of then; the selection is the same.
    let window = stateWindow(tree, height - pinned, hasFocus: wasFocused)
    guard row >= pinned, row - pinned < window.rows.count,
      let clicked = tree.row(window.rows.lowerBound + row - pinned)
    else { return }
    let isSelected = wasFocused && selectedRow(in: tree) == window.rows.lowerBound + row - pinned
    selection = clicked
    if isSelected { enterRow() }
  }

  /// Returns the pane at a cell of the screen, and the row in it; -1 for its title.
  private func pane(at cell: Screen.Cell) -> (Pane, row: Int)? {
    let row = cell.row - 1
    guard row >= 0, cell.row < size.rows - 1 else { return nil }
    let layout = layout(size)
    guard layout.isWide else { return (focus, row - 1) }
    if cell.column <= layout.left { return (.actions, row - 1) }
    return row < layout.top ? (.change, row - 1) : (.state, row - layout.top - 1)
  }
}
