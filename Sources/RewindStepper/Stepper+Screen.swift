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
      lines += layout(size).isWide ? sideBySide(size, height) : pane(focus, size.columns, height)
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
    // Two fifths of a small screen, and half of a large one.
    let left = size.columns * 2 / 5 + max(0, size.columns - 80) * 2 / 5
    return Layout(
      isWide: isWide,
      left: max(28, min(left, size.columns / 2)),
      top: max(4, (size.rows - 2) / 3)
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

extension ScreenLine {
  /// Makes the title of a pane, with a pointer if there is room for it.
  init(heading: String, _ style: TextStyle, _ pointer: Pointer = .root, width: Int) {
    self.init("─", .dim, width: width)
    append(" \(heading) ", style, width: width)
    let room = width - columns - 1
    if !pointer.tokens.isEmpty, room >= 8 {
      append("\(pointer.description.fittedEnd(to: room - 1)) ", .cyan, width: width)
    }
    fill(to: width, with: "─", .dim)
  }
}

/// The strip in the title; it stands for the whole session.
extension Stepper {
  /// The fewest columns of a useful strip, and the most that it can fill.
  private static let (least, most) = (12, 60)

  /// Returns the strip, with the current step, the culprit and the crash, and the matches of a search.
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
    var keys = [("?", "help"), ("tab", "pane")]
    if filter != nil { keys.append(("esc", "all actions")) }
    if wanted != nil { keys.append(("n N", "next, previous")) }
    return keys + situation + paneKeys + [("q", "quit")]
  }

  /// The keys that this session and this action make useful.
  private var situation: [(keys: String, action: String)] {
    var keys: [(keys: String, action: String)] = []
    if !origins.isEmpty { keys.append(("X", "return")) }
    if session.culprit != nil {
      keys.append(("c", index == session.culprit?.index ? "fatal action" : "culprit"))
    } else if canReplay, case .crashed = session.timeline.end {
      keys.append(("B", "find the culprit"))
    }
    return keys
  }

  private var paneKeys: [(keys: String, action: String)] {
    switch focus {
    case .actions:
      [
        ("/", "search"), ("space b", "forward, back"), ("f", "filter"), ("[ ]", "same type"),
        ("x", "skip"),
      ].filter { $0.0 != "x" || canReplay }
    case .change:
      [
        ("enter", "show in state"), ("v", "view"), ("{ }", "its changes"), ("y", "copy"),
        ("/", "search"), ("space b", "forward, back"),
      ]
    case .state:
      [
        ("← →", "close, open"), ("v", "view"), ("{ }", "its changes"),
        ("u", folding.foldsUnchanged ? "unfold" : "fold"), ("y", "copy"), ("/", "search"),
        ("space b", "forward, back"),
      ]
    }
  }
}
