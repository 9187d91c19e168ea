import RewindJSON
import RewindQuery
import RewindText
import RewindTimeline

/// The effects of the keys.
extension Stepper {
  /// Handles a key.
  ///
  /// - Returns: A request that only the owner of the terminal can carry out.
  package mutating func press(_ key: Key) -> Request? {
    message = nil
    switch key {
    case .control("z"): return .suspend
    case .control("l"): return .redraw
    case .control("c"): return .quit
    default: break
    }
    switch mode {
    case .asking(let question):
      return answer(question, key)
    case .viewing(let viewer):
      return view(viewer, key)
    case .comparing(let comparing):
      return compare(comparing, key)
    case .browsing:
      return browse(key)
    }
  }

  private mutating func browse(_ key: Key) -> Request? {
    if key != .escape { search = nil }
    switch key {
    case .character("q"): return .quit
    case .character("x"): return skip()
    case .character("X"): leave()
    case .character("?"):
      mode = .viewing(Viewer(title: "Keys", prose: KeyHelp.lines, hang: KeyHelp.column))
    case .character("i"): showSigns()
    case .character("/"): mode = .asking(Question(kind: .search))
    case .character("f"): mode = .asking(Question(kind: .filter))
    case .character(":"): mode = .asking(Question(kind: .jump))
    case .character("!"): mode = .asking(Question(kind: .command))
    case .escape: return cancel()
    case .character("B"): return searchCulprit()
    case .character("V"): return toggleScreen()
    case .character("y"): return copySelected()
    case .character("Y"): return copyPointer(selectedPointer)
    case .character("M"): return toggleMouse()
    case .click(let cell): click(cell)
    case .wheel(let distance, let cell): turnWheel(distance, cell)
    default:
      if !travel(key), !move(key), !mark(key), !resize(key) {
        say("This key does nothing here; ? shows those that do.")
      }
    }
    return nil
  }

  /// Handles the keys that move through time, in any pane.
  private mutating func travel(_ key: Key) -> Bool {
    switch key {
    case .character(" "): go(by: 1)
    case .backspace, .character("b"): go(by: -1)
    case .character("n"): lookAgain(.forward)
    case .character("N"): lookAgain(.back)
    case .character("]"): lookForType(.forward)
    case .character("["): lookForType(.back)
    case .character("}"): lookForChange(.forward)
    case .character("{"): lookForChange(.back)
    case .character("c"): goToCulprit()
    case .character("F"): toggleFollowing()
    case .character("s"): restrictToStore()
    default: return false
    }
    return true
  }

  /// Handles the keys that move within the pane.
  private mutating func move(_ key: Key) -> Bool {
    if let distance = key.rows(page: paneRows(focus)) {
      moveRow(by: distance)
      return true
    }
    switch key {
    case .tab: focus = focus.next(1)
    case .backTab: focus = focus.next(-1)
    case .left, .character("h"): focus == .state ? closeRow() : go(by: -1)
    case .right, .character("l"): focus == .state ? openRow() : go(by: 1)
    case .enter: enterRow()
    default: return false
    }
    return true
  }

  /// Handles the keys that change the view.
  private mutating func mark(_ key: Key) -> Bool {
    switch key {
    case .character("p"): togglePin()
    case .character("u"): folding.foldsUnchanged.toggle()
    case .character("v"): viewSelected()
    case .character("m"): toggleMark()
    case .character("d"): compare(with: usualLeft)
    case .character("D"): compare(with: .origin)
    default: return false
    }
    return true
  }

  /// Handles the keys that move the lines between the panes.
  private mutating func resize(_ key: Key) -> Bool {
    guard layout(size).isWide else { return false }
    switch key {
    case .character("<"): shift.columns -= 4
    case .character(">"): shift.columns += 4
    case .character("-"): shift.rows -= 1
    case .character("+"), .character("="): shift.rows += 1
    default: return false
    }
    shift = usedShift(size)
    return true
  }

  private mutating func toggleMouse() -> Request? {
    reportsMouse.toggle()
    say(
      reportsMouse ? "The mouse selects rows." : "The mouse selects text, as without this program."
    )
    return .mouse(reportsMouse)
  }

