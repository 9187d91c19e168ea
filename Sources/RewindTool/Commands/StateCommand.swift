import RewindJSON
import RewindSession
import RewindTimeline

extension Command {
  static let state = Command(
    name: "state",
    operands: [
      .session,
      Flag("[N]", .index).key("index").help("The action: 12, end (the default); 0 is the start."),
      Flag("[POINTER]", .pointer).help("Only this value: cart.items[3] or /cart/items/3."),
    ],
    summary: "Shows the state after an action",
    flags: [.stores] + Flag.replaying + [.json],
    details: """
      0 is the initial state. `end` is the last state, even if the program died in a later action.
      If not every state was recorded, the app that --app names computes them.
      --json prints the state on one line.
      """,
    examples: """
      state recordings/memory-tunes/win.jsonl end
        the last state
      state recordings/memory-tunes/win.jsonl 12 /gameState/memoryCards/3
        one card after action 12
      """
  ) { arguments, terminal in
    let timeline = try arguments.openSessionComputing(terminal)
    let index = try arguments.stateIndex(arguments[1] ?? "end", in: timeline, terminal)
    let state = try timeline.state(after: index)
    let value =
      try arguments[2].map {
        try state.value(at: Pointer(typed: $0), index: index)
      } ?? state
    try terminal.show(StateAnswer(json: value))
    return .success
  }
}

/// The answer of `state`; to a program, exactly the recorded bytes.
private struct StateAnswer: AnswerPart {
  let json: JSONValue

  var layout: AnswerLayout { .table }

  func lines(_ style: Style) -> [String] {
    json.prettyText.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).escapedJSON }
  }
}

extension JSONValue {
  /// Returns the value under a pointer.
  ///
  /// - Throws: ``CommandError`` that says how far the pointer leads, and what is there.
  func value(at pointer: Pointer, index: Int) throws -> JSONValue {
    if let value = self[pointer] { return value }
    var reached = Pointer.root
    for token in pointer.tokens {
      let next = reached.appending(token)
      guard self[next] != nil else { break }
      reached = next
    }
    throw CommandError(
      "The state after action \(index) has no \(pointer). "
        + "\(reached.tokens.isEmpty ? "The state" : "\(reached)") \(self[reached]?.contents ?? "")."
    )
  }

  /// The members that a pointer can name in this value, in words.
  private var contents: String {
    switch self {
    case .object(let object) where object.isEmpty:
      return "is an object without members"
    case .object(let object):
      let names = object.keys.prefix(12).map { $0.escapedForTerminal }.joined(separator: ", ")
      return "has \(names)\(object.count > 12 ? " and \(object.count - 12) more" : "")"
    case .array(let elements) where elements.isEmpty:
      return "is an empty array"
    case .array(let elements):
      return "is an array of \(counted(elements.count, "element")), 0 to \(elements.count - 1)"
    default:
      return "is \(brief())"
    }
  }
}
