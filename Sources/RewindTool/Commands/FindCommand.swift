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
    flags: [.stores] + Flag.replaying + [.json],
    details: """
      The expression is evaluated on each action with the states before and after it, and on the
      initial state, index 0. The name of an action, or the end of one, finds those actions:
      `cart.add` is `type == "AppAction.cart.add"`. If not every state was recorded, the app that --app names
      computes them. Exit status 1 if it holds nowhere. `rewind help expressions` describes expressions.
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
    let timeline = try arguments.openSessionComputing(terminal)
    let expression = try StepExpression(typed: arguments.operands[1], in: timeline)
    let progress = Progress()
    let width = "\(timeline.lastIndex)".count
    var isFound = false
    try timeline.find(expression, in: timeline.firstIndex...timeline.lastIndex) {
      progress.show("action \($0) of \(timeline.lastIndex)")
    } _: { index in
      isFound = true
      let action = index == timeline.firstIndex ? nil : try timeline.action(index)
      try terminal.show(
        FoundStep(index: index, action: action, timeline: timeline, width: width)
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
  let timeline: Timeline
  /// The columns of the index.
  let width: Int

  var json: JSONValue {
    var json = JSONObject([("index", JSONValue(index)), ("type", JSONValue(action?.type))])
    json["store"] = action?.storeAction.map { .string($0.store) }
    return .object(json)
  }
  var layout: AnswerLayout { .table }

  func lines(_ style: Style) -> [String] {
    let lane = action.flatMap(timeline.lane).map { $0 + "  " } ?? ""
    return [
      "\("\(index)".rightAligned(to: width))  \(lane)\(action?.brief(in: timeline, style) ?? timeline.startInWords)"
    ]
  }
}
