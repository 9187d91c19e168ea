import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

/// The layout of the screen: a title, the panes, and a line at the bottom.
extension Stepper {
  /// Returns the screen for a terminal size.
  package func screen(_ size: ScreenSize) -> Screen {
    if case .viewing(let viewer) = mode { return self.screen(size, viewer) }
    var lines = [titleLine(size.columns)]
    let height = size.rows - 2
    if height > 0 {
      if case .comparing(let comparing) = mode {
        lines += compareLines(comparing, size, height)
      } else {
        lines += layout(size).isWide ? sideBySide(size, height) : pane(focus, size.columns, height)
      }
      if let text = wanted?.criterion.text {
        for row in lines.indices.dropFirst() { lines[row] = lines[row].highlighting(text.text) }
      }
    }
    var screen = Screen(size, lines)
    let foot = footLine(size.columns)
    if size.rows > 1 { screen.lines[size.rows - 1] = foot.line }
    if let column = foot.cursor, column < size.columns {
      screen.cursor = Screen.Cell(row: size.rows - 1, column: column)
      if let hint = questionHint(size.columns), size.rows > 3 {
        screen.lines[size.rows - 2] = hint
      }
    }
    return screen
  }

  /// The division of the screen.
  struct Layout {
    /// True if all panes are shown; otherwise only the one with the focus is.
    let isWide: Bool
    /// The columns of the list of actions.
    let left: Int
    /// The rows of the change pane, including its title.
    let top: Int
  }

  func layout(_ size: ScreenSize) -> Layout {
    // Three panes need room for a type and its payload beside a pointer and its values.
    let isWide = size.columns >= 60 && size.rows >= 15
    let shift = usedShift(size)
    return Layout(
      isWide: isWide,
      left: Self.usualLeft(size) + shift.columns,
      top: Self.usualTop(size) + shift.rows
    )
  }

  /// Returns the columns of the list: two fifths of a small screen, and half of a large one.
  private static func usualLeft(_ size: ScreenSize) -> Int {
    max(28, min(size.columns * 2 / 5 + max(0, size.columns - 80) * 2 / 5, size.columns / 2))
  }

  private static func usualTop(_ size: ScreenSize) -> Int { max(4, (size.rows - 2) / 3) }

  /// Returns the part of ``shift`` that leaves room for every pane.
  func usedShift(_ size: ScreenSize) -> (columns: Int, rows: Int) {
    let (left, top) = (Self.usualLeft(size), Self.usualTop(size))
    return (
      min(max(left + shift.columns, 16), max(16, size.columns - 24)) - left,
      min(max(top + shift.rows, 3), max(3, size.rows - 6)) - top
    )
  }

  /// Returns the number of rows that a pane shows, without its title.
  func paneRows(_ pane: Pane) -> Int {
    let layout = layout(size)
    let height = max(2, size.rows - 2)
    guard layout.isWide else { return max(1, height - 1) }
    switch pane {
    case .actions: return max(1, height - 1)
    case .change: return max(1, layout.top - 1)
    case .state: return max(1, height - layout.top - 1)
    }
  }

  private func sideBySide(_ size: ScreenSize, _ height: Int) -> [ScreenLine] {
    let layout = layout(size)
    let width = size.columns - layout.left - 1
    let left = pane(.actions, layout.left, height)
    let right = pane(.change, width, layout.top) + pane(.state, width, height - layout.top)
    return zip(left, right).enumerated().map { row, pair in
      var line = pair.0
      line.fill(to: layout.left)
      var bar = ScreenLine()
      let isTitle = row == 0 || row == layout.top
      bar.append(row == 0 ? "┬" : isTitle ? "├" : "│", .dim, width: 1)
      line.append(bar, at: layout.left)
      line.append(pair.1, at: layout.left + 1)
      return line
    }
  }

  /// Returns a pane with its title, in exactly `height` rows.
  private func pane(_ pane: Pane, _ width: Int, _ height: Int) -> [ScreenLine] {
    let rows = max(0, height - 1)
    let lines =
      switch pane {
      case .actions: actionLines(width, rows)
      case .change: changeLines(width, rows)
      case .state: stateLines(width, rows)
      }
    let missing = max(0, rows - lines.count)
    let pointer = pane == .state && focus != .actions ? selectedPointer : .root
    let style: TextStyle = pane == focus ? .bold : .dim
    return [ScreenLine(heading: name(of: pane), style, pointer, width: width)]
      + lines.prefix(rows) + Array(repeating: ScreenLine(), count: missing)
  }

