import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

/// A session as the stepper reads it: what was shown last is kept, and nothing else.
final class SessionReader {
  let timeline: Timeline
  /// The first index: 0, except in a later segment of a session.
  let firstIndex: Int
  var lastIndex: Int { timeline.lastIndex }

  private var step: StepContents?
  private var rows: [Int: ActionRow] = [:]

  /// The rows of several screens.
  private static let rowsKept = 1_000

  /// What the list of actions shows of one.
  enum ActionRow {
    case initialState
    case action(type: String, payload: JSONValue?, time: Double?, hasState: Bool)
    /// The log has a gap here.
    case missing
    case unreadable(String)
  }

  init(_ timeline: Timeline) {
    self.timeline = timeline
    firstIndex = min((try? timeline.log.findStart()) ?? 0, timeline.lastIndex)
  }

  /// A step, with everything about it.
  func contents(of index: Int) -> StepContents {
    if let step, step.index == index { return step }
    let read = StepContents(timeline, index)
    step = read
    return read
  }

  /// A row of the list of actions.
  func row(of index: Int) -> ActionRow {
    if let row = rows[index] { return row }
    let row = read(index)
    if rows.count >= Self.rowsKept { rows.removeAll(keepingCapacity: true) }
    rows[index] = row
    return row
  }

  private func read(_ index: Int) -> ActionRow {
    guard index > 0 else { return .initialState }
    do throws(SessionLogError) {
      // The later segments of a session begin with a state.
      let action = try timeline.nextAction(from: index)
      guard let action, action.index == index else {
        return index == firstIndex ? .initialState : .missing
      }
      return .action(
        type: action.type,
        payload: action.payload == [:] ? nil : action.payload,
        time: action.time,
        hasState: try timeline.stateLine(after: index) != nil
      )
    } catch {
      return .unreadable("\(error)")
    }
  }
}
