import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindSession
import RewindText
import RewindTimeline

extension Command {
  private static let failOnNew = Flag("--fail-on-new BASELINE", .file).typed
    .help("Only what the file, an earlier output, does not have; exit status 1 if there is any.")

  static let privacy = Command(
    name: "privacy",
    operands: [.sessions],
    summary: "Lists every field of sessions, and its rule of redaction",
    flags: [failOnNew] + Flag.replaying + [.json],
    details: """
      For a review of privacy. One line for each pointer in actions, inputs and states, in a stable
      order, for a pull request to compare: commit the output, and let CI run it with
      --fail-on-new. * stands for any element of an array, and for any key of a dictionary. Which
      objects are dictionaries, the log's types say, and by them what states can have and no session
      has is listed, too. In a log without types, an object is one with a key that is no identifier,
      with records of one shape, or with more than 64 keys. Pointers are those that rules of redaction
      take: `Redaction.pointer("/items/*/title")`. `as it is`: no rule covers the field. `empty`: nothing
      has been in it. Several rules: in some sessions, or for some of the values. With --app, the
      build replays the sessions, so that what its states have today is listed too, and so are the
      actions that it can decode and no session has.
      """,
    examples: """
      privacy recordings/memory-tunes
        what a game writes
      privacy recordings/memory-tunes --app .build/debug/memory-tunes
        and what today's build would write
      privacy recordings/memory-tunes > privacy.txt
        the baseline of --fail-on-new privacy.txt
      """
  ) { arguments, terminal in
    let program = try arguments.has(.app) ? arguments.program() : nil
    let known = try arguments[failOnNew].map(PrivacyAnswer.lines(ofBaseline:))
    let progress = Progress()
    var fields = RecordedFields()
    let paths = try SessionFiles.expand(arguments.operands, terminal)
    for path in paths {
      progress.show("reading \(path)")
      let timeline = try Timeline.open(SessionLog.open(path))
      try fields.add(timeline)
      do {
        if let program { try fields.add(timeline, by: program) }
      } catch let error as ReplayProgramError where paths.count > 1 && error.isAboutOneSession {
        let app = timeline.log.header.app.map { ", of \($0.escapedForTerminal)" } ?? ""
        terminal.warn("rewind: \(path.escapedForTerminal)\(app), cannot be replayed.")
        throw error
      }
    }
    if fields.isEmpty {
      terminal.warn("rewind: There is no field: nothing was recorded in these sessions.")
    }
    let answer = PrivacyAnswer(fields: fields, known: known)
    try terminal.show(answer)
    return known == nil || answer.rows.isEmpty ? .success : .negative
  }
}

/// The fields of sessions, or those that a baseline does not have.
struct PrivacyAnswer: AnswerPart {
  struct Row {
    let field: RecordedFields.Field
    let content: RecordedFields.Content
  }

  let rows: [Row]
  let isCompared: Bool

  init(fields: RecordedFields, known: Set<String>?) {
    rows = fields.sorted.map { Row(field: $0.field, content: $0.content) }
      .filter { !(known?.contains($0.line) ?? false) }
    isCompared = known != nil
  }

  /// Returns the lines of an earlier output.
  static func lines(ofBaseline path: String) throws -> Set<String> {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
    let kinds = RecordedFields.Field.Kind.allCases.map(\.rawValue)
    guard lines.isEmpty || lines.contains(where: { line in kinds.contains { line.hasPrefix($0) } })
    else {
      throw InputError.isNot(path, "an output of `rewind privacy` as text")
    }
    return Set(lines.map(String.init))
  }

  var json: JSONValue { .array(records) }
  var layout: AnswerLayout { .table }

  var records: [JSONValue] {
    rows.map { row in
      var json = JSONObject([("kind", .string(row.field.kind.rawValue))])
      switch row.field.kind {
      case .action: json["type"] = .string(row.field.owner)
      case .input: json["name"] = .string(row.field.owner)
      case .note, .state: break
      }
      if row.field.kind != .note { json["path"] = .string(row.field.path) }
      json["values"] = .array(row.content.kinds.sorted().map { .string($0) })
      json["rules"] = .array(row.content.rules.sorted().map { .string($0) })
      return .object(json)
    }
  }

  func lines(_ style: Style) -> [String] {
    let lines = rows.map(\.line)
    guard isCompared else { return lines }
    return lines.isEmpty
      ? ["Nothing is new."]
      : lines + ["", "\(counted(lines.count, "field")) new, or covered by another rule."]
  }
}

extension PrivacyAnswer.Row {
  /// One line, whatever is in the names.
  fileprivate var line: String {
    let words = [field.kind.rawValue, field.owner, field.path].filter { !$0.isEmpty }
    return (words.joined(separator: " ") + ": " + content.rules.sorted().joined(separator: ", "))
      .escapedForTerminal
  }
}
