import RewindJSON
import RewindText

/// The pane of the state: the pinned values, and the tree.
extension Stepper {
  func stateLines(_ width: Int, _ height: Int) -> [ScreenLine] {
    guard let state = step.state else {
      return [ScreenLine(" \(step.error ?? "no state was recorded here")", .red, width: width)]
    }
    // Pins must leave room for the tree beside them.
    let pinned = pins.prefix(pinnedRows(height)).map { pinLine($0, state, width) }
    return pinned + treeLines(state, width, height - pinned.count)
  }

  /// Returns the number of rows for pinned values.
  func pinnedRows(_ height: Int) -> Int { min(pins.count, height / 2) }

  /// Returns the rows of the tree that are shown.
  func stateWindow(_ tree: TreeLayout, _ height: Int, hasFocus: Bool) -> ListWindow {
    let selected = selectedRow(in: tree)
    let middle = hasFocus ? selected : rowOfChange(in: tree) ?? selected
    return ListWindow(count: tree.count, selected: middle, height: height)
  }

  private func pinLine(_ pointer: Pointer, _ state: JSONValue, _ width: Int) -> ScreenLine {
    var line = ScreenLine("*", .cyan, width: width)
    line.append("\(pointer.description.fittedEnd(to: width / 2))  ", .cyan, width: width)
    let (old, new) = (step.before?[pointer], state[pointer])
    guard step.hasState, step.before != nil, old != new else {
      line.append(new?.line(width / 2) ?? "nothing", new == nil ? .dim : .plain, width: width)
      return line
    }
    let room = width - line.columns
    let values =
      if let old, let new {
        old.change(to: new, room)
      } else {
        [old, new].map { $0?.line(room - 10) ?? "nothing" }.joined(separator: " → ")
      }
    line.append(values, .yellow, width: width)
    return line
  }

  private func treeLines(_ state: JSONValue, _ width: Int, _ height: Int) -> [ScreenLine] {
    let tree = tree
    guard tree.count > 0 else {
      return [ScreenLine(" \(state.line(width - 1))", width: width)]
    }
    let selected = selectedRow(in: tree)
    return stateWindow(tree, height, hasFocus: focus == .state).rows.map { index in
      guard let row = tree.row(index) else { return ScreenLine() }
      let isSelected = index == selected && focus == .state
      let line = treeLine(row, tree, state, isSelected: isSelected, width)
      return isSelected ? line.selected(width: width) : line
    }
  }

  private func treeLine(
    _ row: TreeLayout.Row,
    _ tree: TreeLayout,
    _ state: JSONValue,
    isSelected: Bool,
    _ width: Int
  ) -> ScreenLine {
    let mark = isSelected ? ">" : " "
    switch row {
    case .folded(let parent, _, let count):
      let indent = Self.indent(parent.tokens.count, width)
      return ScreenLine("\(mark) \(indent)… \(count) unchanged", .dim, width: width)
    case .value(let pointer):
      return valueLine(pointer, mark, tree, state, width)
    }
  }

  private func valueLine(
    _ pointer: Pointer,
    _ mark: String,
    _ tree: TreeLayout,
    _ state: JSONValue,
    _ width: Int
  ) -> ScreenLine {
    let value = state[pointer] ?? .null
    let change = Self.mark(of: pointer, step.tree)
    var line = ScreenLine(mark + change.sign, change.style, width: width)
    line.append(Self.indent(pointer.tokens.count - 1, width), width: width)
    let isOpen = tree.isOpen(pointer)
    line.append(value.childCount == 0 ? "  " : isOpen ? "▾ " : "▸ ", .dim, width: width)
    line.append(
      "\((pointer.tokens.last ?? "").fitted(to: width / 2))  ",
      change.style,
      width: width
    )
    let room = max(16, width - line.columns)
    if isOpen {
      line.append(value.childCountInBrackets, .dim, width: width)
    } else if case .changed(let old?) = change.mark {
      line.append(old.change(to: value, width - line.columns), change.style, width: width)
    } else {
      line.append(value.line(room), width: width)
    }
    return line
  }

  /// Returns the spaces before a value at a depth; they end at a third of the pane.
  private static func indent(_ depth: Int, _ width: Int) -> String {
    String(repeating: "  ", count: min(depth, width / 6))
  }

  /// Returns the change of a value in this step.
  private static func mark(
    of pointer: Pointer,
    _ changes: ChangeTree
  ) -> (mark: ChangeTree.Mark?, sign: String, style: TextStyle) {
    switch changes[pointer.tokens[...]]?.mark {
    case .added?: (.added, "+", .green)
    case .changed(let old)?: (.changed(old: old), "~", .yellow)
    case .lost?: (.lost, "~", .yellow)
    case nil: (nil, " ", .plain)
    }
  }
}
