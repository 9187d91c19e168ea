import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

/// A session as read by the stepper, which caches only what was shown last.
final class SessionReader {
  let timeline: Timeline
  /// The first index: 0, except in a later segment of a session.
  let firstIndex: Int
  var lastIndex: Int { timeline.lastIndex }

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
    let read = StepContents(timeline, index)
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
      guard let action = try timeline.nextAction(from: index), action.index == index else {
        return .missing
      }
      let hasState = try timeline.stateLine(after: index) != nil
      let isUnrecorded = try timeline.isUnrecorded(index)
      return .action(ActionText(action), hasState: hasState || isUnrecorded)
    } catch {
      return .unreadable("\(error)")
    }
  }
}
