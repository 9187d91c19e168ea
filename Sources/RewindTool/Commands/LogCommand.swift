import Foundation
import RewindJSON
import RewindQuery
import RewindSession
import RewindText
import RewindTimeline

extension Command {
  static let listedType = Flag("--type", .type)
    .help(
      "Only these types; * and ? are wildcards. A word means what ends with it, or contains it."
    )
  static let listedCondition = Flag("--where", .expression)
    .help("Only actions for which this holds: 'type == \"Flip\" and changed(/game/score)'.")
  private static let causedBy = Flag("--caused-by", .index)
    .help("Only actions that come from this one: its answers, and theirs.")
  static let listedCount = Flag("-n", .count).key("limit").agentDefault(50)
    .help("At most this many: the last ones, or with --from the first.")
  static let listedFrom = Flag("--from", .index).help("Begin at this position.")
  static let listedTo = Flag("--to", .index).help("End at this position.")

  static let log = Command(
    name: "log",
    operands: [.session, Flag("[A..B]", .range).typed],
    summary: "Lists the actions, one per line, with their changes",
    flags: [listedType, listedCondition, causedBy, listedCount, listedFrom, listedTo, .stores]
      + Flag.replaying + [.json],
    details: """
      Lists all actions, or those from A to B; A alone is one action, A.. and ..B are open-ended.
      Notes, time travel, external changes and gaps are listed between them, unless --type,
      --where or --caused-by selects actions. "answers 41" means that the action was dispatched
      by action 41 or what it has started; "subscribed by 41", by a consumer that lives on; "came of 41", by one of those that came of it. With
      --json, `changed` has the pointers that differ after an action, or null where that is not
      known. --where is evaluated on each action with the states before and after it, and on the initial state,
      index 0; the name of an action, or the end of one, finds those actions: `cart.add` is
      `type == "AppAction.cart.add"`. If not every state was recorded, the app that --app names computes them.
      `rewind help expressions` describes expressions. Exit status 1 if no action matches.
      """,
    examples: """
      log recordings/memory-tunes/win.jsonl --type 'Flip*' --to 12
        the first flips of a game
      log recordings/memory-tunes/win.jsonl --where 'changed(gameState.gameFinished)'
        when a game began and ended
      log recordings/memory-tunes/win.jsonl --where 'type like "Flip*" and payload.cardIndexToFlip < 2'
        flips of the first two cards
      log recordings/bazaar/logout.search.jsonl --caused-by 3
        the actions that came of the third
      """
  ) { arguments, terminal in
    let timeline = try arguments.openSessionComputing(terminal)
    let (range, hasStart) = try arguments.actions(in: timeline)
    let listing = Listing(
      timeline: timeline,
      type: arguments[listedType],
      types: try Listing.types(arguments[listedType], in: timeline),
      condition: try arguments[listedCondition].map { try StepExpression(typed: $0, in: timeline) },
      consequences: try arguments.index(causedBy, in: timeline).map {
        try timeline.consequences(of: $0, through: range.upperBound - 1)
      },
      isFromStart: !hasStart,
      limit: arguments.count(listedCount).map { ($0, isFirst: hasStart) },
      range: range,
      terminal: terminal
    )
    let isFound = try listing.print()
    let isSearch = [listedType, listedCondition, causedBy].contains { arguments.has($0) }
    return isFound || !isSearch ? .success : .negative
  }
}

extension Arguments {
  /// Returns the actions to list, `A..B`, or --from and --to, and if their start was given.
  fileprivate func actions(in timeline: Timeline) throws -> (Range<Int>, hasStart: Bool) {
    var ends = try [index(Command.listedFrom, in: timeline), index(Command.listedTo, in: timeline)]
    if let range = self[1] {
      guard ends == [nil, nil] else {
        throw InputError.notWith(range, "--from and --to")
      }
      let words = range.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
      guard words.count <= 2, range != ".." else {
        throw InputError.takes("A..B", "positions as \(Position.forms)", not: range)
      }
      ends = try words.map { try $0.isEmpty ? nil : timeline.index(of: Position(typed: $0)) }
    }
    let from = ends[0] ?? timeline.firstIndex + 1
    let to = ends[ends.count - 1] ?? timeline.lastIndex
    guard from <= to || timeline.actionCount == 0 else {
      throw InputError.takes("A..B", "positions in their order", not: "\(from)..\(to)")
    }
    let first = max(from, timeline.firstIndex + 1)
    return (first..<max(to + 1, first), ends[0] != nil)
  }
}

