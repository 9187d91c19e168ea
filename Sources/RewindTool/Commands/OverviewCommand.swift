import Foundation
import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

extension Command {
  static let overview = Command(
    name: "overview",
    operands: [.session],
    summary: "Shows a summary of a session",
    flags: [.stores, .json],
    details: """
      How long it was, how it ended, the fatal action if it crashed, the last changes, and the
      next command to type. Before these, where it is so: that actions overlapped, that
      thousands came without a pause before the end, that an app needs decoders to replay them,
      in which time zone and locale it was recorded, and that dispatches took 250 ms or longer.
      """,
    examples: """
      recordings/memory-tunes/tap-while-loading.jsonl
        a session that ends in a crash
      """
  ) { arguments, terminal in
    // An overview has to say if the session is complete.
    let timeline = try arguments.openSession(terminal, verifying: true)
    try terminal.show(Overview(timeline: timeline, columns: terminal.columns))
    return .success
  }
}

/// The answer of `rewind FILE`: an overview of a session on one screen.
struct Overview: AnswerPart {
  let timeline: Timeline
  /// The columns of the terminal; nil for any number.
  let columns: Int?

  /// The number of last changes to show: enough to see what was going on.
  private static let changesShown = 6

  var layout: AnswerLayout { .summary }

  func lines(_ style: Style) throws -> [String] {
    let gap = try timeline.log.gap().map { " \($0.words.escapedForTerminal)." } ?? ""
    let unrecorded = try timeline.unrecordedStates()
    let missing =
      unrecorded > 0 ? " The states after \(unrecorded) of the actions were not recorded." : ""
    var lines = [try headline(style), ending(style) + gap + missing]
    lines += try SessionSigns.read(timeline).lines(in: timeline)
    if let hangs = try timeline.hangs().line(timeline.sharedType) {
      lines.append(style.red(hangs) + ".")
    }
    if case .crashed(let fatal) = timeline.end, fatal > 0 {
      lines += try [""] + fatalAction(fatal, style)
    }
    lines += try lastChanges(style)
    return lines + [""] + next(style)
  }

  /// The story for scripts.
  var json: JSONValue {
    get throws {
      let header = timeline.log.header
      let unrecorded = try timeline.unrecordedStates()
      var fatal: JSONValue?
      if case .crashed(let index) = timeline.end, index > 0 {
        fatal = ["index": JSONValue(index), "action": try timeline.action(index).action]
      }
      let signs = try SessionSigns.read(timeline)
      let hangs = try timeline.hangs().count
      return JSONValue(present: [
        "file": .string(timeline.log.path), "app": JSONValue(header.app),
        "store": JSONValue(header.store),
        "stores": timeline.stores.isEmpty ? nil : .some(JSONValue(timeline.stores)),
        "session": .string(header.session),
        "started": JSONValue(header.started), "actions": JSONValue(timeline.actionCount),
        "end": .string(timeline.end.name), "fatal": fatal,
        "overlapping": signs.overlapping > 0 ? .some(JSONValue(signs.overlapping)) : nil,
        "reflected": signs.reflected > 0 ? .some(JSONValue(signs.reflected)) : nil,
        "burst": signs.burst?.json, "cycle": signs.cycle?.json,
        "timeZone": signs.timeZone.map { .string($0) },
        "locale": signs.locale.map { .string($0) },
        "hangs": hangs > 0 ? JSONValue(hangs) : nil,
        "unrecorded": unrecorded > 0 ? JSONValue(unrecorded) : nil,
      ])
    }
  }

  private func headline(_ style: Style) throws -> String {
    let header = timeline.log.header
    var parts = [style.bold((header.app ?? "a session").escapedForTerminal)]
    if let store = header.store, store != "main" {
      parts.append("store \(store.escapedForTerminal)")
    }
    if !timeline.stores.isEmpty {
      parts.append("stores \(timeline.stores.joined(separator: ", "))".escapedForTerminal)
    }
    let actions = counted(timeline.actionCount, "action")
    let isLater = timeline.firstIndex > 0 && timeline.actionCount > 0
    parts.append(
      isLater ? "\(actions), \(timeline.firstIndex + 1) to \(timeline.lastIndex)" : actions
    )
    if let segment = header.json["segment"]?.int, segment > 1 { parts.append("segment \(segment)") }
    if timeline.actionCount > 0, let time = try timeline.action(timeline.lastIndex).time {
      parts.append("\(time.seconds)")
    }
    if let started = header.started { parts.append("started \(started.escapedForTerminal)") }
    return parts.joined(separator: ", ")
  }

