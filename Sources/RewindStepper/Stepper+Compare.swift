import RewindJSON
import RewindText
import RewindTimeline

/// The comparison of two states, side by side.
extension Stepper {
  /// A state that others are compared with.
  struct Mark {
    let index: Int
    let state: JSONValue
    /// The state's position in words: `after 12`.
    let words: String
    /// The title of its session; nil for the recorded one.
    let title: String?
  }

  /// The comparison on the screen.
  struct Comparing {
    /// The state on the left.
    enum Left: Hashable {
      /// The one before the current action.
      case before
      case marked
      /// The one after the same action in the session from which this one was derived.
      case origin
    }

    let left: Left
    /// The selected row.
    var row = 0
  }

  /// Marks the current action, or takes its mark away.
  mutating func toggleMark() {
    if let mark, isMarked(index, mark) {
      self.mark = nil
      return say("No action is marked now.")
    }
    guard let state = step.state else { return say("There is no state here to compare with.") }
    mark = Mark(index: index, state: state, words: session.words(of: index), title: title)
    say("Marked: d at another action compares the states after the two.")
  }

  func isMarked(_ index: Int, _ mark: Mark) -> Bool { mark.index == index && mark.title == title }

  mutating func compare(with left: Comparing.Left) {
    if left == .origin, origins.isEmpty {
      return say("D compares with the recorded session after x has skipped an action.")
    }
    var comparing = Comparing(left: left)
    comparing.row = comparison(comparing)?.firstDifference ?? 0
    mode = .comparing(comparing)
  }

  /// The states to compare with d: those around the current action, or the marked one and this.
  var usualLeft: Comparing.Left {
    mark.map { isMarked(index, $0) } ?? true ? .before : .marked
  }

  /// Returns the state on the left and its title; the state is nil if there is none.
  private func left(_ comparing: Comparing) -> (title: String, state: JSONValue?) {
    switch comparing.left {
    case .before:
      return ("before \(index)", step.before)
    case .marked:
      let words = mark.map {
        "\($0.words)\($0.title == title ? "" : " \($0.title ?? "as recorded")")"
      }
      return (words ?? "nothing", mark?.state)
    case .origin:
      guard let origin = origins.last else { return ("nothing", nil) }
      // An action is missing here, so that the later ones have other numbers there.
      let other = min(index >= origin.index ? index + 1 : index, origin.session.lastIndex)
      let title = "\(origin.session.words(of: other)) \(origin.title ?? "as recorded")"
      return (title, origin.session.state(after: other))
    }
  }

  private func comparison(_ comparing: Comparing) -> StateComparison? {
    session.comparison(of: index, comparing.left, mark?.index ?? 0) {
      guard step.hasState || comparing.left != .before, let old = left(comparing).state,
        let new = step.state
      else { return nil }
      return StateComparison(old, new)
    }
  }

  // MARK: - Keys

  mutating func compare(_ comparing: Comparing, _ key: Key) -> Request? {
    var comparing = comparing
    let old = index
    let last = max(0, (comparison(comparing)?.rows.count ?? 0) - 1)
    let page = max(1, size.rows - 3)
    switch key {
    case .escape, .character("q"), .character("d"), .character("D"):
      mode = .browsing
      return nil
    case .character(" "), .right, .character("l"): go(by: 1)
    case .backspace, .character("b"), .left, .character("h"): go(by: -1)
    case .wheel(let distance, _): comparing.row += 3 * distance
    case .click(let cell):
      let rows = compareWindow(comparing, size.rows - 3).rows
      comparing.row = rows.lowerBound + min(max(cell.row - 2, 0), max(0, rows.count - 1))
    case .character("y"):
      return copy(comparison(comparing)?.rows[clamped: comparing.row])
    case .character("Y"):
      return copyPointer(comparison(comparing)?.rows[clamped: comparing.row]?.pointer ?? .root)
    default: comparing.row += key.rows(page: page) ?? 0
    }
    comparing.row =
      index == old
      ? min(max(comparing.row, 0), last) : comparison(comparing)?.firstDifference ?? 0
    mode = .comparing(comparing)
    return nil
  }

  private mutating func copy(_ row: StateComparison.Row?) -> Request? {
    switch row?.kind {
    case .changed(_, let value)?, .added(let value)?, .removed(let value)?:
      return copy(value, named: row?.pointer.description ?? "")
    default:
      guard let row, let value = step.state?[row.pointer] else { return nil }
      return copy(value, named: row.pointer.description)
    }
  }

  // MARK: - The screen

  private func compareWindow(_ comparing: Comparing, _ height: Int) -> ListWindow {
    let count = comparison(comparing)?.rows.count ?? 0
    return ListWindow(count: count, selected: min(comparing.row, max(0, count - 1)), height: height)
  }

