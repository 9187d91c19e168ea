import RewindJSON
import RewindSession
import RewindTimeline

extension Command {
  private static let at = Flag(
    "--at",
    "N",
    help: "Look back from this position instead of the end."
  )
  private static let everyLeaf = Flag(
    "--all",
    help: "Every value without members, with its last writer; the pointer may be left out."
  )
  private static let slot = Flag(
    "--slot",
    help: "Blame the index of an array, whichever element is there."
  )

  static let blame = Command(
    "blame",
    "FILE [POINTER]",
    1...2,
    "Shows which action last wrote a value, or each value",
    flags: [at, everyLeaf, slot, .json],
    details: """
      In arrays the element is tracked, not the place. An object with a member "id" is tracked by
      its id, wherever it was in that array. Any other element is tracked by the recorded patches:
      insertions and removals before it shift it, and a move carries it; if the whole array was
      replaced, the element at the same place counts. An inserted element was written by the action
      that inserted it.
      """,
    examples: [
      (
        "blame recordings/memory-tunes/win.jsonl /gameState/memoryCards",
        "the last change to the board"
      ),
      (
        "blame recordings/memory-tunes/win.jsonl /gameState/memoryCards/3 --all --at 22",
        "the last writer of each value of a card"
      ),
    ]
  ) { arguments, terminal in
    let pointer = try arguments[1].map { try Pointer(typed: $0) }
    guard pointer != nil || arguments.has(everyLeaf) else {
      throw CommandError(
        "`rewind blame` needs a POINTER, as in /game/score; or --all, for every value of the state."
      )
    }
    if arguments.has(everyLeaf), arguments.has(slot) {
      throw CommandError("--slot needs one POINTER; --all always tracks elements.")
    }
    let timeline = try arguments.openSession(terminal)
    let index = try arguments.stateIndex(arguments[at] ?? "end", in: timeline, terminal)
    let progress = Progress()
    defer { progress.done() }
    let report = { (line: Int) in progress.show("line \(line) of \(timeline.log.lineCount)") }
    if arguments.has(everyLeaf) {
      let pointer = pointer ?? .root
      _ = try timeline.state(after: index).value(at: pointer, index: index)
      let leaves = try timeline.blameAll(under: pointer, at: index, progress: report)
      progress.done()
      terminal.print(leaves, of: timeline, asJSON: arguments.has(.json))
      return .success
    }
    let place = pointer ?? .root
    let subject: BlameSubject = arguments.has(slot) ? .place : .element
    guard
      let blame = try timeline.blame(place, at: index, following: subject, progress: report),
      // The element around the place was written, and has no such member.
      blame.old != nil || blame.new != nil
    else {
      _ = try timeline.state(after: index).value(at: place, index: index)
      throw CommandError("No state up to action \(index) has a value at \(place).")
    }
    progress.done()
    if arguments.has(.json) {
      terminal.print(json: blame.json.text)
    } else {
      for line in try BlameText(timeline, blame).lines(terminal.output) {
        terminal.printWrapped(line)
      }
      if blame.pointer != place {
        terminal.print(
          terminal.output.dim(
            "  which is at \(place.description.escapedForTerminal) after action \(index)"
          )
        )
      }
    }
    return .success
  }
}

extension Blame {
  /// The blame as JSON; a side without a value has no member.
  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("index", JSONValue(index)), ("type", type.map { .string($0) } ?? .null),
      ("pointer", .string(pointer.description)),
    ]
    if let old { members.append(("old", old)) }
    if let new { members.append(("new", new)) }
    return .object(JSONObject(members))
  }

  /// A leaf with its writer, as JSON.
  fileprivate var leafJSON: JSONValue {
    [
      "index": JSONValue(index), "type": type.map { .string($0) } ?? .null,
      "pointer": .string(pointer.description), "new": new ?? .null,
    ]
  }

  fileprivate func writer(in timeline: Timeline) -> String {
    isExternal ? "(external change)" : type?.escapedForTerminal ?? "(\(timeline.startInWords))"
  }
}

extension Terminal {
  /// Longer names push the following text out of its column.
  private static let widthLimits = (writer: 32, pointer: 48)

  fileprivate func print(_ leaves: [Blame], of timeline: Timeline, asJSON: Bool) {
    let indexWidth = leaves.map { "\($0.index)".count }.max() ?? 1
    let writerWidth = min(
      Self.widthLimits.writer,
      leaves.map { $0.writer(in: timeline).count }.max() ?? 0
    )
    let pointerWidth = min(
      Self.widthLimits.pointer,
      leaves.map(\.pointer.description.count).max() ?? 0
    )
    for leaf in leaves {
      guard !asJSON else {
        print(json: leaf.leafJSON.text)
        continue
      }
      let index = "\(leaf.index)".rightAligned(to: indexWidth)
      let writer = leaf.writer(in: timeline).padded(to: writerWidth)
      let pointer = leaf.pointer.description.escapedForTerminal.padded(to: pointerWidth)
      print("\(index)  \(writer)  \(pointer)  \(leaf.new?.brief(40) ?? "")")
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

/// The last writer of a value, in words.
struct BlameText {
  private let timeline: Timeline
  private let blame: Blame

  init(_ timeline: Timeline, _ blame: Blame) {
    self.timeline = timeline
    self.blame = blame
  }

  func lines(_ style: Style) throws -> [String] {
    [try writer(style)] + changes.prefix(Self.changesShown).map { "  " + $0.line(style) }
      + (changes.count > Self.changesShown
        ? ["  and \(changes.count - Self.changesShown) more places in it"] : [])
  }

  /// More belong to `rewind diff`.
  private static let changesShown = 10

  /// The change of the value, or of the members in it where it stayed an object or an array as long as it was.
  private var changes: [Change] {
    let whole = Change(blame.pointer, old: blame.old, new: blame.new)
    guard let old = blame.old, let new = blame.new, old.isContainer(like: new),
      let inner = try? Patch(from: old, to: new).changes(of: old), !inner.isEmpty
    else { return [whole] }
    return inner.map { change in
      Change(
        Pointer(tokens: blame.pointer.tokens + change.pointer.tokens),
        old: change.old,
        new: change.new
      )
    }
  }

  private func writer(_ style: Style) throws -> String {
    if blame.isExternal {
      return "after action \(blame.index), without an action: an external change"
    }
    if blame.index == timeline.firstIndex { return "\(blame.index)  \(timeline.startInWords)" }
    return "\(blame.index)  " + (try timeline.action(blame.index).brief(style))
  }
}
