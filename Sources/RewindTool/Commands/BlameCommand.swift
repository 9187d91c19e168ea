import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

extension Command {
  /// The position at which questions about a value's past begin.
  static let lookingBack = Flag("--at", .index).help("Look back from here, not from the end.")
  private static let everyLeaf = Flag("--all")
    .help("Every value without members, with its last writer; the pointer may be left out.")
  private static let history = Flag("--history").excluding(lookingBack, everyLeaf, slot)
    .help("Every value that the pointer had, each with its writer.")
  private static let slot = Flag("--slot").excluding(everyLeaf).help(
    "Blame the index of an array, not an element."
  )

  static let blame = Command(
    name: "blame",
    operands: [.session, Flag("[POINTER]", .pointer).help("cart.items[3] or /cart/items/3.")],
    summary: "Shows which action last wrote a value, or each value",
    flags: [lookingBack, everyLeaf, history, slot, .stores, .json],
    details: """
      In arrays the element is tracked, not the index. An element whose type is Identifiable is
      tracked by its id, wherever it was in that array and however the patch is written; in a log that tells no types,
      one with a member "id" is. Any other element is tracked by the recorded patches:
      insertions and removals before it shift it, and a move carries it; if the whole array was
      replaced, the element at the same index counts. An inserted element was written by the action
      that inserted it. With --history, the pointer means the element that was at that index at the time;
      equal values in a row are listed once, and of a long array or object only what changed in it. Exit
      status 1 if there never was a value.
      """,
    examples: """
      blame recordings/memory-tunes/win.jsonl /gameState/memoryCards
        the last change to the board
      blame recordings/memory-tunes/win.jsonl /gameState/memoryCards/3 --all --at 22
        the last writer of each value of a card
      blame recordings/memory-tunes/win.jsonl /gameState/memoryCards/3/isFlipped --history
        when a card was turned
      """
  ) { arguments, terminal in
    guard arguments[1] != nil || arguments.has(everyLeaf) || arguments.has(history) else {
      throw InputError.needs("`rewind blame`", "a POINTER, as in /game/score, or --all")
    }
    if arguments.has(history) {
      guard let word = arguments[1] else { throw InputError.needs(history.name, "a POINTER") }
      let pointer = try Pointer(typed: word)
      return try showHistory(of: pointer, in: arguments.openSession(terminal), arguments, terminal)
    }
    let timeline = try arguments.openSession(terminal)
    let index = try arguments.stateIndex(arguments[lookingBack] ?? "end", in: timeline, terminal)
    let progress = Progress()
    let report = { (line: Int) in progress.show("line \(line) of \(timeline.log.lineCount)") }
    let pointer = try arguments[1].map { try Pointer(typed: $0) } ?? .root
    if arguments.has(everyLeaf) {
      _ = try timeline.state(after: index).value(at: pointer, index: index)
      let leaves = try timeline.blameAll(under: pointer, at: index, progress: report)
      try terminal.show(BlameTable(timeline: timeline, leaves: leaves))
      return .success
    }
    let subject: BlameSubject = arguments.has(slot) ? .index : .element
    guard
      let blame = try timeline.blame(pointer, at: index, following: subject, progress: report),
      // Only the element around the value was written, and it has no such member.
      blame.old != nil || blame.new != nil
    else {
      _ = try timeline.state(after: index).value(at: pointer, index: index)
      throw InputError.noValue("\(pointer)", upTo: index)
    }
    try terminal.show(
      BlameAnswer(timeline: timeline, blame: blame, pointer: pointer, index: index)
    )
    return .success
  }
}

extension Blame {
  /// The blame as JSON; a side without a value has no member.
  var json: JSONValue {
    JSONValue(present: [
      "index": JSONValue(index), "type": JSONValue(type),
      "pointer": .string(pointer.description), "old": old, "new": new,
    ])
  }

  /// A leaf with its writer, as JSON.
  fileprivate var leafJSON: JSONValue {
    [
      "index": JSONValue(index), "type": JSONValue(type),
      "pointer": .string(pointer.description), "new": new ?? .null,
    ]
  }
}

