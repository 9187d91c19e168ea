import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

extension Command {
  private static let screen = Flag("--screen").typed
    .help("Show the screen that the app of --app draws from the state after it.")

  static let show = Command(
    name: "show",
    operands: [.session, Flag("N", .index).key("index").help("The action: 12, end, end-1.")],
    summary: "Shows one action with its payload, inputs and change",
    flags: [.stores, screen] + Flag.replayingSession + [.output.typed, .force, .json],
    details: """
      With --screen it prints the text that the app draws, or writes its picture to -o FILE; without
      -o, the browser shows the picture. It is drawn from the state in the log, and not what the
      user saw: what is not in the store (scrolling, the keyboard) is not in it.
      """,
    examples: """
      show recordings/memory-tunes/win.jsonl 12
        the twelfth action of a game
      show recordings/memory-tunes/win.jsonl 12 --screen --app .build/debug/memory-tunes
        the board after it
      """
  ) { arguments, terminal in
    let timeline = try arguments.openSession(terminal)
    let index = try arguments.index(1, in: timeline)
    guard !arguments.has(screen) else {
      let page = try ScreenPage.read(timeline, index, arguments.program(of: timeline, terminal))
      return try page.show(arguments, terminal)
    }
    if arguments.has(.output) { throw InputError.needs(Flag.output.name, screen.name) }
    guard index > timeline.firstIndex else { throw InputError.isStart(index) }
    try terminal.show(ActionPage.read(timeline, index))
    return .success
  }
}

/// The answer of `show`: all details of one action.
struct ActionPage: AnswerPart {
  private let timeline: Timeline
  private let action: RecordedAction
  private let inputs: [RecordedInput]
  private let changes: [Change]?
  /// True if its change was not recorded.
  private let isUnrecorded: Bool
  /// Its origin.
  private let causes: CauseChain
  /// The events since the action before.
  private let events: [TimelineEvent]

  var layout: AnswerLayout { .table }

  static func read(_ timeline: Timeline, _ index: Int) throws -> ActionPage {
    let hasState = try timeline.stateLine(after: index) != nil
    let isUnrecorded =
      try timeline.isUnrecorded(index) || hasState && !timeline.isStateKnown(before: index)
    return try ActionPage(
      timeline: timeline,
      action: timeline.action(index),
      inputs: timeline.inputs(of: index),
      changes: hasState && !isUnrecorded ? timeline.changes(of: index) : nil,
      isUnrecorded: isUnrecorded,
      causes: CauseChain(timeline, index),
      events: timeline.events(after: index - 1)
    )
  }

  func lines(_ style: Style) -> [String] {
    var lines = [
      "action \(action.index) of \(timeline.lastIndex): \(style.bold(action.type.escapedForTerminal))"
    ]
    if let own = action.storeAction {
      lines.append("store   \(own.store.escapedForTerminal), its action \(own.index)")
    }
    lines += events.map { "before  " + style.yellow("\($0)".escapedForTerminal) }
    if let time = action.time { lines.append("time    \(time.seconds)") }
    if let source = action.source { lines.append("source  \(source.escapedForTerminal)") }
    lines += causes.steps.enumerated().map { index, step in
      let name = step.action.map { ", \($0.type.escapedForTerminal)" } ?? ""
      let above = index > 0 ? causes.steps[index - 1].action : action
      let words = step.reference(of: above, in: timeline).words.escapedForTerminal + name
      return index == 0 ? "cause   \(words)" : "        which \(words)"
    }
    if action.overlaps { lines.append("overlap it began before the previous action had ended") }
    for (word, content) in [
      ("payload", timeline.valueTypes.readable(action).payload), ("failed ", action.error),
    ] {
      guard let content else { continue }
      let text = content.prettyText.split(separator: "\n").map { String($0).escapedJSON }
      lines.append("\(word) \(text.first ?? "")")
      lines += text.dropFirst().map { "        \($0)" }
    }
    for input in inputs {
      lines.append(
        "read    \(input.name.escapedForTerminal) = \(timeline.valueTypes.readable(input).brief(200))"
      )
    }
    if isUnrecorded { return lines + ["change  was not recorded"] }
    guard let changes else { return lines + [missingState(style)] }
    guard !changes.isEmpty else { return lines + ["change  none"] }
    lines.append("change")
    return lines + timeline.lines(of: changes, style)
  }

  private func missingState(_ style: Style) -> String {
    switch timeline.missingState(after: action.index) {
    case .died: style.red("died    no state after it: the program died in this action")
    case .unreadable: style.yellow("cut     no state after it: the readable part ends here")
    case .lost:
      style.yellow(
        "change  unknown: another action overlapped it, or writing its state failed"
      )
    }
  }

  var json: JSONValue {
    var object = action.json
    object["crc"] = nil
    object["type"] = .string(action.type)
    object["inputs"] = .array(inputs.map { ["name": .string($0.name), "value": $0.value] })
    object["changed"] = changes.map { JSONValue($0.map(\.pointer.description)) } ?? .null
    return .object(object)
  }
}
