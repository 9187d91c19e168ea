import Foundation
import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindTimeline

extension Command {
  private static let drop = Flag("--drop", .range).repeated.help("Leave out actions, or one.")
  private static let set = Flag("--set N:POINTER=JSON", .text).repeated
    .help("Set a value in action N: 12:/payload/index=3.")
  private static let insert = Flag("--insert N:FILE", .text).repeated.typed
    .help(
      "Insert actions after action N: lines of a session, or of {\"type\":…,\"payload\":…}, each followed by its inputs: {\"input\":{\"name\":…,\"value\":…}}."
    )

  static let edit = Command(
    name: "edit",
    operands: [.session, .run],
    summary: "Replays a session with some actions changed",
    required: [.app, .output],
    flags: Flag.replaying + [drop, set, insert] + Flag.judgingStates + Flag.writing(".jsonl") + [
      .json
    ],
    details: """
      Actions are named by their numbers in the recording. The app's reducers run in a child
      process. Dates, UUIDs and random numbers that they read and that the recording does not
      have are made up, the same every time; a value of the app's own must be supplied by an
      input line after the action in the --insert file. The result is a separate session log.
      Without any change, it is the same session with all of its states, for recordings that
      lack some.

      The report says whether the app crashes, and what becomes of the recorded crash; where
      the states begin to differ from the recorded ones; and the differences at the end. With
      --never it also reports wrong states; with run, a command decides which are wrong.
      """,
    examples: """
      edit recordings/memory-tunes/tap-while-loading.jsonl --drop 1..2 \
      --app .build/debug/memory-tunes -o other.jsonl
        would it have crashed in the other category?
      edit recordings/memory-tunes/win.jsonl --drop 21..22 --app .build/debug/memory-tunes \
      --never gameState.gameFinished -o other.jsonl
        would the game have ended without these two?
      """
  ) { arguments, terminal in
    let never = try arguments.wrongStates()
    let timeline = try arguments.openSession(terminal)
    let program = try arguments.program()
    let path = try arguments.outputPath()
    let changes =
      try arguments.all(drop).map(dropping) + arguments.all(set).map(setting)
      + arguments.all(insert).map(inserting)
    if changes.isEmpty, timeline.hasUnrecordedStates {
      let completion = try StateBackfill.run(timeline, by: program)
      try completion.text.write(to: path)
      let (count, timeline) = (completion.count, completion.timeline)
      let json: JSONValue = [
        "file": .string(path), "actions": JSONValue(timeline.actionCount),
        "computed": JSONValue(count),
      ]
      let words = """
        \(path): the same session with all of its states; \(count) of them \(count == 1 ? "was" : "were") \
        not recorded, but computed by the app.
        """
      try terminal.show(PlainAnswer(json: json, statements: [words]))
      return .success
    }
    guard !changes.isEmpty else {
      throw InputError.missing("a change: --drop, --set or --insert")
    }
    try checkNoneIsDropped(changes)
    let edit = try SessionEdit.read(timeline, applying: changes)
    for value in edit.addedValues { terminal.warn(value.words) }
    let result = try edit.run(by: program, never: never)
    try result.text.write(to: path)
    try terminal.show(EditAnswer(result: result, original: timeline, path: path))
    for name in Set(result.findings.flatMap(\.unknownNames)).sorted() {
      terminal.warn("rewind: Nothing in this session is named \(name.escapedForTerminal).")
    }
    return .success
  }

  /// Refuses a change to an action that is dropped as well.
  private static func checkNoneIsDropped(_ changes: [SessionEdit.Change]) throws {
    for case .set(let index, let pointer, _) in changes {
      for case .drop(let range) in changes where range.contains(index) {
        throw InputError.notWith("--drop \(index)", "--set \(index):\(pointer)")
      }
    }
  }