  private mutating func toggleFollowing() {
    isFollowing.toggle()
    if isFollowing { go(to: session.lastIndex) }
    say(isFollowing ? "Following the session as it is written." : "No longer following.")
  }

  /// Cancels the search, or else the replay, the filter, or the highlighted text.
  private mutating func cancel() -> Request? {
    if search != nil {
      search = nil
    } else if activity != nil {
      return .stop
    } else if filter != nil {
      setFilter(nil)
    } else {
      wanted = nil
    }
    return nil
  }

  private mutating func skip() -> Request? {
    guard canReplay else {
      say("To skip an action, start with --app PROGRAM: its reducers compute what follows.")
      return nil
    }
    guard step.action != nil else {
      say("There is no action here that could be skipped.")
      return nil
    }
    return .skip(index)
  }

  // MARK: - Questions

  private mutating func answer(_ question: Question, _ key: Key) -> Request? {
    var question = question
    switch key {
    case .escape:
      mode = .browsing
    case .enter:
      return finish(question)
    case .up, .down:
      question.recall(key == .up ? 1 : -1, of: typed[question.kind] ?? [])
      mode = .asking(question)
    case .backspace where question.line.text.isEmpty:
      mode = .browsing
    default:
      if question.line.handle(key) { question.error = nil }
      mode = .asking(question)
    }
    return nil
  }

  private mutating func finish(_ question: Question) -> Request? {
    let text = question.line.text
    mode = .browsing
    do {
      switch question.kind {
      case .search: try search(for: text)
      case .filter: setFilter(text.isEmpty ? nil : try StepCriterion(typed: text))
      case .jump: try jump(to: text)
      case .command: break
      }
      if !text.isEmpty {
        typed[question.kind] =
          [text] + (typed[question.kind] ?? []).filter { $0 != text }.prefix(50)
      }
      return question.kind == .command && !text.isEmpty ? .controlApp(text) : nil
    } catch {
      var question = question
      question.error = "\(error)"
      if let error = error as? ExpressionError {
        question.error = "\(error.what)."
        if error.text == text { question.line.moveCursor(toOffset: error.offset) }
      }
      mode = .asking(question)
      return nil
    }
  }

  private mutating func search(for text: String) throws {
    if !text.isEmpty {
      let criterion = try StepCriterion(typed: text)
      wanted = (criterion.ofNames ?? criterion, text)
    }
    lookAgain(.forward)
  }

  private mutating func jump(to text: String) throws {
    guard !text.isEmpty else { return }
    guard let position = Position(text) else { throw NoPosition(text: text) }
    go(to: try session.timeline.index(of: position))
  }

  // MARK: - Viewing

  private mutating func view(_ viewer: Viewer, _ key: Key) -> Request? {
    var viewer = viewer
    let page = max(1, size.rows - 2)
    let last = max(0, viewer.wrapped(to: size.columns).count - page)
    switch key {
    case .character("b"): viewer.top -= page
    case .character(" "): viewer.top += page
    case .wheel(let distance, _): viewer.top += 3 * distance
    case .character("y") where viewer.hang == nil: return copySelected()
    case .escape, .enter, .character("q"), .character("v"), .character("?"):
      mode = .browsing
      return nil
    default: viewer.top += key.rows(page: page) ?? 0
    }
    viewer.top = min(max(viewer.top, 0), last)
    mode = .viewing(viewer)
    return nil
  }
}

/// The error for an answer that is not a position.
private struct NoPosition: Error, CustomStringConvertible {
  let text: String

  var description: String {
    "\"\(text)\" is not a position. Positions are written \(Position.forms)."
  }
}

extension Stepper.Pane {
  /// Returns the pane at a distance, wrapping around.
  func next(_ distance: Int) -> Self {
    let count = Self.allCases.count
    return Self.allCases[(rawValue + distance + count) % count]
  }
}

