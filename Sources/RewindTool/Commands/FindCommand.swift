import RewindJSON
import RewindQuery
import RewindSession
import RewindTimeline

extension Command {
  static let find = Command(
    "find",
    "FILE EXPR",
    2...2,
    "Lists the indexes at which an expression holds",
    flags: [.json],
    details: """
      The expression is evaluated on each action with the states before and after it, and on the
      initial state, index 0. Exit status 1 if it holds nowhere. `rewind help expressions`
      describes expressions.
      """,
    examples: """
      find recordings/memory-tunes/win.jsonl 'changed(gameState.gameFinished)'
        when a game began and ended
      find recordings/memory-tunes/win.jsonl 'count(gameState.memoryCards, it.isFlipped) == 2'
        when two cards were face up
      find recordings/memory-tunes/win.jsonl 'type like "Flip*" and payload.cardIndexToFlip < 2'
        flips of the first two cards
      """
  ) { arguments, terminal in
    let expression = try StepExpression(arguments.operands[1])
    let timeline = try arguments.openSession(terminal)
    let progress = Progress()
    let width = "\(timeline.lastIndex)".count
    var isFound = false
    try timeline.find(expression, in: timeline.firstIndex...timeline.lastIndex) {
      progress.show("action \($0) of \(timeline.lastIndex)")
    } _: { index in
      isFound = true
      let action = index == timeline.firstIndex ? nil : try timeline.action(index)
      try terminal.show(
        FoundStep(index: index, action: action, start: timeline.startInWords, width: width)
      )
      return true
    }
    try terminal.warnOfUnrecordedStates(of: timeline, askedFor: expression)
    try terminal.warnOfNames(of: expression, in: timeline, isFound: isFound)
    return isFound ? .success : .negative
  }
}

/// A step at which an expression holds, as `find` answers.
private struct FoundStep: AnswerPart {
  let index: Int
  /// Nil for the initial state.
  let action: RecordedAction?
  /// The initial state in words.
  let start: String
  /// The columns of the index.
  let width: Int

  var json: JSONValue { ["index": JSONValue(index), "type": JSONValue(action?.type)] }
  var layout: AnswerLayout { .table }

  func lines(_ style: Style) -> [String] {
    ["\("\(index)".rightAligned(to: width))  \(action?.brief(style) ?? start)"]
  }
}

extension Terminal {
  /// Warns of names in an expression that do not occur, or that may be texts without quotes.
  ///
  /// With `mayBeAbsent`, sessions need not have its names, as with a team's file of conditions.
  ///
  /// - Throws: `CommandError` for a name that nothing has, where another is similar and nothing was found: "not
  ///   found" would be taken for an answer.
  func warnOfNames(
    of expression: StepExpression,
    in timeline: Timeline,
    isFound: Bool,
    mayBeAbsent: Bool = false
  ) throws {
    lazy var state = try? timeline.lastState().map { try timeline.state(after: $0) }
    let bare = isFound ? [] : expression.bareNames.filter { state?[$0] == nil }
    let progress = Progress()
    let unknown = try timeline.unknownNames(of: expression) {
      progress.show("looking for the names: line \($0) of \(timeline.log.lineCount)")
    }
    let quotes = { (name: String) in "A text needs quotes: \"\(name.escapedForTerminal)\"." }
    var reported: Set<String> = []
    for name in unknown.names where !name.isEmpty {
      let known = unknown.known.filter { !$0.isEmpty }.sorted()
      let similar = name.closest(among: known)?.escapedForTerminal
      if similar == nil, bare.contains(name) { continue }
      let text =
        "Nothing in this session is named \(name.escapedForTerminal)."
        + (similar.map { " Did you mean \($0)?" } ?? "")
        + (bare.contains(name) ? " \(quotes(name))" : "")
      if similar != nil, !isFound, !mayBeAbsent { throw CommandError(text) }
      warn("rewind: \(text)")
      reported.insert(name)
    }
    for name in bare where !reported.contains(name) {
      warn("rewind: The last state has no member \(name.escapedForTerminal). \(quotes(name))")
    }
  }
}