  private static func dropping(_ text: String) throws -> SessionEdit.Change {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last
    else {
      throw InputError.takes("--drop", "actions, as in 3 or 3..7", not: text)
    }
    return .drop(first...last)
  }

  private static func setting(_ text: String) throws -> SessionEdit.Change {
    guard let colon = text.firstIndex(of: ":"), let index = Int(text[..<colon]),
      let equals = text[colon...].firstIndex(of: "=")
    else {
      throw InputError.takes("--set", "N:POINTER=JSON, as in 12:/payload/index=3", not: text)
    }
    let pointer = try Pointer(String(text[text.index(after: colon)..<equals]))
    let value = String(text[text.index(after: equals)...])
    do throws(JSONError) {
      return .set(index, pointer, try JSONValue(parsing: value))
    } catch {
      throw InputError.isNot(
        "\"\(value)\"",
        "JSON, in which strings need double quotes: \(error.what)"
      )
    }
  }

  private static func inserting(_ text: String) throws -> SessionEdit.Change {
    guard let colon = text.firstIndex(of: ":"), let index = Int(text[..<colon]) else {
      throw InputError.takes("--insert", "N:FILE, as in 12:more.jsonl", not: text)
    }
    let path = String(text[text.index(after: colon)...])
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    var steps: [SessionStep] = []
    for line in data.split(separator: UInt8(ascii: "\n")) {
      let json = try JSONValue(parsing: Array(line))
      if let input = SessionStep.Input(json) {
        guard !steps.isEmpty else { break }
        steps[steps.count - 1].inputs.append(input)
      } else if let step = SessionStep(json) {
        steps.append(step)
      }
    }
    guard !steps.isEmpty else {
      throw InputError.isNot(path, "a list of actions such as {\"type\":…,\"payload\":…}")
    }
    return .insert(after: index, steps)
  }
}

extension SessionEdit.AddedValue {
  /// A warning that a value was added at a new pointer, perhaps a typing error.
  fileprivate var words: String {
    let names = names.prefix(20).map(\.escapedForTerminal).joined(separator: ", ")
    let there = names.isEmpty ? "has no members" : "has \(names)"
    return """
      rewind: Action \(index) had no value at \(pointer.description.escapedForTerminal); one was added. \
      \(above.description.escapedForTerminal) \(there).
      """
  }
}

/// The answer of `edit`.
private struct EditAnswer: AnswerPart {
  let result: SessionEdit.Result
  let original: Timeline
  let path: String

  var json: JSONValue { result.json(path) }

  func lines(_ style: Style) throws -> [String] { try result.lines(style, original, path) }
}

extension SessionEdit.Result {
  fileprivate func json(_ path: String) -> JSONValue {
    var json = JSONObject([
      ("file", .string(path)), ("actions", JSONValue(actions)),
      ("end", .string(crash == nil ? "closed" : "crashed")),
      ("recordedFatal", JSONValue(recordedFatal)),
    ])
    if let crash {
      json["class"] = .string("\(crash.class)")
      json["fatal"] = JSONValue(crash.index)
      json["fatalOrigin"] = JSONValue(crash.origin)
    }
    if let firstDifference {
      json["index"] = JSONValue(firstDifference.index)
      json["origin"] = JSONValue(firstDifference.origin)
      json["type"] = .string(firstDifference.type)
      json["path"] = .string(firstDifference.changes.first?.pointer.description ?? "")
    }
    json["different"] = JSONValue(changes.map(\.pointer.description))
    if !findings.isEmpty { json["never"] = .array(findings.map(self.json)) }
    return .object(json)
  }

  /// The number of differences shown to a person.
  private static var changeLimit: Int { 12 }

  fileprivate func lines(
    _ style: Style,
    _ timeline: Timeline,
    _ path: String
  ) throws -> [String] {
    var lines = [ending]
    if let crash { lines += FinalMessage(crash.errorText).labeled("it wrote:", indent: "  ") }
    lines += findings.map(words(of:))
    lines += try differences(style, timeline)
    return lines + [style.dim("Written to \(path).")]
  }

