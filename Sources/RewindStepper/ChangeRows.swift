import RewindJSON
import RewindSession
import RewindTimeline

/// The rows of the change pane: the action, its inputs and its changes.
struct ChangeRows {
  enum Row {
    case action(RecordedAction)
    case input(RecordedInput)
    case change(Change)
    case note(String, isError: Bool)
  }

  private var rows: [Row] = []
  private var firstChange = 0

  init() {}

  init(_ step: StepContents) {
    if let action = step.action {
      rows += step.events.map { .note("before: \($0)", isError: false) } + [.action(action)]
      if let origin = action.origin { rows.append(.note(origin.words, isError: false)) }
    } else if step.hasState {
      let start = step.index == 0 ? "the initial state" : "the first state here"
      rows.append(.note(start, isError: false))
    } else if step.index == 0 {
      rows.append(.note("the app stopped before it had made its initial state", isError: true))
    } else {
      rows.append(.note("not recorded: the log has a gap here", isError: true))
    }
    rows += step.inputs.map { .input($0) }
    firstChange = rows.count
    rows += step.changes.map { .change($0) }
    if let error = step.error {
      rows.append(.note(error, isError: true))
    } else if step.isUnrecorded {
      rows.append(.note("what it changed was not recorded", isError: false))
    } else if step.action != nil, !step.hasState {
      rows.append(.note("there is no state after it", isError: true))
    } else if step.action != nil, step.changes.isEmpty {
      rows.append(.note("no change", isError: false))
    }
  }

  var count: Int { rows.count }

  /// Returns the row of a change of the step.
  func row(ofChange number: Int) -> Int { firstChange + number }

  /// The row at an index; nil if there is none.
  subscript(number: Int) -> Row? { rows.indices.contains(number) ? rows[number] : nil }
}
