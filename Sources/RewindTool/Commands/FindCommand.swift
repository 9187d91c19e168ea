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
      if arguments.has(.json) {
        let json: JSONValue = ["index": JSONValue(index), "type": JSONValue(action?.type)]
        terminal.print(json: json.text)
      } else {
        let text = action?.brief(terminal.output) ?? timeline.startInWords
        terminal.print("\("\(index)".rightAligned(to: width))  \(text)")
      }
      return true
    }
    try terminal.warnOfUnrecordedStates(of: timeline, askedFor: expression)
    try terminal.warnOfNames(of: expression, in: timeline, isFound: isFound)
    return isFound ? .success : .negative
  }
}
