import RewindJSON
import RewindLog
import RewindSession
import RewindText
import RewindTimeline

/// A session as read by the stepper; only the contents shown last are cached.
final class SessionReader {
  let timeline: Timeline
  /// The first index: 0, except in a later segment of a session.
  let firstIndex: Int
  var lastIndex: Int { timeline.lastIndex }

  /// The action to blame for the crash, once it was searched for.
  var culprit: Stepper.Culprit?

  /// The enum that all actions are cases of, such as `Game.Action`, as far as the first of them show; nil if
  /// there is none.
  ///
  /// The list's title has it, and its rows do without: `.pan`.
  var commonType: String? { timeline.sharedType.name }

  private var step: StepContents?
  private var rows: [Int: ActionRow] = [:]
  private var layout: (key: LayoutKey, tree: TreeLayout)?

  /// The parameters that determine a layout of the state.
  private struct LayoutKey: Equatable {
    let index: Int
    let version: Int
    let shown: Pointer
  }

  /// The number of cached rows, enough for several screens.
  private static let rowsKept = 1_000

  /// A row of the list of actions.
  enum ActionRow {
    case initialState
    /// An action; `hasState` is false for the one in which the program crashed.
    case action(ActionText, hasState: Bool)
    /// An action lost in a gap of the log.
    case missing
    case unreadable(String)
  }

  init(_ timeline: Timeline) {
    self.timeline = timeline
    firstIndex = timeline.firstIndex
  }

  /// Returns the contents of a step.
  func contents(of index: Int) -> StepContents {
    if let step, step.index == index { return step }
    let read = StepContents.read(timeline, index)
    step = read
    return read
  }

  /// Returns the rows of a step's state; one key needs them several times.
  func tree(
    of index: Int,
    _ folding: TreeLayout.Folding,
    version: Int,
    shown: Pointer
  ) -> TreeLayout {
    let key = LayoutKey(index: index, version: version, shown: shown)
    if let layout, layout.key == key { return layout.tree }
    let step = contents(of: index)
    let tree = TreeLayout(step.state ?? .null, step.tree, folding, shown: shown)
    layout = (key, tree)
    return tree
  }

  /// Returns the position of the state shown for an action in words: `before 12` for the action in which the app crashed.
  func words(of index: Int) -> String {
    let hasState = (try? timeline.stateLine(after: index)) != nil
    return "\(hasState ? "after" : "before") \(index)"
  }

  /// Returns a row of the list of actions.
  func row(of index: Int) -> ActionRow {
    if let row = rows[index] { return row }
    let row = read(index)
    if rows.count >= Self.rowsKept { rows.removeAll(keepingCapacity: true) }
    rows[index] = row
    return row
  }

  private func read(_ index: Int) -> ActionRow {
    guard index > firstIndex else { return .initialState }
    do throws(SessionLogError) {
      guard let action = try timeline.recordedAction(index) else { return .missing }
      let hasState = try timeline.stateLine(after: index) != nil
      let isUnrecorded = try timeline.isUnrecorded(index)
      let changes = hasState && !isUnrecorded ? try listedChanges(of: index) : nil
      let text = ActionText(
        timeline.valueTypes.readable(action),
        changes.flatMap(ChangeSummary.init),
        isIdle: changes?.isEmpty ?? false,
        slow: try timeline.times(of: index).slowWords
      )
      return .action(text, hasState: hasState || isUnrecorded)
    } catch {
      return .unreadable("\(error)")
    }
  }

  /// The length of a state line above which the list does not read it: a screen has many rows, and a key
  /// must be answered within a frame.
  private static let listedBytes = 1 << 15

  /// Returns the changes of an action for the list; nil if there is no patch, or its line is long.
  private func listedChanges(of index: Int) throws(SessionLogError) -> [Change]? {
    guard let line = try timeline.stateLine(after: index),
      try timeline.log.bytes(of: line).count <= Self.listedBytes,
      case .state(let recorded) = try timeline.log.line(line), let patch = recorded.patch
    else { return nil }
    if let changes = timeline.recordedChanges(of: patch) { return changes }
    return try timeline.changes(of: index)
  }
}