/// A list of some of a session's actions.
private struct Listing {
  let timeline: Timeline
  let type: String?
  /// The names of the types that a word means; nil for all, and for a glob, which is matched per action.
  let types: Set<String>?
  let condition: StepExpression?
  /// The actions that come from the one that was asked for; nil for all.
  let consequences: Set<Int>?
  /// True if the initial state is asked as well, where there is a condition.
  let isFromStart: Bool
  /// The maximum number of actions, and the end that they are taken from; nil for all.
  let limit: (count: Int, isFirst: Bool)?
  let range: Range<Int>
  let terminal: Terminal

  /// The columns of an action's number.
  private var width: Int { "\(timeline.lastIndex)".count }

  /// Returns the types that a word means: the one of that name; if there is none, those whose names contain it.
  ///
  /// Nil for a glob, which is matched per action; the meaning of a word depends on all of them.
  static func types(_ word: String?, in timeline: Timeline) throws -> Set<String>? {
    guard let word, !word.contains(where: "*?".contains) else { return nil }
    let all = try types(in: timeline, from: timeline.firstIndex + 1, to: timeline.lastIndex)
    if all.contains(word) { return [word] }
    let ended = all.filter { word.contains(".") && word.isOrEnds(actionName: $0) }
    if !ended.isEmpty { return ended }
    // Whole names before parts of them: `load` does not mean `loaded`, and `[…]` is no name.
    let whole = all.filter { type in
      ".\(type.replacing(/\[[^\]]*\]/, with: "")).".contains(".\(word).")
    }
    if !whole.isEmpty { return whole }
    return all.filter { $0.lowercased().contains(word.lowercased()) }
  }

  private static func types(
    in timeline: Timeline,
    from first: Int,
    to last: Int
  ) throws -> Set<String> {
    let progress = Progress()
    var types: Set<String> = []
    var next = first
    while let action = try timeline.nextAction(from: next), action.index <= last {
      progress.show("the types of the actions: \(action.index) of \(last)")
      types.insert(action.type)
      next = action.index + 1
    }
    return types
  }

  /// Prints the actions; returns true if there are any.
  func print() throws -> Bool {
    guard !range.isEmpty || condition != nil && isFromStart else { return false }
    let isFound = try limit == nil && condition == nil ? printAll() : printSelected()
    if !isFound, let type { try warnOfTypes(instead: type) }
    return isFound
  }

  /// Prints the actions of the range, or those of a type, with what is between them.
  private func printAll() throws -> Bool {
    var isFound = false
    if range.lowerBound == timeline.firstIndex + 1, consequences == nil { try printStart() }
    try eachAction { action, expected in
      if action.index > expected, consequences == nil { try printGap(expected, action.index - 1) }
      if isListed(action) {
        isFound = true
        try print(action)
      }
      try printEvents(after: action.index)
    }
    return isFound
  }

  /// Prints the actions that a condition or a limit selects, at once if there is no limit.
  private func printSelected() throws -> Bool {
    var (found, isFound): ([Int], Bool) = ([], false)
    func take(_ index: Int) throws {
      isFound = true
      if limit == nil { try print(index) } else { found.append(index) }
    }
    if let condition {
      let progress = Progress()
      let isOfActions = type != nil || consequences != nil || !isFromStart
      let first = isOfActions ? range.lowerBound : timeline.firstIndex
      try timeline.find(condition, in: first...max(first, range.upperBound - 1)) {
        progress.show("action \($0) of \(timeline.lastIndex)")
      } _: { index in
        if index == timeline.firstIndex ? !isOfActions : isListed(try timeline.action(index)) {
          try take(index)
        }
        return true
      }
      try terminal.warnOfUnrecordedStates(of: timeline, askedFor: condition)
      try terminal.warnOfNames(of: condition, in: timeline, isFound: isFound)
    } else {
      try eachAction { action, _ in if isListed(action) { try take(action.index) } }
    }
    guard let limit else { return isFound }
    for index in limit.isFirst ? found.prefix(limit.count) : found.suffix(limit.count) {
      try print(index)
      if condition == nil { try printEvents(after: index) }
    }
    return isFound
  }

