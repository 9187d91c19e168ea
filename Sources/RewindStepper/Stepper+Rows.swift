import RewindJSON
import RewindTimeline

/// Moving among the rows of the panes, and the selection there.
extension Stepper {
  /// The contents of the state pane.
  var tree: TreeLayout {
    session.tree(of: index, folding, version: foldingVersion, shown: selection.pointer)
  }

  /// Returns the index of the selected row in the tree, or that of the value around it.
  func selectedPlace(in tree: TreeLayout) -> Int {
    if let place = tree.place(of: selection) { return place }
    // Without a selection, the change is the most useful place.
    if selection.pointer.tokens.isEmpty { return placeOfChange(in: tree) ?? 0 }
    return tree.place(around: selection.pointer) ?? 0
  }

  /// Returns the index of the change selected in the change pane, or of the first change: the part of
  /// the state to show while another pane has the focus.
  func placeOfChange(in tree: TreeLayout) -> Int? {
    let rows = ChangeRows(step)
    if case .change(let change) = rows[changeRow] { return tree.place(around: change.pointer) }
    return step.changes.first.flatMap { tree.place(around: $0.pointer) }
  }

  /// The value that keys apply to: that of a change in the change pane, otherwise that of the tree.
  var selectedPointer: Pointer {
    if focus == .change, case .change(let change) = ChangeRows(step)[changeRow] {
      return change.pointer
    }
    let tree = tree
    return tree.row(selectedPlace(in: tree))?.pointer ?? .root
  }

  mutating func moveRow(by distance: Int) {
    switch focus {
    case .actions:
      go(by: distance)
    case .change:
      changeRow = min(max(changeRow + distance, 0), max(0, ChangeRows(step).count - 1))
    case .state:
      let tree = tree
      let place = min(max(selectedPlace(in: tree) + distance, 0), max(0, tree.count - 1))
      if let row = tree.row(place) { selection = row }
    }
  }

  // MARK: - Opening and closing

  mutating func openRow() {
    let tree = tree
    switch tree.row(selectedPlace(in: tree)) {
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
    guard let row = tree.row(selectedPlace(in: tree)) else { return }
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
      guard case .change(let change) = ChangeRows(step)[changeRow] else { return viewSelected() }
      selection = .value(change.pointer)
      focus = .state
    case .state:
      let tree = tree
      guard let row = tree.row(selectedPlace(in: tree)) else { return }
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
    if let place = pins.firstIndex(of: pointer) {
      pins.remove(at: place)
    } else {
      pins.append(pointer)
    }
  }

  /// Shows the selected value on the whole screen.
  mutating func viewSelected() {
    let file = session.timeline.log.path
    let show = "rewind show \(file) \(index)"
    if focus != .state {
      switch ChangeRows(step)[focus == .change ? changeRow : 0] {
      case .action(let action):
        mode = .viewing(
          Viewer(title: action.type, action.error ?? action.payload ?? [:], elsewhere: show)
        )
        return
      case .input(let input):
        mode = .viewing(Viewer(title: input.name, input.value, elsewhere: show))
        return
      case .change(let change):
        view(change.pointer, change.new ?? change.old ?? .null)
        return
      default:
        if focus == .actions { return say("There is no action here to view.") }
      }
    }
    let pointer = selectedPointer
    guard let value = step.state?[pointer] else {
      return say("There is no \(pointer.tokens.isEmpty ? "state" : "\(pointer)") here.")
    }
    view(pointer, value)
  }

  private mutating func view(_ pointer: Pointer, _ value: JSONValue) {
    let place = pointer.tokens.isEmpty ? "the state" : pointer.description
    let command =
      "rewind state \(session.timeline.log.path) \(step.hasState ? index : index - 1)"
      + (pointer.tokens.isEmpty ? "" : " --at '\(pointer)'")
    mode = .viewing(
      Viewer(title: "\(place) \(session.place(of: index))", value, elsewhere: command)
    )
  }
}