  /// Returns the body of the screen.
  func compareLines(_ comparing: Comparing, _ size: ScreenSize, _ height: Int) -> [ScreenLine] {
    let half = (size.columns - 1) / 2
    let rest = size.columns - half - 1
    func beside(_ left: ScreenLine, _ right: ScreenLine, _ bar: String) -> ScreenLine {
      var line = left
      line.fill(to: half)
      line.append(ScreenLine(bar, .dim, width: 1), at: half)
      line.append(right, at: half + 1)
      return line
    }
    let words = comparing.left == .before ? "after \(index)" : session.words(of: index)
    let right = words + (title.map { " \($0)" } ?? "")
    let heading = beside(
      ScreenLine(heading: left(comparing).title, .bold, width: half),
      ScreenLine(heading: right, .bold, width: rest),
      "┬"
    )
    guard let comparison = comparison(comparing) else {
      let why = step.error ?? "There are not two states here to compare."
      return [heading, ScreenLine(" \(why)", .red, width: size.columns)]
    }
    guard !comparison.rows.isEmpty else {
      return [heading, ScreenLine(" The states are equal.", .dim, width: size.columns)]
    }
    let window = compareWindow(comparing, height - 1)
    return [heading]
      + window.rows.map { number in
        let row = comparison.rows[number]
        let isSelected = number == min(comparing.row, comparison.rows.count - 1)
        let line = beside(
          ScreenLine(row, isLeft: true, isSelected: isSelected, width: half),
          ScreenLine(row, isLeft: false, isSelected: isSelected, width: rest),
          "│"
        )
        return isSelected ? line.selected(width: size.columns) : line
      }
  }

  /// The pointer of the selected row.
  func comparedPointer(_ comparing: Comparing) -> Pointer {
    comparison(comparing)?.rows[clamped: comparing.row]?.pointer ?? .root
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

  /// Makes one side of a row of a comparison.
  fileprivate init(_ row: StateComparison.Row, isLeft: Bool, isSelected: Bool, width: Int) {
    self.init(isLeft && isSelected ? ">" : " ", width: width)
    func name(_ sign: String) -> String {
      let indent = String(repeating: "  ", count: min(row.depth, width / 6))
      return "\(sign)\(indent) \(row.name.fitted(to: width / 2))  "
    }
    func value(_ value: JSONValue) -> String { value.line(max(8, width - columns)) }
    switch row.kind {
    case .open(let left, let right):
      append(name(" "), width: width)
      append((isLeft ? left : right).childCountInBrackets, .dim, width: width)
    case .unchanged(let count):
      let indent = String(repeating: "  ", count: min(row.depth, width / 6))
      append(" \(indent) … \(count) unchanged", .dim, width: width)
    case .changed(let old, let new):
      let style: TextStyle = isLeft ? .red : .green
      append(name("~"), style, width: width)
      let text = ChangeExcerpt(from: old, to: new, ifLongerThan: width - columns)
      append(
        text.map { isLeft ? $0.old : $0.new } ?? value(isLeft ? old : new),
        style,
        width: width
      )
    case .removed(let old):
      guard isLeft else { return }
      append(name("-"), .red, width: width)
      append(value(old), .red, width: width)
    case .added(let new):
      guard !isLeft else { return }
      append(name("+"), .green, width: width)
      append(value(new), .green, width: width)
    }
  }
}

/// Copying to the clipboard of the terminal.
extension Stepper {
  /// Terminals take no more than this many bytes, and some less.
  private static let copiedBytes = 74_000

  /// Requests that the selected value is copied.
  mutating func copySelected() -> Request? {
    guard let selected = selectedValue else {
      say("There is nothing here to copy.")
      return nil
    }
    return copy(selected.value, named: selected.name)
  }

  mutating func copy(_ value: JSONValue, named name: String) -> Request? {
    guard value.textCount(upTo: Self.copiedBytes) <= Self.copiedBytes else {
      say("\(name) is longer than a terminal's clipboard takes: v shows it.", isError: true)
      return nil
    }
    say("Copied: \(name).")
    return .copy(value.text)
  }

  mutating func copyPointer(_ pointer: Pointer) -> Request? {
    guard !pointer.tokens.isEmpty else {
      say("Select a value first: tab goes to the state.")
      return nil
    }
    say("Copied: the pointer \(pointer).")
    return .copy(pointer.description)
  }
}

/// The culprit of a crash, and the way to it.
extension Stepper {
  /// The answer of a search for the action to blame.
  package struct Culprit: Hashable, Sendable {
    /// The action to blame.
    package let index: Int
    /// The action that crashes.
    package let fatal: Int
    /// The answer in a sentence.
    package let sentence: String

    package init(index: Int, fatal: Int, sentence: String) {
      (self.index, self.fatal, self.sentence) = (index, fatal, sentence)
    }
  }

  /// Shows the answer of a search in the session where it began.
  package mutating func show(_ culprit: Culprit) {
    session.culprit = culprit
    goToCulprit()
  }

  /// Goes to the culprit, and from there to the fatal action.
  mutating func goToCulprit() {
    guard let culprit = session.culprit else {
      return say(
        canReplay
          ? "The culprit is not known yet: B searches for it."
          : "The culprit is not known yet: start with --app PROGRAM, and B searches for it."
      )
    }
    setFilter(nil)
    go(to: index == culprit.index ? culprit.fatal : culprit.index)
    say(culprit.sentence)
  }

  mutating func searchCulprit() -> Request? {
    guard canReplay else {
      say("To search for the culprit, start with --app PROGRAM: its reducers replay the session.")
      return nil
    }
    return .bisect
  }
}
