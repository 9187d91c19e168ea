import RewindJSON
import RewindSession
import RewindTimeline

/// Everything that the stepper shows about one step.
struct StepContents {
  let index: Int
  /// The action; nil for the initial state, and if it was not recorded.
  private(set) var action: RecordedAction?
  private(set) var inputs: [RecordedInput] = []
  /// The events since the action before.
  private(set) var events: [TimelineEvent] = []
  /// True if there is a state after the action.
  private(set) var hasState = false
  /// True if the changes of the action were not recorded.
  private(set) var isUnrecorded = false
  /// The state before the action; nil for the initial state.
  private(set) var before: JSONValue?
  private(set) var changes: [Change] = []
  private(set) var tree = ChangeTree()
  /// The rows of the change pane.
  private(set) var rows = ChangeRows()
  /// The reason why part of it cannot be shown.
  private(set) var error: String?
  private var after: JSONValue?

  /// The state to show: the one after the action, or the one in which it crashed.
  var state: JSONValue? { after ?? before }

  /// Reads a step, as much of it as can be read.
  static func read(_ timeline: Timeline, _ index: Int) -> StepContents {
    var contents = StepContents(index: index)
    do {
      try contents.read(timeline)
    } catch {
      contents.error = "\(error)"
    }
    contents.rows = ChangeRows(contents)
    return contents
  }

  private init(index: Int) {
    self.index = index
  }

  private mutating func read(_ timeline: Timeline) throws {
    if index > timeline.firstIndex {
      action = try timeline.recordedAction(index)
      before = try? timeline.state(before: index)
      events = try timeline.events(after: index - 1)
    }
    inputs = try timeline.inputs(of: index)
    hasState = try timeline.stateLine(after: index) != nil
    if index > timeline.firstIndex {
      isUnrecorded =
        try timeline.isUnrecorded(index) || hasState && !timeline.isStateKnown(before: index)
    }
    guard hasState else { return }
    if !isUnrecorded { try readChanges(timeline) }
    after = try timeline.state(after: index)
  }

  private mutating func readChanges(_ timeline: Timeline) throws {
    guard let before else { return }
    let patch = try timeline.patch(of: index)
    changes = try patch.changes(of: before)
    tree = try ChangeTree(patch, of: before)
  }
}