  private func name(of pane: Pane) -> String {
    switch pane {
    case .actions:
      let type = session.commonType.map { " of \($0)" } ?? ""
      return "actions" + type + (filter.map { " \($0.criterion.title)" } ?? "")
    case .change:
      return "change"
    case .state:
      if showsScreen { return "screen after \(index), drawn from the state" }
      let isBefore = !step.hasState && step.before != nil
      return isBefore ? "state before \(index)" : "state after \(index)"
    }
  }

  // MARK: - Head and foot

  private func titleLine(_ width: Int) -> ScreenLine {
    var line = ScreenLine()
    let app = session.timeline.log.header.app ?? "session"
    let name = title.map { "\(app) \($0)" } ?? app
    line.append(" \(name)  \(index) of \(session.lastIndex)", .bold, width: width)
    if let time = step.action?.time { line.append("  \(time.seconds)", width: width) }
    line.append(strip(width - line.columns - ending.columns - 6), width: width)
    line.appendAtEnd("\(ending) ", width: width)
    return line.selected(width: width)
  }

  /// The end of the session, in a word or two.
  private var ending: String {
    let end = session.timeline.end
    if isFollowing {
      if lostWriter != nil {
        if case .crashed(let action) = end { return "seems to have died in action \(action)" }
        return "seems to have died"
      }
      if case .crashed(let action) = end { return "following, in action \(action)" }
      return end == .closed ? "closed" : "following"
    }
    if case .crashed(let action) = end { return "crashed in action \(action)" }
    return end.name
  }

  /// Returns the last line, and the column of the cursor if something is being typed there.
  private func footLine(_ width: Int) -> (line: ScreenLine, cursor: Int?) {
    if case .asking(let question) = mode {
      let before = question.kind.prompt + question.line.textBeforeCursor
      let shift = max(0, before.columns - (width - 1))
      var line = ScreenLine()
      let text = question.kind.prompt + question.line.text
      line.append(shift > 0 ? text.dropping(columns: shift) : text, width: width)
      return (line, before.columns - shift)
    }
    if let message {
      return (ScreenLine(" \(message.text)", message.isError ? .red : .plain, width: width), nil)
    }
    if let activity { return (ScreenLine(" \(activity)", .dim, width: width), nil) }
    if let share = search?.scan.share ?? filterScan?.share {
      let what = search == nil ? "filtering" : "searching"
      return (ScreenLine(" \(what) … \(Int(share * 100)) %  (esc stops)", .dim, width: width), nil)
    }
    if case .comparing(let comparing) = mode {
      let pointer = comparedPointer(comparing)
      var line = ScreenLine(
        pointer.tokens.isEmpty ? "" : " \(pointer) ",
        .cyan,
        width: width * 2 / 3
      )
      line.append(hints(width - line.columns), at: line.columns)
      return (line, nil)
    }
    return (hints(width), nil)
  }

  /// Returns the line above a prompt: the error in the input, or a hint.
  private func questionHint(_ width: Int) -> ScreenLine? {
    guard case .asking(let question) = mode else { return nil }
    if let error = question.error { return ScreenLine(error, .red, width: width) }
    return ScreenLine(question.kind.hint, .dim, width: width)
  }

  // MARK: - Full screen

  private func screen(_ size: ScreenSize, _ viewer: Viewer) -> Screen {
    let rows = viewer.wrapped(to: size.columns)
    let shown = rows.dropFirst(viewer.top).prefix(max(0, size.rows - 2))
    var title = ScreenLine(" \(viewer.title)", .bold, width: size.columns)
    if rows.count > shown.count {
      let last = viewer.top + shown.count
      title.appendAtEnd("\(viewer.top + 1)–\(last) of \(rows.count) ", width: size.columns)
    }
    let lines = shown.map { ScreenLine($0, width: size.columns) }
    var screen = Screen(size, [title.selected(width: size.columns)] + lines)
    if size.rows > 1 {
      screen.lines[size.rows - 1] = ScreenLine(" esc back", .dim, width: size.columns)
    }
    return screen
  }
}

