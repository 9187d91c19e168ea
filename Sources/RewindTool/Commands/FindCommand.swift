import RewindJSON
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
      The expression is asked of each action with the states before and after it, and of the
      initial state, index 0. Exit status 1 if it holds nowhere. `rewind help expressions`
      shows what can be asked.
      """,
    examples: [
      (
        "find recordings/memory-tunes/win.jsonl 'changed(gameState.gameFinished)'",
        "when a game began and ended"
      ),
      (
        "find recordings/memory-tunes/win.jsonl 'count(gameState.memoryCards, it.isFlipped) == 2'",
        "when two cards lay open"
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
          (["index": JSONValue(index), "type": action.map { .string($0.type) } ?? .null]
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
    if !isFound { terminal.remarkOnBareNames(of: expression, in: timeline) }
    return isFound ? .success : .negative
  }
}

extension Terminal {
  /// Says of the names in an expression that found nothing that they may be texts without quotes.
  func remarkOnBareNames(of expression: StepExpression, in timeline: Timeline) {
    guard let last = try? timeline.lastState(), let state = try? timeline.state(after: last) else {
      return
    }
    for name in expression.bareNames where state[name] == nil {
      remark(
        "rewind: The last state has no member \(name.harmless). A text needs quotes: \"\(name.harmless)\"."
      )
    }
  }
}