  /// The ending of the app, compared with the recording.
  private var ending: String {
    guard let crash else { return survival }
    let activity =
      crash.type.map { Self.name(crash.index, $0, crash.origin) } ?? "making the initial state"
    let outcome = "dies in \(activity): \(crash.class)."
    guard let recordedFatal else {
      return "The app \(outcome) The recording does not crash in an action."
    }
    return crash.origin == recordedFatal
      ? "The app still \(outcome)"
      : "The app \(outcome) The recording crashed in action \(recordedFatal)."
  }

  private var survival: String {
    let all = "The app survives \(actions == 1 ? "the one action" : "all \(actions) actions")"
    guard let recordedFatal else { return "\(all) of the changed session." }
    guard let fatal else {
      return "\(all); action \(recordedFatal), in which the recording crashed, is left out."
    }
    let origin = fatal == recordedFatal ? "" : " (recorded as \(recordedFatal))"
    return "\(all), action \(fatal)\(origin) included, in which the recording crashed."
  }

  /// Returns the states that differ from the recorded ones, and the first of them.
  private func differences(_ style: Style, _ timeline: Timeline) throws -> [String] {
    var lines: [String] = []
    if let firstDifference {
      let name = Self.name(firstDifference.index, firstDifference.type, firstDifference.origin)
      lines.append("From \(name) on, the states differ from the recorded ones:")
      lines += timeline.lines(of: firstDifference.changes, style, limit: Self.changeLimit)
    } else if let lastCompared {
      lines.append(
        "Up to action \(lastCompared) of the changed session, each state is as recorded."
      )
    }
    // If only the last state differs, it has been printed already.
    guard !changes.isEmpty, firstDifference?.changes != changes else { return lines }
    let moment = try timeline.lastState().map { "after action \($0)" } ?? "at the start"
    lines.append("Differences from the last recorded state, \(moment):")
    return lines + timeline.lines(of: changes, style, limit: Self.changeLimit)
  }

  /// Returns in words if the changed session reaches a wrong state.
  private func words(of finding: WrongStateFinding) -> String {
    let title = finding.wrong.title.escapedForTerminal
    let recorded = finding.recorded?.extent.map { "in the recording it does, \($0)" }
    guard let run = finding.replayed.last, let extent = finding.replayed.extent else {
      let until = crash == nil ? "" : " before it dies"
      guard finding.isDecided else {
        return "\(title): holds in no state of the changed session that could be checked\(until)."
      }
      let other = recorded ?? (finding.recorded == nil ? nil : "in the recording neither")
      return "\(title): never holds in the changed session\(until)"
        + (other.map { "; \($0)." } ?? ".")
    }
    let action =
      finding.type.map { " (\($0.escapedForTerminal)\(recordedName(run.first.index)))" } ?? ""
    let other = finding.recorded.map { _ in recorded ?? "in the recording it never does" }
    return "\(title): holds in the changed session, \(extent)\(action)"
      + (other.map { "; \($0)." } ?? ".")
  }

  private func recordedName(_ index: Int) -> String {
    guard let origin = origin(of: index) else { return ", inserted" }
    return origin == index ? "" : ", recorded as \(origin)"
  }

  private func json(_ finding: WrongStateFinding) -> JSONValue {
    guard var json = finding.json.object else { return finding.json }
    json["origin"] = JSONValue(finding.replayed.last.flatMap { origin(of: $0.first.index) })
    return .object(json)
  }

  /// Returns an action's number in the changed session, and its number in the recording.
  private static func name(_ index: Int, _ type: String, _ origin: Int?) -> String {
    let recorded = origin.map { $0 == index ? "" : ", recorded as \($0)" } ?? ", inserted"
    return "action \(index) of the changed session (\(type.escapedForTerminal)\(recorded))"
  }
}
