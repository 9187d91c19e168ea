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
    examples: [
      (
        "find recordings/memory-tunes/win.jsonl 'changed(gameState.gameFinished)'",
        "when a game began and ended"
      ),
      (
        "find recordings/memory-tunes/win.jsonl 'count(gameState.memoryCards, it.isFlipped) == 2'",
        "when two cards were face up"
      ),
      (
        "find recordings/memory-tunes/win.jsonl 'type like \"Flip*\" and payload.cardIndexToFlip < 2'",
        "flips of the first two cards"
      ),
    ]
  ) { arguments, terminal in
    let expression = try StepExpression(arguments.operands[1])
    let timeline = try arguments.openSession(terminal)
    let progress = Progress()
    defer { progress.done() }
    let width = "\(timeline.lastIndex)".count
    var isFound = false
    try timeline.find(expression, in: timeline.firstIndex...timeline.lastIndex) {
      progress.show("action \($0) of \(timeline.lastIndex)")
    } _: { index in
      isFound = true
      let action = index == timeline.firstIndex ? nil : try timeline.action(index)
      if arguments.has(.json) {
        terminal.print(
          json: (["index": JSONValue(index), "type": action.map { .string($0.type) } ?? .null]
            as JSONValue).text
        )
      } else {
        let told = action?.brief(terminal.output) ?? timeline.startInWords
        terminal.print("\("\(index)".rightAligned(to: width))  \(told)")
      }
      return true
    }
    progress.done()
    try terminal.remarkOnUnrecordedStates(of: timeline, askedFor: expression)
    try terminal.remarkOnNames(of: expression, in: timeline, isFound: isFound)
    return isFound ? .success : .negative
  }
}

extension Terminal {
  /// Warns of names in an expression that do not occur, or that may be texts without quotes.
  func remarkOnNames(
    of expression: StepExpression,
    in timeline: Timeline,
    isFound: Bool
  ) throws {
    lazy var state = try? timeline.lastState().map { try timeline.state(after: $0) }
    let bare = isFound ? [] : expression.bareNames.filter { state?[$0] == nil }
    for name in bare {
      remark(
        "rewind: The last state has no member \(name.escapedForTerminal). A text needs quotes: \"\(name.escapedForTerminal)\"."
      )
    }
    let progress = Progress()
    defer { progress.done() }
    let unknown = try timeline.unknownNames(of: expression) {
      progress.show("looking for the names: line \($0) of \(timeline.log.lineCount)")
    }
    progress.done()
    for name in unknown where !bare.contains(name) {
      let known = state?.memberNames(upTo: 10_000) ?? []
      let hint =
        name.closest(among: known.sorted()).map { " Did you mean \($0.escapedForTerminal)?" } ?? ""
      remark("rewind: Nothing in this session is named \(name.escapedForTerminal).\(hint)")
    }
  }
}

extension JSONValue {
  /// Returns the names of members in it, from at most this many values.
  fileprivate func memberNames(upTo limit: Int) -> Set<String> {
    var (names, values, looked): (Set<String>, [JSONValue], Int) = ([], [self], 0)
    while let value = values.popLast(), looked < limit {
      looked += 1
      switch value {
      case .object(let object):
        names.formUnion(object.members.map(\.key))
        values += object.members.map(\.value)
      case .array(let elements):
        values += elements
      default:
        break
      }
    }
    return names
  }
}
