import RewindJSON
import RewindLog
import RewindQuery
import RewindSession
import RewindText
import RewindTimeline

/// The pane of the actions.
extension Stepper {
  /// Returns the list's rows around the current one.
  func actionLines(_ width: Int, _ height: Int) -> [ScreenLine] {
    actionWindow(height).rows.map { index in
      actionLine(listedAction(index), after: index > 0 ? listedAction(index - 1) : nil, width)
    }
  }

  /// The rows of the list that are shown.
  func actionWindow(_ height: Int) -> ListWindow {
    let first = session.firstIndex
    return ListWindow(
      count: filter?.matches.count ?? session.lastIndex - first + 1,
      selected: filter?.position(of: index) ?? index - first,
      height: height
    )
  }

  /// Returns the action in a row of the list.
  func listedAction(_ position: Int) -> Int {
    filter?.matches[position] ?? session.firstIndex + position
  }

  private func actionLine(_ index: Int, after previous: Int?, _ width: Int) -> ScreenLine {
    let isCurrent = index == self.index
    let digits = "\(session.lastIndex)".count
    let number: TextStyle = isCurrent ? TextStyle(color: .cyan, isBold: true) : .dim
    var line = ScreenLine(isCurrent ? ">" : " ", number, width: width)
    line.append("\(index)".rightAligned(to: digits), number, width: width)
    let sign = sign(of: index)
    line.append(sign.text, sign.style, width: width)
    switch session.row(of: index) {
    case .initialState:
      line.append(session.timeline.startInWords, .dim, width: width)
    case .missing:
      line.append("not recorded", .yellow, width: width)
    case .unreadable(let why):
      line.append(why, .red, width: width)
    case .action(let text, let hasState):
      let columns = ActionColumns(width - line.columns)
      let gap = gap(before: text, after: previous)
      if columns.hasTime {
        line.append(gap.rightAligned(to: ActionColumns.timeWidth) + "  ", .dim, width: width)
      }
      if let store = text.store {
        line.append(store.padded(to: storeWidth), .cyan, width: line.columns + storeWidth)
        line.append(" ", width: width)
      }
      let rest = columns.narrower(by: text.store == nil ? 0 : storeWidth + 1)
      let end = text.slow.map { width - $0.columns - 2 } ?? width
      line.append(text, named: name(of: text), hasState: hasState, rest, end)
      if let slow = text.slow { line.appendAtEnd(slow, .red, width: width) }
      if !columns.hasTime { line.appendAtEnd(gap, .dim, width: width) }
    }
    return isCurrent && focus == .actions ? line.selected(width: width) : line
  }

  /// The columns of the names of stores.
  private var storeWidth: Int {
    min(12, session.timeline.stores.map(\.columns).max() ?? 0)
  }

  /// Shows the actions of the first store only, then those of the next, and in the end of all.
  mutating func restrictToStore() {
    let stores = session.timeline.stores
    guard stores.count > 1 else {
      return say("This is one store. To see all of its session: rewind step FILE --stores.")
    }
    let conditions = stores.map { "action.store == \(JSONValue.string($0).text)" }
    let shown = conditions.firstIndex { $0 == filter?.criterion.expression?.text }
    let next = shown.map { $0 + 1 } ?? 0
    guard next < stores.count else {
      setFilter(nil)
      return say("The actions of all stores.")
    }
    setFilter((try? StepExpression(conditions[next])).map { StepCriterion($0) })
    filter?.keepsStep = true
    say("The actions of \(stores[next]).")
  }

  /// Returns the sign of the culprit, or of the marked action; a blank for others.
  private func sign(of index: Int) -> (text: String, style: TextStyle) {
    if index == session.culprit?.index { return ("!", TextStyle(color: .red, isBold: true)) }
    if matches?.position(of: index) != nil { return ("*", .yellow) }
    return (" ", .plain)
  }

  /// Returns an action's name in the list: without the type, which the title has, if all are cases of one.
  private func name(of text: ActionText) -> String {
    session.timeline.sharedType.short(text.type)
  }

  /// Returns the time since the action listed before; empty if it is too short to matter.
  private func gap(before text: ActionText, after previous: Int?) -> String {
    var start = 0.0
    if let previous, case .action(let last, _) = session.row(of: previous) {
      start = last.time ?? .nan
    }
    let seconds = text.time.map { $0 - start } ?? 0
    return seconds >= 0.0005 ? "+" + seconds.briefly : ""
  }
}

/// The columns of a row of the list after its number.
///
/// ```
/// +21 ms  FlipCardAction {"cardIndexToFlip":7}   ~ memoryCards/7/isFlipped → true
/// ╰ time  ╰ the action, at most `longest`        ╰ its change, from `change` on
/// ```
///
/// On a wider screen, nothing gets less room. On a narrow one, the time is at the end of the row, if there is
/// room for it, and the change is left to its pane.
private struct ActionColumns {
  static let timeWidth = 7
  /// The columns that are enough for most types with their values.
  private static let usualAction = 27

  let hasTime: Bool
  /// The columns after the time.
  private(set) var room: Int
  /// The columns that an action may take.
  var longest: Int { min(room, max(Self.usualAction, room * 3 / 5)) }
  /// The column where changes begin, if the action is not longer.
  var change: Int { max(18, room / 2) }
  /// The columns below which a change says nothing.
  static let leastChange = 12

  init(_ width: Int) {
    let time = Self.timeWidth + 2
    hasTime = width >= Self.usualAction + time
    room = hasTime ? width - time : width
  }

  /// Returns the columns that are left beside others.
  func narrower(by columns: Int) -> ActionColumns {
    var rest = self
    rest.room = max(1, room - columns)
    return rest
  }
}

extension ScreenLine {
  fileprivate mutating func append(
    _ text: ActionText,
    named name: String,
    hasState: Bool,
    _ layout: ActionColumns,
    _ width: Int
  ) {
    let start = columns
    let end = start + layout.longest
    append(name, hasState ? .bold : TextStyle(color: .red, isBold: true), width: end)
    // The names of a payload's members are shown where they take nothing from the change.
    let hasNames = columns - start + 1 + text.content.columns <= layout.change - 2
    let content = hasNames ? text.content : text.values
    if !content.isEmpty { append(" \(content)", width: end) }
    let column = max(columns + 2, start + layout.change)
    let room = start + layout.room - column
    guard layout.hasTime, room >= ActionColumns.leastChange else { return }
    if let change = text.change {
      fill(to: column)
      let words = change.fitted(to: room - 2)
      append("\(change.sign.text) \(words.pointer)", change.sign.style, width: width)
      append(words.value, .dim, width: width)
    } else if text.isIdle {
      fill(to: column)
      append("no change", .dim, width: width)
    }
  }
}