  private func ending(_ style: Style) -> String {
    switch timeline.end {
    case .closed:
      return style.green("closed") + ": the app ended the session."
    case .crashed(let action):
      // An open action is all that the log shows; the cause of death is unknown.
      return style.red("crashed")
        + ": the log ends inside action \(action): the app died while \(activityAtCrash), or was killed just then."
    case .stopped:
      let unended = (try? timeline.log.unendedActions()) ?? []
      guard unended.isEmpty else {
        return style.yellow("stopped")
          + ": the log has no end line. Others overlapped \(unended.count == 1 ? "action" : "actions") \(unended.map(String.init).shortList), so that it is not known whether the app died there. It was killed, crashed, or ended without closing its recorder."
      }
      return style.yellow("stopped")
        + ": the log has no end line and no open action. The app was killed, crashed outside a reducer, or ended without closing its recorder."
    case .continued:
      return style.green("continued")
        + ": it continues in the next segment, which is not beside it."
    case .cut where timeline.log.damage != nil:
      return style.red("damaged") + ": the readable part ends before the damage."
    case .cut:
      return style.yellow("cut")
        + ": the last line is incomplete. The app stopped, or the disk filled up, while writing it."
    }
  }

  /// The code that ran when the app crashed in an action, which the attachment cannot always know.
  private var activityAtCrash: String {
    switch timeline.log.header.attach {
    case "middleware": "the reducer or a subscriber ran"
    case "dispatcher": "a store or one of its listeners ran"
    case "hooks": "the loop reduced it"
    default: "the reducer ran"
    }
  }

  private func fatalAction(_ index: Int, _ style: Style) throws -> [String] {
    let action = try timeline.action(index)
    var lines = [
      style.red("fatal ") + "\(index)".rightAligned(to: numberWidth) + "  " + lane(action)
        + action.brief(in: timeline, style, width: 200)
    ]
    for input in try timeline.inputs(of: index) {
      let value = timeline.valueTypes.readable(input).brief()
      lines.append(indent + style.dim("read \(input.name.escapedForTerminal) = \(value)"))
    }
    return lines
  }

  private func lastChanges(_ style: Style) throws -> [String] {
    guard let last = try timeline.lastState() else {
      return timeline.hasUnrecordedStates && timeline.actionCount > 0
        ? ["No state was recorded; the app can compute them: `rewind help edit`."]
        : ["The program stopped before it made its initial state."]
    }
    guard timeline.log.damage == nil || last > timeline.firstIndex else { return [] }
    var lines: [String] = []
    for index in stride(from: last, to: timeline.firstIndex, by: -1).prefix(1_000)
    where lines.count < Self.changesShown {
      guard try timeline.stateLine(after: index) != nil, try timeline.isStateKnown(before: index)
      else { continue }
      guard try !timeline.changes(of: index).isEmpty else { continue }
      let action = try timeline.action(index)
      let room = columns.map { $0 - Self.margin.count }
      let listed = try ListedAction.read(action, in: timeline, columns: room).lines(style)
      lines += listed.map { Self.margin + $0 }
    }
    if lines.isEmpty, timeline.hasUnrecordedStates {
      return ["The changes were not recorded; the app can compute them: `rewind help edit`."]
    }
    guard timeline.actionCount > 0 else {
      return [
        "No action was recorded: the store may not use the recording's reducer or middleware."
      ]
    }
    guard !lines.isEmpty else { return ["No action changed the state."] }
    return ["", style.dim("the last changes")] + lines.reversed()
  }

  /// Returns the store of an action, where there are several.
  private func lane(_ action: RecordedAction) -> String {
    timeline.lane(of: action).map { $0 + "  " } ?? ""
  }

  /// The indentation of the number of an action, so that it is below that of the fatal one.
  private static let margin = "      "

  private var numberWidth: Int { "\(timeline.lastIndex)".count }
  private var indent: String { String.spaces(8 + numberWidth) }

  /// The next command to type, alone on its line.
  private func next(_ style: Style) -> [String] {
    let isRead = timeline.log.path == "-"
    let all = timeline.stores.isEmpty ? "" : " --stores"
    let file = isRead ? "session.jsonl" : timeline.log.path.shellPath + all
    let (command, purpose) =
      if case .crashed = timeline.end {
        ("rewind bisect \(file)\(app)", "find the action to blame")
      } else if timeline.log.damage == nil {
        ("rewind step \(file)", "step through it")
      } else {
        ("rewind check \(file)", "find the damage")
      }
    let first = isRead ? "save the session, with > \(file) instead of | rewind, and " : ""
    return [style.dim("# next: \(first)\(purpose)"), command]
  }

  /// The flag that names the app: none if the environment names it, the program that recorded the session if it is
  /// still where the session says, or a build of its name in the package of the current folder.
  private var app: String {
    guard EnvironmentPrograms.app == nil else { return "" }
    return
      " --app \(recordingProgram ?? "PATH/TO/\(timeline.log.header.app ?? "PROGRAM")".shellWord)"
  }

  private var recordingProgram: String? {
    guard let name = timeline.log.header.json["executable"]?.string else { return nil }
    let isPath = name.hasPrefix("/")
    let path = isPath ? name : ".build/debug/\(name)"
    guard isPath || !name.contains("/"), !name.hasPrefix("."),
      FileManager.default.isExecutableFile(atPath: path), !path.isFolder
    else { return nil }
    let here = FileManager.default.currentDirectoryPath + "/"
    guard path.hasPrefix(here) else { return path.shellPath }
    let rest = String(path.dropFirst(here.count))
    return (rest.contains("/") ? rest : "./\(rest)").shellPath
  }
}
