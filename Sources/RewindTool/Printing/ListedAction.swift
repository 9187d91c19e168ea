import RewindJSON
import RewindLog
import RewindSession
import RewindText
import RewindTimeline

/// An action in the answer of `log`.
struct ListedAction: AnswerPart {
  let timeline: Timeline
  let action: RecordedAction
  let change: KnownChange
  let times: ActionTimes
  /// The columns of the terminal; nil for any number.
  let columns: Int?

  /// The change of an action, if the log has it.
  enum KnownChange {
    case change([Change])
    case unknown
    /// The states contradict each other.
    case contradiction
  }

  static func read(
    _ action: RecordedAction,
    in timeline: Timeline,
    columns: Int?
  ) throws -> ListedAction {
    let hasState = try timeline.stateLine(after: action.index) != nil
    // An action's change cannot be derived from its state alone.
    let isKnown = try hasState && timeline.isStateKnown(before: action.index)
    return ListedAction(
      timeline: timeline,
      action: action,
      change: isKnown ? try change(of: action.index, in: timeline) : .unknown,
      times: try timeline.times(of: action.index),
      columns: columns
    )
  }

  private static func change(
    of index: Int,
    in timeline: Timeline
  ) throws(SessionLogError) -> KnownChange {
    do throws(SessionLogError) {
      return .change(try timeline.briefChanges(of: index))
    } catch {
      switch error.reason {
      case .badPatch, .unreadable: return .contradiction
      default: throw error
      }
    }
  }

  /// The column that most actions fit into, so that their changes are aligned, where any number of columns is.
  private static let actionWidth = 40

  /// The columns that a change needs to say what was there before and what is there now.
  private static let changeWidth = 36

  var layout: AnswerLayout { .list }

  var json: JSONValue {
    var changed = JSONValue.null
    if case .change(let changes) = change {
      changed = JSONValue(changes.map(\.pointer.description))
    }
    return JSONValue(present: [
      "index": JSONValue(action.index),
      "store": action.storeAction.map { .string($0.store) },
      "storeIndex": action.storeAction.map { JSONValue($0.index) },
      "time": action.time.map { JSONValue($0) },
      "type": .string(action.type), "action": action.action, "changed": changed,
      "cause": action.origin?.json(nil),
      "took": times.took.map { .number($0) }, "held": times.held.map { .number($0) },
    ])
  }

  func lines(_ style: Style) -> [String] {
    let index = "\(action.index)".rightAligned(to: "\(timeline.lastIndex)".count)
    let time = (action.time.map { $0.fixed(3) } ?? "").rightAligned(to: 9)
    let lane = timeline.lane(of: action).map { $0 + "  " } ?? ""
    let origin = action.origin.map { "  \($0.words.escapedForTerminal)" } ?? ""
    let slow =
      times.slowWords.map { "  " + (times.isHang ? style.red($0) : style.yellow($0)) } ?? ""
    let start = "\(index) \(style.dim(time))  \(lane)"
    guard let columns else {
      let brief = action.brief(in: timeline, style, width: 50, padded: Self.actionWidth)
      return ["\(start)\(brief)  " + summary(style, columns: nil) + slow + style.dim(origin)]
    }
    let room = max(0, columns - (index.count + 1 + time.count + 2 + lane.columns))
    // The change says more than the payload, which is cut first.
    let width = min(Self.actionWidth, max(24, room * 2 / 5))
    let left = room - width - 2 - (times.slowWords.map { $0.columns + 2 } ?? 0)
    // Where both have no room, the request is left to `show`.
    let end = left - origin.columns < Self.changeWidth ? "" : origin
    return [
      "\(start)\(action.fitted(in: timeline, style, to: width))  "
        + summary(style, columns: left - end.columns) + slow + style.dim(end)
    ]
  }

  private func summary(_ style: Style, columns: Int?) -> String {
    if case .contradiction = change {
      return style.red("its change is unknown: the states contradict each other")
    }
    guard case .change(let changes) = change else {
      if timeline.hasUnrecordedStates, timeline.end != .crashed(action: action.index) {
        return style.dim("its change was not recorded")
      }
      return switch timeline.missingState(after: action.index) {
      case .died:
        style.red(columns ?? .max < 44 ? "died here" : "no state after it: the program died here")
      case .unreadable: style.yellow("no state after it: the readable part ends here")
      case .lost: style.yellow("its state was not recorded")
      }
    }
    if let columns, let first = changes.first { return row(first, of: changes, style, columns) }
    let pointers = changes.map(\.pointer).summary(columns: columns)
    return changes.first.map { style.yellow(pointers) + textChange($0) } ?? style.dim(pointers)
  }

  /// Returns the first change with its values before and after, and the number of the others.
  private func row(
    _ change: Change,
    of changes: [Change],
    _ style: Style,
    _ columns: Int
  ) -> String {
    let others = changes.count > 1 ? " +\(changes.count - 1)" : ""
    // The list has no states: the value before is read for a row that a person sees.
    let known = change.old == nil ? nil : try? timeline.state(before: action.index)
    let old = known?[change.pointer] ?? change.old
    let row = Change(change.pointer, old: old, new: change.new).row(columns - others.count)
    let paint = row.sign == "+" ? style.green : row.sign == "-" ? style.red : style.yellow
    return paint("\(row.sign) \(row.pointer)") + " \(row.values)" + style.dim(others)
  }

  /// Returns the difference within the text that an action changed first; empty for short texts and
  /// other values: the state before is decoded for long ones only.
  private func textChange(_ change: Change) -> String {
    guard case .string(let new)? = change.new, new.utf8.count + 2 > Self.textWidth,
      case .string(let old)? = try? timeline.state(before: action.index)[change.pointer]
    else { return "" }
    let change = ChangeExcerpt(from: .string(old), to: .string(new), ifLongerThan: Self.textWidth)
    return change.map { "  \($0.line)" } ?? ""
  }

  /// The number of characters of the pieces of a changed text.
  private static let textWidth = 32
}