extension Timeline {
  /// Returns the writer of a value in a column: a type of action, or what else set it.
  func writer(_ type: String?, isExternal: Bool) -> String {
    isExternal
      ? "(external change)"
      : type.map { sharedType.short($0).escapedForTerminal } ?? "(\(startInWords))"
  }
}

/// The answer of `blame` about one value.
private struct BlameAnswer: AnswerPart {
  let timeline: Timeline
  let blame: Blame
  /// The value that was asked about, and the action after which it is there.
  let pointer: Pointer
  let index: Int

  var json: JSONValue { blame.json }

  func lines(_ style: Style) throws -> [String] {
    let now = "  which is at \(pointer.description.escapedForTerminal) after action \(index)"
    return try blame.lines(in: timeline, style)
      + (blame.pointer == pointer ? [] : [style.dim(now)])
  }
}

/// The answer of `blame --all`: each value with its last writer.
private struct BlameTable: AnswerPart {
  let timeline: Timeline
  let leaves: [Blame]

  /// Longer names push the following text out of its column.
  private static let pointerLimit = 48

  var json: JSONValue { .array(records) }
  var records: [JSONValue] { leaves.map(\.leafJSON) }
  var layout: AnswerLayout { .table }

  func lines(_ style: Style) -> [String] {
    let width = leaves.map(\.pointer.description.columns).max() ?? 0
    let rows = leaves.map { leaf in
      let pointer = leaf.pointer.description.escapedForTerminal
      let types = timeline.valueTypes
      let shown = types.readable(leaf.new, as: types.type(at: leaf.pointer))
      let value = shown?.brief(40) ?? ""
      return WriterRow(
        index: leaf.index,
        writer: timeline.writer(leaf.type, isExternal: leaf.isExternal),
        text: "\(pointer.padded(to: min(Self.pointerLimit, width)))  \(value)"
      )
    }
    return rows.lines
  }
}

/// An action's number, the writer, and what it wrote.
struct WriterRow {
  let index: Int
  let writer: String
  let text: String

  /// Longer names push the following text out of its column.
  fileprivate static let writerLimit = 32
}

extension [WriterRow] {
  /// The rows in columns.
  var lines: [String] {
    let width = map { "\($0.index)".count }.max() ?? 1
    let writerWidth = Swift.min(WriterRow.writerLimit, map(\.writer.columns).max() ?? 0)
    return map {
      "\("\($0.index)".rightAligned(to: width))  \($0.writer.padded(to: writerWidth))  \($0.text)"
    }
  }
}

extension JSONValue {
  /// Returns true if both are objects, or arrays of one length.
  fileprivate func isContainer(like other: JSONValue) -> Bool {
    switch (self, other) {
    case (.object, .object): true
    case (.array(let a), .array(let b)): a.count == b.count
    default: false
    }
  }
}

extension Blame {
  /// More belong to `rewind diff`.
  private static let changesShown = 10

  /// Returns the last writer of a value, in words.
  func lines(in timeline: Timeline, _ style: Style) throws -> [String] {
    [try writer(in: timeline, style)]
      + timeline.lines(of: changes, style, limit: Self.changesShown)
  }

  /// The change of the value, or of the members in it where it stayed an object or an array as long as it was.
  private var changes: [Change] {
    guard let old, let new, old.isContainer(like: new),
      let inner = try? Patch(from: old, to: new).changes(of: old), !inner.isEmpty
    else { return [Change(pointer, old: old, new: new)] }
    return inner.map { change in
      Change(
        Pointer(tokens: pointer.tokens + change.pointer.tokens),
        old: change.old,
        new: change.new
      )
    }
  }

  private func writer(in timeline: Timeline, _ style: Style) throws -> String {
    if isExternal { return "after action \(index), without an action: an external change" }
    let words =
      index == timeline.firstIndex
      ? timeline.startInWords : try timeline.action(index).brief(in: timeline, style)
    return "\(index)  \(words)"
  }
}
