import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindTimeline

extension Command {
  private static let forward = Flag("--forward")
    .help("What came of the action N instead: the app replays the session without it.")

  static let why = Command(
    name: "why",
    operands: [
      .session,
      Flag("POINTER|N", .pointer).help("A value, cart.items[3], or an action's number."),
    ],
    summary: "Shows where a value or an action came from, step by step",
    flags: [lookingBack, forward] + Flag.replayingSession + [.stores, .json],
    details: """
      Finds the last writer of the value; then an equal value at that time: in the action's
      payload, in its reducer's inputs, or in the state before it. From a value in the state it
      continues with that value's writer. Elements of arrays are tracked as by `rewind
      blame`. Of several equal values, the one whose container equals that of the new one is
      taken, then the one of the same name; where several are as likely, it says so. true, false,
      null, numbers of one digit and empty values are often equal by chance: one in the state
      counts only where its container is equal too, as where a whole object was moved.

      For an action, it shows the action that it answers, and so on back to the first: what an
      app's tasks, thunks and completion handlers dispatch is linked to what has started them, in
      this store or another one whose log is in the same folder (see the page "Causes"). A cycle of causes is one line.
      Exit status 1 if no cause is recorded.

      With --forward, the app replays the session without the action, and without those that came of it: which later
      actions change the state otherwise, and how it ends.
      """,
    examples: """
      why recordings/memory-tunes/win.jsonl /categoriesState/currentCategorySelected
        the action that chose the category
      why recordings/memory-tunes/win.jsonl /gameState/memoryCards/0/imageUrl --at 22
        where the picture of a card came from
      why recordings/memory-tunes/win.jsonl 4
        what the fourth action answers
      why recordings/memory-tunes/win.jsonl 6 --forward --app .build/debug/memory-tunes
        what came of the sixth action
      """
  ) { arguments, terminal in
    let isForward = arguments.has(forward)
    let timeline =
      try isForward
      ? arguments.openWholeSession(terminal) : arguments.openSession(terminal)
    if isForward {
      let index = try arguments.index(1, in: timeline)
      guard index > timeline.firstIndex else { throw InputError.isStart(index) }
      let found = try ForwardDifference.find(
        index,
        in: timeline,
        by: arguments.program(of: timeline, terminal)
      )
      let answer = ForwardAnswer(timeline: timeline, found: found)
      try terminal.show(answer)
      return answer.isFound ? .success : .negative
    }
    if let position = Position(arguments.operands[1]) {
      let answer = try CausesAnswer(timeline, timeline.index(of: position)) {
        terminal.warn("rewind: \($0)".escapedForTerminal)
      }
      try terminal.show(answer)
      return answer.isKnown ? .success : .negative
    }
    let pointer = try Pointer(typed: arguments.operands[1])
    let index = try arguments.stateIndex(arguments[lookingBack] ?? "end", in: timeline, terminal)
    let progress = Progress()
    let steps = try timeline.provenance(of: pointer, at: index) { progress.show("line \($0)") }
    guard !steps.isEmpty else {
      _ = try timeline.state(after: index).value(at: pointer, index: index)
      throw InputError.noValue("\(pointer)", upTo: index)
    }
    for step in steps { try terminal.show(WhyAnswer(timeline: timeline, step: step)) }
    return .success
  }
}

/// A step of the answer of `why`.
private struct WhyAnswer: AnswerPart {
  let timeline: Timeline
  let step: Provenance

  var json: JSONValue { step.json }
  var layout: AnswerLayout { .table }

  func lines(_ style: Style) throws -> [String] {
    try step.blame.lines(in: timeline, style) + step.source.lines.map { "    " + $0 }
  }
}

extension Provenance {
  /// The step as JSON.
  fileprivate var json: JSONValue {
    var object = blame.json.object ?? JSONObject()
    object["source"] = .string(source.name)
    switch source {
    case .payload(let pointer):
      object["from"] = .string(pointer.description)
    case .input(let name, let pointer):
      object["input"] = .string(name)
      object["from"] = .string(pointer.description)
    case .state(let pointer, let others):
      object["from"] = .string(pointer.description)
      object["others"] = JSONValue(others.count)
    case .parts(let parts):
      object["parts"] = .array(parts.map(\.json))
    case .computed(let chances):
      object["chances"] = JSONValue(chances)
    case .initial, .external, .removed:
      break
    }
    return .object(object)
  }
}

extension Provenance.Part {
  fileprivate var json: JSONValue {
    [
      "pointer": .string(pointer.description), "input": JSONValue(input),
      "from": .string(origin.description),
    ]
  }

  fileprivate var words: String {
    (input.map { "the input \($0.escapedForTerminal)" } ?? "the payload") + origin.suffix
  }
}

extension Pointer {
  /// The suffix ` at /a/b`; empty for the root.
  fileprivate var suffix: String { tokens.isEmpty ? "" : " at \(description.escapedForTerminal)" }
}

extension Provenance.Source {
  fileprivate var name: String {
    switch self {
    case .initial: "initial"
    case .external: "external"
    case .payload: "payload"
    case .input: "input"
    case .state: "state"
    case .parts: "parts"
    case .computed: "computed"
    case .removed: "removed"
    }
  }

  /// The number of parts of a value to show.
  private static let partsShown = 8

  fileprivate var lines: [String] {
    switch self {
    case .initial, .external, .removed:
      return []
    case .payload(let pointer):
      return ["from the payload\(pointer.suffix)"]
    case .input(let name, let pointer):
      return ["from an input of the reducer: \(name.escapedForTerminal)\(pointer.suffix)"]
    case .state(let pointer, let others):
      let more =
        switch others.count {
        case 0: ""
        case 1: ", or\(others[0].suffix), which is as likely"
        default: ", one of \(others.count + 1) pointers as likely"
        }
      return ["from the state before\(pointer.suffix)\(more)"]
    case .parts(let parts):
      let shown = parts.prefix(Self.partsShown).map {
        "its \($0.pointer.description.escapedForTerminal) from \($0.words)"
      }
      let rest = parts.count - shown.count
      return shown + (rest > 0 ? ["… and \(counted(rest, "more part"))"] : [])
    case .computed(0):
      return ["no equal value in its payload, inputs or previous state: the reducer computed it"]
    case .computed(let chances):
      let values = counted(chances, "equal value")
      return [
        "no equal value in its payload or inputs: the reducer computed it, or took one of the \(values) in the state before"
      ]
    }
  }
}
