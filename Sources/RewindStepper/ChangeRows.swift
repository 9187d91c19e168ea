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

  private let step: StepContents
  private let heads: [Row]
  private let tails: [Row]

  init(_ step: StepContents) {
    self.step = step
    if let action = step.action {
      heads =
        step.events.map { .note("before: \($0)", isError: false) } + [.action(action)]
    } else if step.hasState {
      let start = step.index == 0 ? "the initial state" : "the first state here"
      heads = [.note(start, isError: false)]
    } else if step.index == 0 {
      heads = [.note("the app stopped before it had made its initial state", isError: true)]
    } else {
      heads = [.note("not recorded: the log has a gap here", isError: true)]
    }
    if let error = step.error {
      tails = [.note(error, isError: true)]
    } else if step.isUnrecorded {
      tails = [.note("what it changed was not recorded", isError: false)]
    } else if step.action != nil, !step.hasState {
      tails = [.note("there is no state after it", isError: true)]
    } else if step.action != nil, step.changes.isEmpty {
      tails = [.note("no change", isError: false)]
    } else {
      tails = []
    }
  }

  var count: Int { heads.count + step.inputs.count + step.changes.count + tails.count }

  /// Returns the row of a change of the step.
  func row(ofChange place: Int) -> Int { heads.count + step.inputs.count + place }

  /// The row at an index; nil if there is none.
  subscript(place: Int) -> Row? {
    var place = place
    if place < heads.count { return place >= 0 ? heads[place] : nil }
    place -= heads.count
    if place < step.inputs.count { return .input(step.inputs[place]) }
    place -= step.inputs.count
    if place < step.changes.count { return .change(step.changes[place]) }
    place -= step.changes.count
    return place < tails.count ? tails[place] : nil
  }
}
