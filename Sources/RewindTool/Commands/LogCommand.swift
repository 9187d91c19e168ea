import Foundation
import RewindJSON
import RewindQuery
import RewindSession
import RewindText
import RewindTimeline

extension Command {
  private static let type = Flag(
    "--type",
    "GLOB",
    help:
      "Only actions of these types: * matches anything, ? one character; a word that is not a type matches the names that contain it."
  )
  private static let condition = Flag(
    "--where",
    "EXPR",
    help: "Only actions for which this holds: 'type == \"Flip\" and changed(/game/score)'."
  )
  private static let count = Flag(
    "-n",
    "COUNT",
    help: "At most this many: the last ones, or with --from the first."
  )
  fileprivate static let from = Flag("--from", "N", help: "Begin at this position.")
  fileprivate static let to = Flag("--to", "N", help: "End at this position.")

  static let log = Command(
    "log",
    "FILE [A..B]",
    1...2,
    "Lists the actions, one per line, with their changes",
    flags: [type, condition, count, from, to, .json],
    details: """
      Lists all actions, or those from A to B; A alone is one action, A.. and ..B are open-ended.
      Notes, time travel, external changes and gaps are listed between them, unless --type or
      --where selects actions. With --json, `changed` has the places that differ after an action,
      or null where that is not known.
      Exit status 1 if no action matches.
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
    let bounds = try arguments.bounds(in: timeline)
    let listing = try Listing(
      timeline,
      type: arguments[type],
      types: Listing.types(arguments[type], in: timeline),
      condition: arguments[condition].map { try StepExpression($0) },
      limit: arguments.count(count).map { ($0, isFirst: bounds.from != nil) },
      range: bounds.from ?? timeline.firstIndex + 1,
      to: bounds.to ?? timeline.lastIndex
    )
    let isFound = try listing.print(arguments.has(.json), terminal)
    let isSearch = arguments.has(type) || arguments.has(condition)
    return isFound || !isSearch ? .success : .negative
  }
}

extension Arguments {
  /// Returns the first and the last action to list, as far as they are given: `A..B`, or --from and --to.
  fileprivate func bounds(in timeline: Timeline) throws -> (from: Int?, to: Int?) {
    let flags = try (index(Command.from, in: timeline), index(Command.to, in: timeline))
    guard let range = self[1] else { return flags }
    guard flags.0 == nil, flags.1 == nil else {
      throw CommandError("Use either \(range), or --from and --to.")
    }
    let ends = range.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    guard ends.count <= 2, range != ".." else {
      throw CommandError(
        "\"\(range)\" is not a range. Write A..B, with positions as \(Position.forms)."
      )
    }
    let indexes = try ends.map { try $0.isEmpty ? nil : timeline.index(of: position($0)) }
    return ends.count == 2 ? (indexes[0], indexes[1]) : (indexes[0], indexes[0])
  }
}

/// A list of some of a session's actions.
private struct Listing {
  private let timeline: Timeline
  private let type: String?
  private let condition: StepExpression?
  /// The maximum number of actions, and the end that they are taken from; nil for all.
  private let limit: (count: Int, isFirst: Bool)?
  private let range: Range<Int>
  /// The names of the types that a word means; nil for all, and for a pattern.
  private let types: Set<String>?

  /// The column that most actions fit into, so that their changes are aligned.
  private static let actionWidth = 40

  init(
    _ timeline: Timeline,
    type: String?,
    types: Set<String>?,
    condition: StepExpression?,
    limit: (count: Int, isFirst: Bool)?,
    range from: Int,
    to: Int
  ) throws {
    guard from <= to || timeline.actionCount == 0 else {
      throw CommandError("The range \(from)..\(to) ends before it begins.")
    }
    self.timeline = timeline
    (self.type, self.types) = (type, types)
    self.condition = condition
    self.limit = limit
    let first = max(from, timeline.firstIndex + 1)
    range = first..<max(to + 1, first)
  }

  /// Returns the types that a word means: the one of that name; if there is none, those whose names contain it.
  ///
  /// Nil for a pattern, which is held against each action; the meaning of a word depends on all of them.
  static func types(_ word: String?, in timeline: Timeline) throws -> Set<String>? {
    guard let word, !word.contains(where: "*?".contains) else { return nil }
    let progress = Progress()
    defer { progress.done() }
    var all: Set<String> = []
    var next = timeline.firstIndex + 1
    while let action = try timeline.nextAction(from: next) {
      progress.show("the types of the actions: \(action.index) of \(timeline.lastIndex)")
      all.insert(action.type)
      next = action.index + 1
    }
    if all.contains(word) { return [word] }
    return all.filter { $0.lowercased().contains(word.lowercased()) }
  }

  /// Prints the actions.
  ///
  /// - Returns: True if there are any.
  func print(_ asJSON: Bool, _ terminal: Terminal) throws -> Bool {
    let progress = Progress()
    defer { progress.done() }
    guard !range.isEmpty else { return false }
    if limit != nil || condition != nil {
      let isFound = try printSelected(asJSON, progress, terminal)
      if !isFound, let type { try warnOfTypes(instead: type, terminal) }
      return isFound
    }
    var isEmpty = true
    if !asJSON, range.lowerBound == timeline.firstIndex + 1 { try printStart(terminal) }
    try eachAction { action, expected in
      progress.show("action \(action.index) of \(timeline.lastIndex)")
      if action.index > expected, !asJSON {
        terminal.print(missing(expected, action.index - 1, terminal.output))
      }
      if isListed(action) {
        isEmpty = false
        try print(action, asJSON, terminal)
      }
      if !asJSON { try printEvents(after: action.index, terminal) }
    }
    if isEmpty, let type { try warnOfTypes(instead: type, terminal) }
    return !isEmpty
  }

  /// Prints the actions that a condition or a limit selects, at once if there is no limit.
  private func printSelected(
    _ asJSON: Bool,
    _ progress: Progress,
    _ terminal: Terminal
  ) throws -> Bool {
    var found: [Int] = []
    var isFound = false
    try eachListed(progress) { index in
      isFound = true
      if limit == nil {
        try print(timeline.action(index), asJSON, terminal)
      } else {
        found.append(index)
      }
    }
    progress.done()
    if let condition {
      try terminal.warnOfUnrecordedStates(of: timeline, askedFor: condition)
      try terminal.warnOfNames(of: condition, in: timeline, isFound: isFound)
    }
    for index in limited(found) {
      try print(timeline.action(index), asJSON, terminal)
      if condition == nil, !asJSON { try printEvents(after: index, terminal) }
    }
    return isFound
  }

  /// Passes on the indexes of the actions to list, without a limit.
  private func eachListed(_ progress: Progress, _ body: (Int) throws -> Void) throws {
    guard let condition else {
      return try eachAction { action, _ in if isListed(action) { try body(action.index) } }
    }
    try timeline.find(condition, in: range.lowerBound...(range.upperBound - 1)) {
      progress.show("action \($0) of \(timeline.lastIndex)")
    } _: { index in
      if try type == nil || isListed(timeline.action(index)) { try body(index) }
      return true
    }
  }

  private func limited(_ indexes: [Int]) -> ArraySlice<Int> {
    guard let limit else { return indexes[...] }
    return limit.isFirst ? indexes.prefix(limit.count) : indexes.suffix(limit.count)
  }

  private func isListed(_ action: RecordedAction) -> Bool {
    types?.contains(action.type) ?? type.map { action.type.matches(glob: $0) } ?? true
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
  private func warnOfTypes(instead type: String, _ terminal: Terminal) throws {
    var types: Set<String> = []
    try eachAction { action, _ in types.insert(action.type) }
    let isMeant = { (name: String) in self.types?.contains(name) ?? name.matches(glob: type) }
    guard !types.contains(where: isMeant) else { return }
    let names = types.sorted().prefix(20).map(\.escapedForTerminal).joined(separator: ", ")
    let more = types.count > 20 ? " and \(types.count - 20) more" : ""
    terminal.warn(
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

  private func print(_ action: RecordedAction, _ asJSON: Bool, _ terminal: Terminal) throws {
    let hasState = try timeline.stateLine(after: action.index) != nil
    // An action's change cannot be derived from its state alone.
    let isKnown = try hasState && timeline.isStateKnown(before: action.index)
    let change = isKnown ? try change(of: action.index) : .unknown
    if asJSON {
      terminal.print(json: json(action, change))
    } else {
      terminal.printFitted(try line(action, change, terminal))
    }
  }

  /// The change of an action, if the log has it.
  private enum KnownChange {
    case change([Change])
    case unknown
    /// The states contradict each other.
    case contradiction
  }

  private func change(of index: Int) throws(SessionLogError) -> KnownChange {
    do throws(SessionLogError) {
      return .change(try timeline.briefChanges(of: index))
    } catch {
      switch error.reason {
      case .badPatch, .unreadable: return .contradiction
      default: throw error
      }
    }
  }

  private func json(_ action: RecordedAction, _ change: KnownChange) -> String {
    var changed = JSONValue.null
    if case .change(let changes) = change {
      changed = .array(changes.map { .string($0.pointer.description) })
    }
    var members: [(String, JSONValue)] = [("index", JSONValue(action.index))]
    if let time = action.time { members.append(("time", JSONValue(time))) }
    members += [
      ("type", .string(action.type)), ("action", action.action),
      ("changed", changed),
    ]
    return JSONValue.object(JSONObject(members)).text
  }

  private func line(
    _ action: RecordedAction,
    _ change: KnownChange,
    _ terminal: Terminal
  ) throws -> String {
    let index = "\(action.index)".rightAligned(to: "\(timeline.lastIndex)".count)
    let time = (action.time.map { $0.fixed(3) } ?? "").rightAligned(to: 9)
    func start(_ style: Style) -> String {
      "\(index) \(style.dim(time))  "
        + action.brief(style, width: 50, padded: Self.actionWidth) + "  "
    }
    let room = terminal.columns.map { $0 - start(.plain).columns }
    let style = terminal.output
    return try start(style) + summary(change, action.index, style, columns: room)
  }

  private func summary(
    _ change: KnownChange,
    _ index: Int,
    _ style: Style,
    columns: Int?
  ) throws -> String {
    if case .contradiction = change {
      return style.red("its change is unknown: the states contradict each other")
    }
    guard case .change(let changes) = change else {
      if timeline.hasUnrecordedStates, timeline.end != .crashed(action: index) {
        return style.dim("its change was not recorded")
      }
      return switch timeline.missingState(after: index) {
      case .died: style.red("no state after it: the program died here")
      case .unreadable: style.yellow("no state after it: the readable part ends here")
      case .lost: style.yellow("its state was not recorded")
      }
    }
    let places = changes.map(\.pointer).summary(columns: columns)
    return changes.first.map { style.yellow(places) + textChange($0, index) } ?? style.dim(places)
  }

  /// Returns the difference within the text that an action changed first; empty for short texts and
  /// other values: the state before is decoded for long ones only.
  private func textChange(_ change: Change, _ index: Int) -> String {
    guard case .string(let new)? = change.new, new.utf8.count + 2 > Self.textWidth,
      case .string(let old)? = try? timeline.state(before: index)[change.pointer]
    else { return "" }
    let change = ChangeExcerpt(from: .string(old), to: .string(new), ifLongerThan: Self.textWidth)
    return change.map { "  \($0.line)" } ?? ""
  }

  /// The number of characters of the pieces of a changed text.
  private static let textWidth = 32
}
