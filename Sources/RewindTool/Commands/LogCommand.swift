import RewindJSON
import RewindQuery
import RewindSession
import RewindText
import RewindTimeline

extension Command {
  private static let type = Flag(
    "--type",
    "GLOB",
    help: "Only actions of these types: * matches anything, ? one character."
  )
  private static let condition = Flag(
    "--where",
    "EXPR",
    help: "Only actions for which this holds: 'type == \"Flip\" and changed(/game/score)'."
  )
  private static let from = Flag("--from", "N", help: "Begin at this position.")
  private static let to = Flag("--to", "N", help: "End at this position.")

  static let log = Command(
    "log",
    "FILE",
    1...1,
    "Lists the actions, one per line, with their changes",
    flags: [type, condition, from, to, .json],
    details: """
      Notes, time travel, external changes and gaps are listed between them, unless --type or
      --where selects actions. Exit status 1 if no action matches.
      """,
    examples: [
      ("log recordings/memory-tunes/win.jsonl --type 'Flip*' --to 12", "the first flips of a game"),
      (
        "log recordings/memory-tunes/win.jsonl --where '/gameState/gameFinished == true'",
        "the actions after which the game was won"
      ),
    ]
  ) { arguments, terminal in
    let timeline = try arguments.openSession(terminal)
    let listing = try Listing(
      timeline,
      type: arguments[type],
      condition: arguments[condition].map { try StepExpression($0) },
      range: arguments.index(from, in: timeline) ?? timeline.firstIndex + 1,
      to: arguments.index(to, in: timeline) ?? timeline.lastIndex
    )
    let isFound = try listing.print(arguments.has(.json), terminal)
    let isSearch = arguments.has(type) || arguments.has(condition)
    return isFound || !isSearch ? .success : .negative
  }
}

/// A list of some of a session's actions.
private struct Listing {
  private let timeline: Timeline
  private let type: String?
  private let condition: StepExpression?
  private let range: Range<Int>

  /// The column that most actions fit into, so that their changes are aligned.
  private static let actionWidth = 40

  init(
    _ timeline: Timeline,
    type: String?,
    condition: StepExpression?,
    range from: Int,
    to: Int
  ) throws {
    guard from <= to || timeline.actionCount == 0 else {
      throw CommandError("--from \(from) is after --to \(to).")
    }
    self.timeline = timeline
    self.type = type
    self.condition = condition
    let first = max(from, timeline.firstIndex + 1)
    range = first..<max(to + 1, first)
  }

  /// Prints the actions.
  ///
  /// - Returns: True if there are any.
  func print(_ asJSON: Bool, _ terminal: Terminal) throws -> Bool {
    let progress = Progress()
    defer { progress.done() }
    guard !range.isEmpty else { return false }
    var isEmpty = true
    if let condition {
      try timeline.find(condition, in: range.lowerBound...(range.upperBound - 1)) {
        progress.show("action \($0) of \(timeline.lastIndex)")
      } _: {
        if try print(timeline.action($0), asJSON, terminal) { isEmpty = false }
        return true
      }
      progress.done()
      try terminal.remarkOnUnrecordedStates(of: timeline, askedFor: condition)
      try terminal.remarkOnNames(of: condition, in: timeline, isFound: !isEmpty)
    } else {
      if !asJSON, range.lowerBound == timeline.firstIndex + 1 { try printStart(terminal) }
      try eachAction { action, expected in
        progress.show("action \(action.index) of \(timeline.lastIndex)")
        if action.index > expected, !asJSON {
          terminal.print(missing(expected, action.index - 1, terminal.output))
        }
        if try print(action, asJSON, terminal) { isEmpty = false }
        if !asJSON { try printEvents(after: action.index, terminal) }
      }
    }
    if isEmpty, let type { try remarkTypes(instead: type, terminal) }
    return !isEmpty
  }

  /// Passes on each action of the range, and the index that would follow the action before.
  private func eachAction(_ body: (RecordedAction, _ expected: Int) throws -> Void) throws {
    var expected = range.lowerBound
    while let action = try timeline.nextAction(from: expected), range.contains(action.index) {
      try body(action, expected)
      expected = action.index + 1
    }
  }

  /// The whole session is listed only if no type was asked for.
  private func printEvents(after index: Int, _ terminal: Terminal) throws {
    guard type == nil else { return }
    let indent = String(repeating: " ", count: "\(timeline.lastIndex)".count + 12)
    for event in try timeline.events(after: index) {
      terminal.printFitted(terminal.output.dim("\(indent)– \("\(event)".escapedForTerminal)"))
    }
  }

  /// Lists the types of the actions if none has the requested type.
  private func remarkTypes(instead type: String, _ terminal: Terminal) throws {
    var types: Set<String> = []
    try eachAction { action, _ in types.insert(action.type) }
    guard !types.contains(where: { $0.matches(glob: type) }) else { return }
    let names = types.sorted().prefix(20).map(\.escapedForTerminal).joined(separator: ", ")
    let more = types.count > 20 ? " and \(types.count - 20) more" : ""
    terminal.remark(
      "rewind: No action here has the type \"\(type.escapedForTerminal)\". The types are \(names)\(more)."
    )
  }

