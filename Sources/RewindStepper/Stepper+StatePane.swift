import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

/// The pane of the state: its tree, or the screen that the app draws from it.
extension Stepper {
  func stateLines(_ width: Int, _ height: Int) -> [ScreenLine] {
    if showsScreen { return drawnLines(width) }
    guard let state = step.state else {
      return [ScreenLine(" \(step.error ?? "no state was recorded here")", .red, width: width)]
    }
    return treeLines(state, width, height)
  }

  private func treeLines(_ state: JSONValue, _ width: Int, _ height: Int) -> [ScreenLine] {
    let tree = tree
    guard tree.count > 0 else {
      return [ScreenLine(" \(state.line(width - 1))", width: width)]
    }
    let selected = selectedRow(in: tree)
    let middle = focus == .state ? selected : rowOfChange(in: tree) ?? selected
    return ListWindow(count: tree.count, selected: middle, height: height).rows.map { index in
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
    let value = readable(state[pointer], pointer) ?? .null
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
      let old = readable(old, pointer) ?? old
      line.append(old.change(to: value, width - line.columns), change.style, width: width)
    } else {
      line.append(value.line(room), width: width)
    }
    return line
  }

  /// Returns a value of the state as people read it.
  private func readable(_ value: JSONValue?, _ pointer: Pointer) -> JSONValue? {
    let types = session.timeline.valueTypes
    return types.readable(value, as: types.type(at: pointer))
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

/// Moving among the rows of the panes, and the selection there.
extension Stepper {
  /// The contents of the state pane.
  var tree: TreeLayout {
    session.tree(of: index, folding, version: foldingVersion, shown: selection.pointer)
  }

  /// Returns the index of the selected row in the tree, or that of the value around it.
  func selectedRow(in tree: TreeLayout) -> Int {
    if let index = tree.index(of: selection) { return index }
    // Without a selection, the row of the change is the most useful one.
    if selection.pointer.tokens.isEmpty { return rowOfChange(in: tree) ?? 0 }
    return tree.index(around: selection.pointer) ?? 0
  }

  /// Returns the index of the change selected in the change pane, or of the first change: the part of
  /// the state to show while another pane has the focus.
  func rowOfChange(in tree: TreeLayout) -> Int? {
    let rows = step.rows
    if case .change(let change) = rows[changeRow] { return tree.index(around: change.pointer) }
    return step.changes.first.flatMap { tree.index(around: $0.pointer) }
  }

  /// The value that keys apply to: that of a change in the change pane, otherwise that of the tree.
  var selectedPointer: Pointer {
    if focus == .change, case .change(let change) = step.rows[changeRow] {
      return change.pointer
    }
    let tree = tree
    return tree.row(selectedRow(in: tree))?.pointer ?? .root
  }

  mutating func moveRow(by distance: Int) {
    switch focus {
    case .actions:
      go(by: distance)
    case .change:
      changeRow = min(max(changeRow + distance, 0), max(0, step.rows.count - 1))
    case .state:
      let tree = tree
      let index = min(max(selectedRow(in: tree) + distance, 0), max(0, tree.count - 1))
      if let row = tree.row(index) { selection = row }
    }
  }

  // MARK: - Opening and closing

  mutating func openRow() {
    let tree = tree
    switch tree.row(selectedRow(in: tree)) {
    case .folded(let parent, let first, _):
      folding.marks.unfold(at: parent)
      selection = .value(parent.appending(first))
    case .value(let pointer):
      selection = .value(pointer)
      guard let value = step.state?[pointer], value.childCount > 0 else { return }
      if tree.isOpen(pointer) {
        moveRow(by: 1)
      } else {
        folding.marks.setOpen(true, at: pointer)
      }
    case nil:
      break
    }
  }

  mutating func closeRow() {
    let tree = tree
    guard let row = tree.row(selectedRow(in: tree)) else { return }
    if case .value(let pointer) = row, tree.isOpen(pointer) {
      folding.marks.setOpen(false, at: pointer)
      selection = .value(pointer)
    } else if case .folded(let parent, _, _) = row, !parent.tokens.isEmpty {
      selection = .value(parent)
    } else if let parent = row.pointer.parent, !parent.tokens.isEmpty {
      selection = .value(parent)
    }
  }

  mutating func enterRow() {
    switch focus {
    case .actions:
      focus = .change
    case .change:
      guard case .change(let change) = step.rows[changeRow] else { return viewSelected() }
      selection = .value(change.pointer)
      focus = .state
    case .state:
      let tree = tree
      guard let row = tree.row(selectedRow(in: tree)) else { return }
      if case .value(let pointer) = row, step.state?[pointer]?.childCount ?? 0 == 0 {
        viewSelected()
      } else if case .value(let pointer) = row, tree.isOpen(pointer) {
        closeRow()
      } else {
        openRow()
      }
    }
  }

  // MARK: - Viewing

  /// Shows the selected value on the whole screen.
  mutating func viewSelected() {
    guard let selected = selectedValue else {
      let pointer = selectedPointer
      let what =
        focus == .actions
        ? "action here to view" : "\(pointer.tokens.isEmpty ? "state" : "\(pointer)") here"
      return say("There is no \(what).")
    }
    let file = session.timeline.log.path
    var title = selected.name
    var command = "rewind show \(file.shellPath) \(index)"
    if let pointer = selected.pointer {
      title += " \(session.words(of: index))"
      command = "rewind state \(file.shellPath) \(step.hasState ? index : index - 1)"
      if !pointer.tokens.isEmpty { command += " \(pointer.description.shellWord)" }
    }
    mode = .viewing(Viewer(title: title, selected.value, elsewhere: command))
  }

  /// The value that keys apply to, with its name, and its pointer if it is one of the state; in the list of actions,
  /// the current one's payload.
  var selectedValue: (name: String, value: JSONValue, pointer: Pointer?)? {
    func named(_ pointer: Pointer, _ value: JSONValue) -> (String, JSONValue, Pointer?) {
      (pointer.tokens.isEmpty ? "the state" : pointer.description, value, pointer)
    }
    let row: ChangeRows.Row? =
      switch focus {
      case .actions: step.action.map { .action($0) }
      case .change: step.rows[changeRow]
      case .state: nil
      }
    switch row {
    case .action(let action)?:
      return (action.type, action.error ?? action.payload ?? [:], nil)
    case .input(let input)?:
      return (input.name, input.value, nil)
    case .change(let change)?:
      return named(change.pointer, change.new ?? change.old ?? .null)
    case .note?, nil:
      let pointer = selectedPointer
      guard focus != .actions, let value = step.state?[pointer] else { return nil }
      return named(pointer, value)
    }
  }
}