extension String {
  /// Returns the text without its first columns.
  fileprivate func dropping(columns: Int) -> String {
    var rest = columns
    return String(
      drop { character in
        guard rest > 0 else { return false }
        rest -= character.columns
        return true
      }
    )
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

/// The strip in the title; it stands for the whole session.
extension Stepper {
  /// The fewest columns of a useful strip, and the most that it can fill.
  private static let (least, most) = (12, 60)

  /// Returns the strip, with the current step, the culprit and the crash, the mark, and the matches of a search.
  ///
  /// ```
  ///   ───*──────*───!┃──×
  /// ```
  ///
  /// - Parameter room: The columns that it may take.
  /// - Returns: The strip after two spaces; empty if there is no room, or only one step.
  func strip(_ room: Int) -> String {
    let width = min(room - 2, Self.most)
    guard width >= Self.least, session.lastIndex > session.firstIndex else { return "" }
    var cells = [Character](repeating: "─", count: width)
    func put(_ sign: Character, at index: Int) {
      guard (session.firstIndex...session.lastIndex).contains(index) else { return }
      let span = session.lastIndex - session.firstIndex
      cells[(index - session.firstIndex) * (width - 1) / span] = sign
    }
    for match in matches?.found ?? [] { put("*", at: match) }
    if let mark { put("•", at: mark.index) }
    if case .crashed(let fatal) = session.timeline.end { put("×", at: fatal) }
    if let culprit = session.culprit { put("!", at: culprit.index) }
    put("┃", at: index)
    return "  " + String(cells)
  }
}

/// The hints in the last line: the keys that are useful now.
extension Stepper {
  /// Returns the hints that fit, none of them cut.
  func hints(_ width: Int) -> ScreenLine {
    var line = ScreenLine()
    for (keys, action) in usefulKeys {
      guard line.columns + 3 + keys.columns + action.columns <= width else { continue }
      line.append(line.columns == 0 ? " " : "  ", width: width)
      line.append(keys, .plain, width: width)
      line.append(" \(action)", .dim, width: width)
    }
    return line
  }

  /// The keys of the current mode, the most useful ones first.
  private var usefulKeys: [(keys: String, action: String)] {
    if case .comparing = mode {
      return [
        ("esc", "back"), ("space b", "forward, back"), ("↑ ↓", "rows"), ("y", "copy"),
        ("Y", "copy pointer"),
      ]
    }
    var keys = [("?", "help"), ("tab", "pane")]
    if filter != nil { keys.append(("esc", "all actions")) }
    if wanted != nil { keys.append(("n N", "next, previous")) }
    return keys + situation + paneKeys + [("q", "quit")]
  }

  /// The keys that this session and this action make useful.
  private var situation: [(keys: String, action: String)] {
    var keys: [(keys: String, action: String)] = []
    if !origins.isEmpty { keys += [("X", "return"), ("D", "compare with recorded")] }
    if session.culprit != nil {
      keys.append(("c", index == session.culprit?.index ? "fatal action" : "culprit"))
    } else if canReplay, case .crashed = session.timeline.end {
      keys.append(("B", "find the culprit"))
    }
    if let mark, !isMarked(index, mark) { keys.append(("d", "compare with \(mark.index)")) }
    return keys
  }

  private var paneKeys: [(keys: String, action: String)] {
    switch focus {
    case .actions:
      [
        ("/", "search"), ("space b", "forward, back"), ("d", "before | after"), ("f", "filter"),
        ("[ ]", "same type"), ("m", "mark"), ("x", "skip"),
      ].filter { $0.0 != "x" || canReplay }.filter { $0.0 != "d" || usualLeft == .before }
    case .change:
      [
        ("enter", "show in state"), ("v", "view"), ("{ }", "its changes"), ("p", "pin"),
        ("y", "copy"), ("/", "search"), ("space b", "forward, back"),
      ]
    case .state:
      [
        ("← →", "close, open"), ("v", "view"), ("{ }", "its changes"), ("p", "pin"),
        ("u", folding.foldsUnchanged ? "unfold" : "fold"), ("y", "copy"), ("/", "search"),
        ("space b", "forward, back"),
      ]
    }
  }
}

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

/// The pane of the state: the pinned values, and the tree.
extension Stepper {
  func stateLines(_ width: Int, _ height: Int) -> [ScreenLine] {
    if showsScreen { return drawnLines(width) }
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
    let (old, new) = (readable(step.before?[pointer], pointer), readable(state[pointer], pointer))
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
