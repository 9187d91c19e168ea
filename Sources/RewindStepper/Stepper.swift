import RewindJSON
package import RewindLog
import RewindQuery
package import RewindSession
import RewindText
package import RewindTimeline

/// The full-screen stepper as a value: a session, and the current step in it.
///
/// Keys are passed to ``press(_:)``, time to ``work(until:)``, and ``screen(_:)`` returns the screen;
/// the caller owns the terminal. The contents of a screen are read when it is shown, and only as much
/// as fits, so that nothing here depends on the length of a session.
package struct Stepper {
  /// The parts of the screen that can have the focus.
  package enum Pane: Int, CaseIterable, Sendable {
    case actions
    case change
    case state
  }

  /// A request to the owner of the terminal.
  package enum Request: Hashable, Sendable {
    case quit
    case suspend
    /// Paint everything again.
    case redraw
    /// Replay the session without this action.
    case skip(Int)
    /// Search for the action to blame for the crash.
    case bisect
    /// Have the app draw the states of the session.
    case draw
    /// Stop the replay that ``activity`` is about.
    case stop
    /// Send the running app a command, as it was typed.
    case controlApp(String)
    /// Put a text on the clipboard.
    case copy(String)
    /// Have the terminal report the mouse, or leave it to the terminal.
    case mouse(Bool)
  }

  /// The mode that determines the meaning of keys.
  enum Mode {
    case browsing
    case asking(Question)
    case viewing(Viewer)
    case comparing(Comparing)
  }

  /// A filter that lists only the actions that meet a criterion.
  struct Filter {
    let criterion: StepCriterion
    /// True if the current step stays where it is, even if it is not listed.
    var keepsStep = false
    var matches: [Int] = []
  }

  /// A search in progress.
  struct Search {
    var scan: Scan
    /// The search on the other side of the end, for afterwards.
    var rest: Scan?
    /// The message if nothing is found.
    let failure: String
    /// True if the end of the session was passed.
    var isWrapped = false
    /// True if the criterion was typed, and so may be misspelled.
    let isTyped: Bool
  }

  /// The steps that meet the criterion of a search.
  struct Matches {
    var found: [Int] = []
    /// The scan that goes on counting; nil once all were counted.
    var scan: Scan?

    /// Returns the position of a step among them; nil if it is none of them.
    func position(of index: Int) -> Int? {
      let position = found.partitioningIndex { $0 >= index }
      return position < found.count && found[position] == index ? position : nil
    }
  }

  /// A message, shown until the next key.
  struct Message {
    let text: String
    var isError = false
  }

  /// A session from which another one was derived, and the step in it.
  struct Origin {
    let session: SessionReader
    let title: String?
    let index: Int
  }

  var session: SessionReader
  /// The session's title, beside its app's name.
  var title: String?
  var origins: [Origin] = []
  /// True if there is an app that could replay the session.
  let canReplay: Bool

  package internal(set) var index: Int
  var focus = Pane.actions
  var folding = TreeLayout.Folding() {
    didSet { foldingVersion += 1 }
  }
  /// A counter that changes with ``folding``.
  private(set) var foldingVersion = 0
  /// The selected row of the state tree.
  var selection = TreeLayout.Row.value(.root)
  /// The selected row of the change pane.
  var changeRow = 0
  var pins: [Pointer] = []
  /// The action that others are compared with.
  var mark: Mark?
  /// The columns by which the list of actions is wider than usual, and the rows of the change pane.
  var shift = (columns: 0, rows: 0)
  /// True if the terminal reports the mouse.
  package internal(set) var reportsMouse = true
  var mode = Mode.browsing
  /// The screens that the app drew, as lines by their actions; nil before it was asked.
  var screens: [Int: [String]]?
  /// True if the pane of the state shows the app's screen instead.
  var showsScreen = false
  var message: Message?

  var filter: Filter?
  var filterScan: Scan?
  var search: Search?
  /// The criterion that `n` searches for, as typed.
  ///
  /// If it is a text, the screen highlights it.
  var wanted: (criterion: StepCriterion, text: String)? {
    didSet { matches = nil }
  }
  /// All steps that meet that criterion, as far as they were counted.
  var matches: Matches?
  /// The lines typed for each kind of question, latest first.
  var typed: [Question.Kind: [String]] = [:]

  /// True if the session is still being written, and the stepper stays at its end.
  package internal(set) var isFollowing: Bool

  /// The process that writes the followed session, if it seems to have ended without closing it.
  package var lostWriter: Int? {
    didSet {
      guard let lostWriter, oldValue == nil else { return }
      say("The app seems to have died: its process \(lostWriter) is gone.", isError: true)
    }
  }

  /// The current background activity, in a few words.
  package var activity: String?

  /// The last requested size of the screen; it determines a page.
  package var size = ScreenSize.usual

  /// - Parameters:
  ///   - timeline: The session.
  ///   - index: The index to start at.
  ///   - isFollowing: Indicates whether to go to the end whenever the session grows.
  ///   - canReplay: Indicates whether ``Request/skip(_:)`` can be carried out.
  package init(
    _ timeline: Timeline,
    at index: Int = 0,
    isFollowing: Bool = false,
    canReplay: Bool = false
  ) {
    session = SessionReader(timeline)
    self.isFollowing = isFollowing
    self.canReplay = canReplay
    self.index = max(isFollowing ? timeline.lastIndex : index, session.firstIndex)
    // What is so of every session needs no message. A very long log is not read whole before its first screen.
    guard !timeline.log.isVerifiedOnReading,
      let signs = try? SessionSigns.read(timeline).warnings(in: timeline), !signs.isEmpty
    else { return }
    message = Message(text: signs.joined(separator: " ") + " (i: in full)")
  }

  /// Shows the facts that a reader needs before anything else, in the words of the summary.
  mutating func showSigns() {
    do {
      let signs = try SessionSigns.read(session.timeline).lines(in: session.timeline)
      guard !signs.isEmpty else { return say("Nothing about this session is out of the ordinary.") }
      mode = .viewing(Viewer(title: "About this session", prose: signs, hang: 2))
    } catch {
      say("\(error)", isError: true)
    }
  }

  /// The log that is shown: the recorded one, or one derived from it.
  package var shownLog: SessionLog { session.timeline.log }

  /// The end of the recorded session, as far as it has been read.
  package var recordedEnd: SessionEnd { (origins.first?.session ?? session).timeline.end }

  var step: StepContents { session.contents(of: index) }

  // MARK: - Moving

  /// Moves to an index, or the nearest one that the session has.
  mutating func go(to target: Int) {
    let target = min(max(target, session.firstIndex), session.lastIndex)
    guard target != index else { return }
    index = target
    changeRow = 0
  }

  /// Moves by a number of listed actions, forward or back.
  mutating func go(by distance: Int) {
    guard let filter else { return go(to: index.advanced(by: distance)) }
    let position = filter.position(of: index)
    // Between two matches, the next match is one step away.
    let isMatch = position < filter.matches.count && filter.matches[position] == index
    let target = position + distance - (distance > 0 && !isMatch ? 1 : 0)
    guard let match = filter.matches[clamped: target] else { return }
    if distance > 0 ? match > index : match < index { go(to: match) }
  }

  // MARK: - A session that changes

  /// Updates the session after it has grown.
  package mutating func reload(_ timeline: Timeline) {
    guard origins.isEmpty else {
      // The shown session was derived from the recorded one, which is updated in the background.
      let first = origins[0]
      origins[0] = Origin(session: SessionReader(timeline), title: first.title, index: first.index)
      return
    }
    let wasAtEnd = index == session.lastIndex
    let lookedUpTo = session.lastIndex
    session = SessionReader(timeline)
    matches = nil
    if isFollowing, wasAtEnd {
      go(to: session.lastIndex)
    }
    guard let filter, filterScan == nil else { return }
    // The last action may not have had a state yet.
    self.filter?.matches.removeAll { $0 >= lookedUpTo }
    filterScan = Scan.begin(
      timeline,
      filter.criterion,
      .forward,
      in: lookedUpTo...max(lookedUpTo, session.lastIndex)
    )
  }

  /// Goes over to a session that the app has begun since.
  package mutating func restart(_ timeline: Timeline) {
    origins = []
    lostWriter = nil
    let isSame = timeline.log.header.session == session.timeline.log.header.session
    change(to: SessionReader(timeline), title: nil, at: timeline.lastIndex)
    say(isSame ? "The session goes on in a new segment." : "The app has started again.")
  }

  /// Reports why the session can no longer be followed.
  package mutating func stopFollowing(because reason: String) {
    isFollowing = false
    say(reason, isError: true)
  }

  /// Switches to a session that was derived from this one.
  ///
  /// - Parameters:
  ///   - timeline: The other session.
  ///   - index: The index to show in it.
  ///   - title: Its title.
  ///   - news: A message about it.
  package mutating func enter(_ timeline: Timeline, at index: Int, title: String, news: String) {
    origins.append(Origin(session: session, title: self.title, index: self.index))
    change(to: SessionReader(timeline), title: title, at: index)
    say(news)
  }

  /// Returns to the session from which this one was derived.
  mutating func leave() {
    guard let origin = origins.popLast() else {
      return say("This is the session as it was recorded.")
    }
    change(to: origin.session, title: origin.title, at: origin.index)
  }

  private mutating func change(to session: SessionReader, title: String?, at index: Int) {
    self.session = session
    self.title = title
    (screens, showsScreen) = (nil, false)
    self.index = min(max(index, session.firstIndex), session.lastIndex)
    changeRow = 0
    (search, matches) = (nil, nil)
    if let filter { setFilter(filter.criterion) }
  }

  /// Shows a message.
  package mutating func say(_ text: String, isError: Bool = false) {
    message = Message(text: text, isError: isError)
  }
}

extension Stepper.Filter {
  /// Returns the position of an index among the matches, or where it would be.
  func position(of index: Int) -> Int { matches.partitioningIndex { $0 >= index } }
}

extension Array {
  /// The element at an index, or the nearest one; nil if the array is empty.
  subscript(clamped position: Int) -> Element? {
    isEmpty ? nil : self[Swift.min(Swift.max(position, 0), count - 1)]
  }
}

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
    if let mark, isMarked(index, mark) { return ("•", .cyan) }
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
