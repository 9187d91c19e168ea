import RewindText

/// The pane of the actions.
extension Stepper {
  /// Returns the list's rows around the current one.
  func actionLines(_ width: Int, _ height: Int) -> [ScreenLine] {
    let list = ActionList(self)
    let window = ListWindow(count: list.count, selected: list.place(of: index), height: height)
    return window.rows.map { actionLine(list[$0], width) }
  }

  private func actionLine(_ index: Int, _ width: Int) -> ScreenLine {
    let isCurrent = index == self.index
    let row = session.row(of: index)
    var line = ScreenLine(isCurrent ? ">" : " ", width: width)
    line.append("\(index)".rightAligned(to: "\(session.lastIndex)".count) + " ", .dim, width: width)
    switch row {
    case .initialState:
      line.append(session.timeline.startInWords, .dim, width: width)
    case .missing:
      line.append("not recorded", .yellow, width: width)
    case .unreadable(let why):
      line.append(why, .red, width: width)
    case .action(let text, let hasState):
      line.append(text, hasState: hasState, width)
    }
    return isCurrent && focus == .actions ? line.selected(width: width) : line
  }
}

extension ScreenLine {
  /// The width from which there is room for seconds, and for the names in a payload.
  private static let widthWithTimes = 48

  fileprivate mutating func append(_ text: ActionText, hasState: Bool, _ width: Int) {
    let isWide = width >= Self.widthWithTimes
    if isWide {
      let time = (text.time.map { $0.fixed(3) } ?? "").rightAligned(to: 9)
      append("\(time)  ", .dim, width: width)
    }
    append(text.type, hasState ? .bold : TextStyle(.red, isBold: true), width: width)
    append(" \(isWide ? text.content : text.values)", width: width)
  }
}

/// The listed actions: all of them, or those that match a filter.
private struct ActionList {
  private let first: Int
  private let last: Int
  private let filter: Stepper.Filter?

  init(_ stepper: Stepper) {
    (first, last) = (stepper.session.firstIndex, stepper.session.lastIndex)
    filter = stepper.filter
  }

  var count: Int { filter?.matches.count ?? last - first + 1 }

  subscript(place: Int) -> Int { filter?.matches[place] ?? first + place }

  func place(of index: Int) -> Int { filter?.place(of: index) ?? index - first }
}

extension String {
  /// The text, padded with spaces at the start to a number of columns.
  fileprivate func rightAligned(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - self.columns)) + self
  }
}