extension Question {
  /// Replaces the line by an earlier one.
  mutating func recall(_ distance: Int, of lines: [String]) {
    let index = (recalled ?? -1) + distance
    guard index < lines.count else { return }
    recalled = index < 0 ? nil : index
    line = LineEditor(index < 0 ? "" : lines[index])
    error = nil
  }
}

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

/// Finding steps, each time by a scan, forward or back.
extension Stepper {
  /// True while a scan is running.
  package var isBusy: Bool { search != nil || filterScan != nil || matches?.scan != nil }

  /// Continues the scan until the slice is over; ``isBusy`` is true if there is more to do.
  package mutating func work(until isOver: () -> Bool) {
    do {
      if search != nil { return try workOnSearch(until: isOver) }
      if filterScan != nil { return try workOnFilter(until: isOver) }
      try count(until: isOver)
    } catch {
      (search, filterScan, matches) = (nil, nil, nil)
      say("\(error)", isError: true)
    }
  }

  private mutating func workOnSearch(until isOver: () -> Bool) throws {
    guard var search else { return }
    var found: Int?
    try search.scan.advance(until: isOver) {
      found = $0
      return false
    }
    if let found {
      self.search = nil
      finish(search, at: found)
    } else if search.scan.rest != nil {
      self.search = search
    } else if let rest = search.rest {
      (search.scan, search.rest, search.isWrapped) = (rest, nil, true)
      self.search = search
    } else if search.isTyped, let wanted, wanted.criterion.isOfNames {
      // No action is called so.
      self.search = nil
      self.wanted = (wanted.criterion.ofEverything, wanted.text)
      lookAgain(search.scan.direction)
    } else {
      self.search = nil
      say(search.failure + (search.isTyped ? hint(for: search.scan.criterion) : ""))
    }
  }

  /// The bytes in which names are looked for: a few thousandths of a second.
  private static let hintBytes = 1 << 18

  /// Returns a "Did you mean" for a misspelled name; empty if nothing is close.
  private func hint(for criterion: StepCriterion) -> String {
    let names =
      (criterion.text.map { [$0.text] } ?? []) + (criterion.expression?.reads.names ?? [])
    guard let known = try? session.timeline.names(inFirst: Self.hintBytes) else { return "" }
    let similar = names.lazy.filter { !known.contains($0) }
      .compactMap { $0.closest(among: known.sorted()) }.first
    return similar.map { " Did you mean \($0)?" } ?? ""
  }

  /// Goes to the match of a search, with the value selected.
  private mutating func finish(_ search: Search, at found: Int) {
    let isHere = found == index
    go(to: found)
    if let text = search.scan.criterion.text { reveal(text) }
    if isHere { return say("Only \(index) has \(wanted?.text ?? "it").") }
    if search.isWrapped {
      let (end, start) = search.scan.direction == .forward ? ("end", "start") : ("start", "end")
      say("Searched past the \(end), and on from the \(start).")
    }
    guard search.isTyped, let wanted else { return }
    if matches == nil {
      let all = session.firstIndex...max(session.firstIndex, session.lastIndex)
      matches = Matches(scan: Scan.begin(session.timeline, wanted.criterion, .forward, in: all))
    }
    sayWhichMatch()
  }

  /// Continues to count the steps that meet the criterion of the last search.
  private mutating func count(until isOver: () -> Bool) throws {
    guard var scan = matches?.scan else { return }
    matches?.found += try scan.matches(until: isOver)
    matches?.scan = scan.rest == nil ? nil : scan
    sayWhichMatch()
  }

  /// Says which of the matches this step is, once all were counted.
  private mutating func sayWhichMatch() {
    guard let matches, matches.scan == nil, let position = matches.position(of: index), let wanted,
      case .browsing = mode
    else { return }
    let count = "\(position + 1) of \(matches.found.count)"
    if let message {
      say("\(count). \(message.text)")
    } else if wanted.criterion.isOfNames {
      say(
        "\(count) actions with \(wanted.text) in their names; in quotes, it is looked for everywhere."
      )
    } else {
      say("\(count).")
    }
  }

