import RewindJSON
import RewindText
import RewindTimeline

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

  mutating func togglePin() {
    let pointer = selectedPointer
    guard !pointer.tokens.isEmpty else {
      return say("Select a value first: tab goes to the state.")
    }
    if let index = pins.firstIndex(of: pointer) {
      pins.remove(at: index)
    } else {
      pins.append(pointer)
    }
  }

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
      if !pointer.tokens.isEmpty { command += " --at '\(pointer)'" }
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
