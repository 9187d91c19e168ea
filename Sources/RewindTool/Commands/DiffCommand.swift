import RewindJSON
import RewindSession
import RewindTimeline

extension Command {
  private static let patch = Flag("--patch").help("Print the change as a JSON Patch (RFC 6902).")

  static let diff = Command(
    name: "diff",
    operands: [
      .session,
      Flag("A[..B]", .range).key("range").help("An action, 12, or two positions, 0..end."),
      // B may be a word of its own.
      Flag("", .index).typed,
    ],
    summary: "Shows what changed between the states after A and after B",
    flags: [patch, .stores, .json],
    details: """
      With A alone: the change that action A made. B may also be a separate argument. Lines begin
      with ~ if a value was replaced, with + if one was added, with - if one was removed. Exit
      status 1 means that there is a difference. --json prints one line per pointer.
      """,
    examples: """
      diff recordings/memory-tunes/tap-while-loading.jsonl 22
        what action 22 changed
      diff recordings/memory-tunes/win.jsonl 0 end --patch
        from the first state to the last, as a patch
      """
  ) { arguments, terminal in
    let timeline = try arguments.openSession(terminal)
    let range = arguments.operands[1].split(separator: "..", maxSplits: 1).map(String.init)
    if range.count == 2, let other = arguments[2] {
      throw InputError.notWith(arguments.operands[1], other)
    }
    let first = try arguments.stateIndex(range.first ?? "", in: timeline, terminal)
    let (patch, before, after): (Patch, JSONValue, JSONValue)
    if let text = arguments[2] ?? range.dropFirst().first {
      let second = try arguments.stateIndex(text, in: timeline, terminal)
      patch = try timeline.patch(from: first, to: second)
      (before, after) = (try timeline.state(after: first), try timeline.state(after: second))
    } else {
      guard first > 0 else { throw InputError.isStart(0) }
      patch = try timeline.patch(of: first)
      (before, after) = (try timeline.state(before: first), try timeline.state(after: first))
    }
    let changes = timeline.valueTypes
      .byElement(try patch.changes(of: before), from: before, to: after)
    if arguments.has(Self.patch) {
      terminal.print(json: patch.json.text)
    } else {
      try terminal.show(DiffAnswer(changes: changes, types: timeline.valueTypes))
    }
    return changes.isEmpty ? .success : .negative
  }
}

/// The answer of `diff`.
private struct DiffAnswer: AnswerPart {
  let changes: [Change]
  let types: ValueTypes

  var json: JSONValue { .array(records) }
  var records: [JSONValue] { changes.map(\.json) }
  var layout: AnswerLayout { .table }

  func lines(_ style: Style) -> [String] { changes.map { types.readable($0).line(style) } }
}

extension Change {
  /// The change as JSON; a side without a value has no member.
  var json: JSONValue {
    JSONValue(present: ["pointer": .string(pointer.description), "old": old, "new": new])
  }
}