  /// Prints the events before the first action.
  private func printStart(_ terminal: Terminal) throws {
    let first = timeline.firstIndex
    if first > 0 {
      let range = (first == 1 ? "1" : "1–\(first)").rightAligned(to: "\(timeline.lastIndex)".count)
      terminal.print(terminal.output.dim("\(range)  not in this log, which begins after them"))
    }
    try printEvents(after: first, terminal)
  }

  private func missing(_ first: Int, _ last: Int, _ style: Style) -> String {
    let width = "\(timeline.lastIndex)".count
    let range = first == last ? "\(first)" : "\(first)–\(last)"
    return style.yellow(
      range.rightAligned(to: width) + "  not recorded: the log has a gap here"
    )
  }

  /// Prints an action if it has the requested type.
  private func print(
    _ action: RecordedAction,
    _ asJSON: Bool,
    _ terminal: Terminal
  ) throws -> Bool {
    if let type, !action.type.matches(glob: type) { return false }
    let hasState = try timeline.stateLine(after: action.index) != nil
    // An action's change cannot be derived from its state alone.
    let isKnown = try hasState && timeline.isStateKnown(before: action.index)
    let change = isKnown ? try change(of: action.index) : .unknown
    if asJSON {
      terminal.print(json: json(action, change))
    } else {
      terminal.printFitted(try line(action, change, terminal.output))
    }
    return true
  }

  /// The change of an action, if the log has it.
  private enum Told {
    case change(Patch)
    case unknown
    /// The states contradict each other.
    case contradiction
  }

  private func change(of index: Int) throws(SessionLogError) -> Told {
    do throws(SessionLogError) {
      return .change(try timeline.patch(of: index))
    } catch {
      switch error.reason {
      case .badPatch, .unreadable: return .contradiction
      default: throw error
      }
    }
  }

  private func json(_ action: RecordedAction, _ change: Told) -> String {
    var pointers: [Pointer] = []
    if case .change(let patch) = change { pointers = patch.changedPointers }
    var members: [(String, JSONValue)] = [("index", JSONValue(action.index))]
    if let time = action.time { members.append(("time", JSONValue(time))) }
    members += [
      ("type", .string(action.type)), ("action", action.action),
      ("changed", .array(pointers.map { .string($0.description) })),
    ]
    return JSONValue.object(JSONObject(members)).text
  }

  private func line(
    _ action: RecordedAction,
    _ change: Told,
    _ style: Style
  ) throws -> String {
    let index = "\(action.index)".rightAligned(to: "\(timeline.lastIndex)".count)
    let time = (action.time.map { $0.fixed(3) } ?? "").rightAligned(to: 9)
    return try
      "\(index) \(style.dim(time))  \(action.brief(style, width: 50, padded: Self.actionWidth))  "
      + summary(change, action.index, style)
  }

  private func summary(_ change: Told, _ index: Int, _ style: Style) throws -> String {
    if case .contradiction = change {
      return style.red("its change is unknown: the states contradict each other")
    }
    guard case .change(let patch) = change else {
      if timeline.hasUnrecordedStates, timeline.end != .crashed(action: index) {
        return style.dim("its change was not recorded")
      }
      return switch timeline.missingState(after: index) {
      case .died: style.red("no state after it: the program died here")
      case .unreadable: style.yellow("no state after it: the readable part ends here")
      case .lost: style.yellow("its state was not recorded")
      }
    }
    let pointers = patch.changedPointers
    guard let first = pointers.first else { return style.dim("no change") }
    let more = pointers.count > 1 ? " and \(pointers.count - 1) more" : ""
    return style.yellow("~ \(first.place)\(more)") + textChange(patch, index)
  }

  /// Returns the difference within the text that an action replaced first; empty for short texts and
  /// other values: the state before is decoded for long ones only.
  private func textChange(_ patch: Patch, _ index: Int) -> String {
    guard case .replace(let pointer, .string(let new))? = patch.operations.first,
      new.utf8.count + 2 > Self.textWidth,
      case .string(let old)? = try? timeline.state(before: index)[pointer]
    else { return "" }
    let change = TextChange(from: .string(old), to: .string(new), ifLongerThan: Self.textWidth)
    return change.map { "  \($0.line)" } ?? ""
  }

  /// The number of characters of the pieces of a changed text.
  private static let textWidth = 32
}

extension Patch {
  /// The places that the patch changes.
  var changedPointers: [Pointer] {
    operations.flatMap { operation -> [Pointer] in
      switch operation {
      case .add(let pointer, _), .remove(let pointer), .replace(let pointer, _),
        .copy(_, let pointer):
        [pointer]
      case .move(let from, let to):
        [from, to]
      case .test:
        []
      }
    }
  }
}