  private func isListed(_ action: RecordedAction) -> Bool {
    let isOfType =
      types?.contains(action.type) ?? type.map { action.type.matches(glob: $0) } ?? true
    return isOfType && consequences?.contains(action.index) ?? true
  }

  /// Passes on each action of the range, and the index that would follow the action before.
  private func eachAction(_ body: (RecordedAction, _ expected: Int) throws -> Void) throws {
    let progress = Progress()
    var expected = range.lowerBound
    while let action = try timeline.nextAction(from: expected), range.contains(action.index) {
      progress.show("action \(action.index) of \(timeline.lastIndex)")
      try body(action, expected)
      expected = action.index + 1
    }
  }

  /// Prints what happened after an action, for a person who asked for no type.
  private func printEvents(after index: Int) throws {
    guard type == nil, consequences == nil else { return }
    let indent = String.spaces(width + 12)
    for event in try timeline.events(after: index) {
      try terminal.show(LogNote(text: "\(indent)– \("\(event)".escapedForTerminal)"))
    }
  }

  /// Lists the types of the actions if none has the requested type.
  private func warnOfTypes(instead type: String) throws {
    let all = try Self.types(in: timeline, from: range.lowerBound, to: range.upperBound - 1)
    let isMeant = { (name: String) in types?.contains(name) ?? name.matches(glob: type) }
    guard !all.contains(where: isMeant) else { return }
    let names = all.sorted().prefix(20).map(\.escapedForTerminal).joined(separator: ", ")
    let more = all.count > 20 ? " and \(all.count - 20) more" : ""
    terminal.warn(
      "rewind: No action here has the type \"\(type.escapedForTerminal)\". The types are \(names)\(more). "
        + "What actions carry and change is asked for with --where, such as --where 'changed(/POINTER)'."
    )
  }

  /// Prints the events before the first action.
  private func printStart() throws {
    let first = timeline.firstIndex
    if first > 0 {
      let range = span(1, first).rightAligned(to: width)
      try terminal.show(LogNote(text: "\(range)  not in this log, which begins after them"))
    }
    try printEvents(after: first)
  }

  private func printGap(_ first: Int, _ last: Int) throws {
    let range = span(first, last).rightAligned(to: width)
    let text = "\(range)  not recorded: the log has a gap here"
    try terminal.show(LogNote(text: text, isWarning: true))
  }

  private func print(_ index: Int) throws {
    guard index == timeline.firstIndex else { return try print(timeline.action(index)) }
    try terminal.show(ListedStart(timeline: timeline))
  }

  private func print(_ action: RecordedAction) throws {
    try terminal.show(ListedAction.read(action, in: timeline, columns: terminal.columns))
  }
}

/// The initial state among the actions of a list, where a condition holds in it.
private struct ListedStart: AnswerPart {
  let timeline: Timeline

  var json: JSONValue { ["index": JSONValue(timeline.firstIndex), "type": .null] }
  var layout: AnswerLayout { .list }

  func lines(_ style: Style) -> [String] {
    let index = "\(timeline.firstIndex)".rightAligned(to: "\(timeline.lastIndex)".count)
    return ["\(index)            \(timeline.startInWords)"]
  }
}

/// Events between the actions of a list, for people.
private struct LogNote: AnswerPart {
  let text: String
  var isWarning = false

  var json: JSONValue { .string(text) }
  var records: [JSONValue] { [] }
  var layout: AnswerLayout { .list }

  func lines(_ style: Style) -> [String] { [isWarning ? style.yellow(text) : style.dim(text)] }
}