  /// Selects the value in which a text occurs in the current step: a change, or a value of the first state.
  private mutating func reveal(_ text: SearchText) {
    let step = step
    for (position, change) in step.changes.enumerated() {
      guard text.occurs(in: change) else { continue }
      let inner = change.new.flatMap(text.pointer(in:))
      changeRow = step.rows.row(ofChange: position)
      selection = .value(Pointer(tokens: change.pointer.tokens + (inner?.tokens ?? [])))
      return
    }
    if index == session.firstIndex, let pointer = step.state.flatMap(text.pointer(in:)) {
      selection = .value(pointer)
    }
  }

  private mutating func workOnFilter(until isOver: () -> Bool) throws {
    guard var scan = filterScan else { return }
    let found = try scan.matches(until: isOver)
    let isFirst = filter?.matches.isEmpty ?? true
    filter?.matches += found
    filterScan = scan.rest == nil ? nil : scan
    // The list begins with the first match, so the current step moves there.
    if isFirst, let first = found.first, filter?.keepsStep == false { go(to: first) }
    if filterScan == nil, filter?.matches.isEmpty ?? false {
      say("No action matches: the filter is removed.\(hint(for: scan.criterion))")
      filter = nil
    }
  }

  // MARK: - Starting a search

  /// Searches for the next or previous step that meets a criterion; with `wraps`, around the end of the
  /// session.
  mutating func look(
    for criterion: StepCriterion,
    _ direction: Scan.Direction,
    wraps: Bool = false,
    orSay failure: String
  ) {
    let (first, last) = (session.firstIndex, session.lastIndex)
    let later = index < last ? index + 1...last : nil
    let earlier = index > first ? first...index - 1 : nil
    let near = (direction == .forward ? later : earlier)
      .flatMap { Scan.begin(session.timeline, criterion, direction, in: $0) }
    // The current step is the last to be searched.
    let far = wraps ? direction == .forward ? first...index : index...last : nil
    let rest = far.flatMap { Scan.begin(session.timeline, criterion, direction, in: $0) }
    if let scan = near ?? rest {
      search = Search(
        scan: scan,
        rest: near == nil ? nil : rest,
        failure: failure,
        isWrapped: near == nil,
        isTyped: wraps
      )
    } else {
      say(failure)
    }
  }

  /// Repeats the last search, around the end of the session.
  mutating func lookAgain(_ direction: Scan.Direction) {
    guard let wanted else { return say("Nothing was searched for yet: type / first.") }
    look(for: wanted.criterion, direction, wraps: true, orSay: "Nothing has \(wanted.text).")
  }

  /// Searches for an action with this one's type.
  mutating func lookForType(_ direction: Scan.Direction) {
    guard let type = step.action?.type,
      let expression = try? StepExpression("type == \(JSONValue.string(type).text)")
    else { return say("There is no action here, so there is none of its type.") }
    let word = direction == .forward ? "later" : "earlier"
    look(for: StepCriterion(expression), direction, orSay: "There is no \(word) \(type).")
  }

  /// Searches for a step that changed the selected value.
  mutating func lookForChange(_ direction: Scan.Direction) {
    let pointer = selectedPointer
    guard let expression = try? StepExpression("changed(\(pointer.path))") else {
      return say("This value's name is too long to search for.", isError: true)
    }
    let word = direction == .forward ? "later" : "earlier"
    let name = pointer.tokens.isEmpty ? "the state" : pointer.description
    look(for: StepCriterion(expression), direction, orSay: "No \(word) action changed \(name).")
  }

  /// Shows only the actions that meet a criterion; all of them for nil.
  mutating func setFilter(_ criterion: StepCriterion?) {
    filterScan = nil
    filter = criterion.map { Filter(criterion: $0) }
    guard let criterion else { return }
    filterScan = Scan.begin(
      session.timeline,
      criterion,
      .forward,
      in: session.firstIndex...max(session.firstIndex, session.lastIndex)
    )
  }
}

extension Pointer {
  /// The pointer as a path of the expression language, which allows names that a pointer does not.
  var path: String {
    tokens.reduce("state") { path, token in
      path + (Pointer.arrayIndex(token) == nil ? "[\(JSONValue.string(token).text)]" : "[\(token)]")
    }
  }
}
