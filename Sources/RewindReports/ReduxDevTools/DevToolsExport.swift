import Foundation
import RewindCoding
import RewindJSON
import RewindSession
package import RewindTimeline

/// A session as a file that Redux DevTools imports: its "lifted state", with every state.
///
/// ```
/// {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":…,"rewind":{…}},
///                 "1":{"type":"PERFORM_ACTION","action":{"type":…,"payload":…},"timestamp":…,"rewind":{…}}, …},
///  "nextActionId":…, "stagedActionIds":[0,1,…], "skippedActionIds":[…], "committedState":…,
///  "currentStateIndex":…, "computedStates":[{"state":…}, …, {"state":…,"error":"…"}], "rewind":{…}}
/// ```
///
/// A log that ``DevToolsImport`` made comes out as the file that it was made from.
///
/// Events between the actions are entries of types such as `@@rewind/note`, which reducers ignore. Members
/// called `rewind` hold what Redux DevTools has no member for; it ignores them, and ``DevToolsImport`` reads
/// them.
package struct DevToolsExport {
  private let timeline: Timeline
  private var entries: [Entry] = []
  private var startLine: Int?
  /// The error of the action in which the app died, if a note has it.
  private var errorText = DevToolsExport.unknownError
  private var form = JavaScriptWriter()
  /// Milliseconds since 1970.
  private let started: Double
  /// The members of the file that the session was imported from; nil for one that was recorded.
  private let imported: JSONObject?
  /// The line of the move to the state that Redux DevTools showed, and the index of that state.
  private var cursorLine: Int?
  private var importedCursor: Int?
  /// True if the initial state could not be made.
  private var hasInitialError = false
  /// The ids of the entries.
  private var ids: [Int] = []

  /// An action or an event of the session.
  private struct Entry {
    let line: Int
    let isAction: Bool
    /// The line of its state; nil if it has none, and the one before stays.
    var stateLine: Int?
    /// True if it has a state that was not recorded.
    var isUnrecorded = false
  }

  /// The prefix of the types of entries that are not actions of the app.
  static let eventPrefix = "@@rewind/"

  /// The error of an action in which the app died for an unknown reason.
  static let unknownError = "The app died while it reduced this action."

  /// Reads the lines of a session, and neither actions nor states.
  ///
  /// - Throws: `SessionLogError`; ``DevToolsExportError`` if there is no state.
  package static func read(_ timeline: Timeline) throws -> DevToolsExport {
    var export = DevToolsExport(timeline)
    try export.findEntries()
    guard export.startLine != nil || export.imported != nil else {
      throw DevToolsExportError(path: timeline.log.path)
    }
    return export
  }

  private init(_ timeline: Timeline) {
    self.timeline = timeline
    started = DevToolsTime.started(timeline.log.header.started)
    imported = timeline.log.header.json["devTools"]?.object
  }

  private mutating func findEntries() throws {
    var positions: [Int: Int] = [:]
    for line in 1..<max(timeline.log.lineCount, 1) {
      let key = try timeline.log.key(of: line)
      switch key.kind {
      case .action:
        if let index = key.index { positions[index] = entries.count }
        entries.append(Entry(line: line, isAction: true))
      case .patch, .keyframe:
        if let position = key.index.flatMap({ positions[$0] }) {
          entries[position].stateLine = line
        } else if startLine == nil {
          startLine = line
        } else if !entries.isEmpty {
          // The state of an action that was lost in a gap.
          entries[entries.count - 1].stateLine = line
        }
      case .external:
        // A time machine's move and the state that it shows are one entry.
        if cursorLine == line - 1 { break }
        if let last = entries.last, !last.isAction, last.line == line - 1 {
          entries[entries.count - 1].stateLine = line
        } else {
          entries.append(Entry(line: line, isAction: false, stateLine: line))
        }
      case .note, .gap, .travel:
        let json = try timeline.log.json(of: line)
        if key.kind == .note, json["error"] == true {
          errorText = json["note"]?.string ?? errorText
          hasInitialError = !entries.contains(where: \.isAction)
          if imported != nil { importedCursor = json["cursor"]?.int }
        } else if let cursor = json["cursor"]?.int, imported != nil {
          (cursorLine, importedCursor) = (line, cursor)
        } else {
          entries.append(Entry(line: line, isAction: false))
        }
      case .reduced:
        if let position = key.index.flatMap({ positions[$0] }) {
          entries[position].isUnrecorded = true
        }
      case .header, .input, .end, .unknown:
        break
      }
    }
  }

  /// Sentences about values that are written otherwise than in the session; complete after writing.
  package var warnings: [String] {
    var warnings: [String] = []
    let numbers = form.restorable + form.ambiguous
    if let first = numbers.first {
      let more = numbers.count > 1 ? " and \(numbers.count - 1) more pointers" : ""
      warnings.append(
        "Numbers that JavaScript would change, such as integers beyond 2^53, are written as text, at \(first)\(more)."
      )
    }
    if !form.ambiguous.isEmpty {
      warnings.append(
        "At \(form.ambiguous[0]) there are texts that read like such numbers: on the way back, both stay text."
      )
    }
    if form.hasRenamed {
      warnings.append(
        "Members called $jsan, which is a mark of Redux DevTools, are written as _$jsan."
      )
    }
    return warnings
  }

  // MARK: - The lifted form

  /// Writes the file, in pieces that end at the end of a line; one state is in memory at a time.
  package mutating func write(
    progress: (_ share: Double) -> Void = { _ in },
    to put: (String) throws -> Void
  ) throws {
    let skipped = try writeActions(to: put)
    let staged = [imported?["startId"]?.int ?? 0].filter { _ in hasStart } + ids
    let next = imported?["nextActionId"]?.text ?? "\((staged.max() ?? 0) + 1)"
    try put("\"nextActionId\":\(next),\n\"stagedActionIds\":[\(list(staged))],\n")
    try put("\"skippedActionIds\":[\(list(skipped))],\n")
    let initial = try startState()
    if let committed = try committedState(initial) {
      try put("\"committedState\":\(form(of: ["state": committed])["state"]?.text ?? "null"),\n")
    }
    try put("\"currentStateIndex\":\(try cursor()),\n\"computedStates\":[\n")
    try writeStates(after: initial, progress: progress, to: put)
    try put("]\(try lastMembers())}")
  }

  private func list(_ ids: [Int]) -> String { ids.map(String.init).joined(separator: ",") }

  /// True if there is an entry that makes the initial state.
  private var hasStart: Bool { imported?["start"] != .null }

  /// Returns the state that the first entry is reduced on.
  private func committedState(_ initial: JSONValue?) throws -> JSONValue? {
    guard let imported, let startLine else { return imported?["committedState"] ?? initial }
    if let committed = imported["committedState"] { return committed }
    return try timeline.log.json(of: startLine)["made"] == true ? nil : initial
  }

  private func lastMembers() throws -> String {
    var members = imported ?? JSONObject([("isLocked", false), ("isPaused", false)])
    for name in ["committedState", "nextActionId", "start", "startId"] { members[name] = nil }
    if imported == nil {
      members["rewind"] = [
        "end": .string(timeline.end.name),
        "numbers": .array(form.restorable.map { .string($0) }),
      ]
      members["monitorState"] = .null
    }
    return members.isEmpty ? "" : ",\n" + JSONValue.object(members).text.dropFirst().dropLast()
  }

  /// Returns a value as Redux DevTools reads it unchanged; what came from there is so already.
  private mutating func form(of value: JSONValue) -> JSONValue {
    imported == nil ? form.form(of: value) : value
  }

  /// Writes the entries, and returns the ids of the skipped ones.
  private mutating func writeActions(to put: (String) throws -> Void) throws -> [Int] {
    try put("{\"actionsById\":{\n")
    var separator = ""
    if hasStart {
      let id = imported?["startId"]?.text ?? "0"
      try put("\"\(id)\":\(form(of: try startEntry()).text)")
      separator = ",\n"
    }
    var skipped = SkippedEntries()
    var time = started
    var last = imported == nil ? 0 : timeline.firstIndex
    for entry in entries {
      let line = try timeline.log.json(of: entry.line)
      let id = imported == nil ? last + 1 : line["id"]?.int ?? last + 1
      let json = try entry.isAction ? actionEntry(entry, &time) : eventEntry(entry, &time)
      last = id
      ids.append(id)
      skipped.see(json, at: id, isSkipped: line["skipped"] == true)
      // The action with this id is not in the file.
      if line["absent"] == true { continue }
      let text = form(of: json).rebased(onto: "$.actionsById.\(id)").text
      try put("\(separator)\"\(id)\":\(text)")
      separator = ",\n"
    }
    try put("\n},\n")
    return skipped.ids
  }

  private func startEntry() throws -> JSONValue {
    if let start = imported?["start"] { return start }
    if imported != nil { return Self.entry(["type": "@@INIT"], at: started, nil) }
    var header = timeline.log.header.json
    header["crc"] = nil
    var rewind = JSONObject([
      ("header", .object(header)), ("index", JSONValue(timeline.firstIndex)),
    ])
    if let startLine, case .state(let state) = try timeline.log.line(startLine) {
      for name in ["made", "wall"] { rewind[name] = state.json[name] }
    }
    rewind["inputs"] = try inputs(of: timeline.firstIndex)
    return Self.entry(["type": "@@INIT"], at: started, rewind)
  }

  private func actionEntry(_ entry: Entry, _ time: inout Double) throws -> JSONValue {
    guard case .action(let action) = try timeline.log.line(entry.line) else { return .null }
    var rewind = action.json
    for name in ["action", "crc", "id", "entry"] { rewind[name] = nil }
    if entry.stateLine == nil, imported == nil { rewind["stateless"] = true }
    rewind["inputs"] = try inputs(of: action.index)
    if let seconds = action.time { time = started + (seconds * 1000).rounded() }
    let outside = ReduxAction.outside(action.action)
    guard imported != nil else { return Self.entry(outside, at: time, rewind) }
    for name in ["index", "time", "source"] { rewind[name] = nil }
    guard var json = action.json["entry"]?.object ?? Self.entry(outside, at: time, nil).object
    else { return .null }
    json["action"] = outside
    if !rewind.isEmpty { json["rewind"] = .object(rewind) }
    return .object(json)
  }

  /// Returns the entry for an event; that of a note which an import has made is the one in its file.
  private func eventEntry(_ entry: Entry, _ time: inout Double) throws -> JSONValue {
    guard var line = try timeline.log.json(of: entry.line).object else { return .null }
    if let imported = line["entry"] { return imported }
    for name in ["crc", "patch", "state"] { line[name] = nil }
    if let seconds = line["time"]?.double { time = started + (seconds * 1000).rounded() }
    if let stateLine = entry.stateLine, stateLine != entry.line {
      line["shows"] = try timeline.log.key(of: stateLine).index.map { JSONValue($0) }
    }
    let kind = ["note", "gap", "travel"].first { line[$0] != nil } ?? "external"
    let action: JSONValue = [
      "type": .string(Self.eventPrefix + kind), "payload": .object(line),
    ]
    return Self.entry(action, at: time, nil)
  }

  private func inputs(of index: Int) throws -> JSONValue? {
    let inputs = try timeline.inputs(of: index).compactMap { $0.json["input"] }
    return inputs.isEmpty ? nil : .array(inputs)
  }

  static func entry(
    _ action: JSONValue,
    at time: Double,
    _ rewind: JSONObject?
  ) -> JSONValue {
    var entry = JSONObject([
      ("type", "PERFORM_ACTION"), ("action", action), ("timestamp", JSONValue(time)),
    ])
    entry["rewind"] = rewind.map { .object($0) }
    return .object(entry)
  }

  // MARK: - States

  private func startState() throws -> JSONValue? { try startLine.map(timeline.state(at:)) }

  private mutating func writeStates(
    after initial: JSONValue?,
    progress: (Double) -> Void,
    to put: (String) throws -> Void
  ) throws {
    // A file without states has none here either.
    guard initial != nil || hasInitialError || entries.contains(where: { $0.stateLine != nil })
    else { return }
    // Most actions change little, and some nothing; the text of a state is made once.
    var text = computed(initial, at: 0)
    var error = hasInitialError ? errorText : nil
    if hasStart { try put(marked(text, error)) }
    if error != nil { error = Self.interrupted }
    for (index, entry) in entries.enumerated() {
      progress(Double(index) / Double(entries.count))
      if entry.isUnrecorded { break }
      if let line = entry.stateLine {
        text = computed(try timeline.state(at: line), at: index + 1)
      }
      if try isFatal(entry) { error = errorText }
      try put((index > 0 || hasStart ? ",\n" : "") + marked(text, error))
      // As Redux DevTools marks the actions after one that threw.
      if error != nil { error = Self.interrupted }
    }
    try put("\n")
  }

  private static let interrupted = "Interrupted by an error up the chain"

  /// Returns the text of a state, `{"state":…}`.
  private mutating func computed(_ state: JSONValue?, at position: Int) -> String {
    guard let state, state != DevToolsFile.undefined || writesUndefined else { return "{}" }
    return form(of: ["state": state]).rebased(onto: "$.computedStates[\(position)]").text
  }

  /// True if a state of `undefined` is written as such.
  private var writesUndefined: Bool {
    imported == nil || timeline.log.header.json["jsan"]?.string?.contains("u") == true
  }

  private func marked(_ text: String, _ error: String?) -> String {
    guard let error else { return text }
    let comma = text == "{}" ? "" : ","
    return text.dropLast() + "\(comma)\"error\":\(JSONValue.string(error).text)}"
  }

  private func isFatal(_ entry: Entry) throws -> Bool {
    guard entry.isAction, case .crashed(let fatal) = timeline.end else { return false }
    return try timeline.log.key(of: entry.line).index == fatal
  }

  /// Returns the index of the state that the store shows at the end: a time machine may have left it in the
  /// past.
  private func cursor() throws -> Int {
    if let importedCursor, importedCursor <= entries.count { return importedCursor }
    guard
      let last = try entries.last(where: { try timeline.log.key(of: $0.line).kind != .note }),
      case .travel(let travel) = try timeline.log.line(last.line), let target = travel.to
    else { return hasStart ? entries.count : max(entries.count - 1, 0) }
    if target <= timeline.firstIndex { return 0 }
    let index = try entries.firstIndex {
      try $0.isAction && timeline.log.key(of: $0.line).index == target
    }
    return index.map { $0 + 1 } ?? entries.count
  }

  // MARK: - The short form

  /// Writes the actions only, for a Redux store that reduces them again, and the state that they begin with.
  package mutating func writeActionsOnly(to put: (String) throws -> Void) throws {
    var separator = ""
    try put("{\"payload\":\"[")
    for entry in entries where entry.isAction {
      guard case .action(let action) = try timeline.log.line(entry.line) else { continue }
      let outside = form(of: ["action": ReduxAction.outside(action.action)])["action"] ?? .null
      // A JSON string without its quotes.
      try put(separator + JSONValue.string(outside.text).text.dropFirst().dropLast())
      separator = ","
    }
    try put("]\"")
    // Without one, the reducer makes the initial state.
    if let initial = try startState(), try imported == nil || committedState(initial) != nil {
      let state = form(of: ["state": initial])["state"] ?? .null
      try put(",\n\"preloadedState\":\(JSONValue.string(state.text).text)")
    }
    try put("}")
  }
}

/// The entries that a time machine shows as if they had not been dispatched.
private struct SkippedEntries {
  /// The ids of the entries, by the indexes of their actions in the session.
  private var idsOfActions: [Int: Int] = [:]
  /// The actions that are skipped now, by their index in the session.
  private var indexes: Set<Int> = []
  private var notes: [Int] = []

  /// The ids of the entries.
  var ids: [Int] { (indexes.compactMap { idsOfActions[$0] } + notes).sorted() }

  mutating func see(_ entry: JSONValue, at id: Int, isSkipped: Bool) {
    let rewind = entry["rewind"]
    if isSkipped { notes.append(id) }
    if let index = rewind?["index"]?.int { idsOfActions[index] = id }
    guard let payload = entry["action"]?["payload"], entry["action"]?["type"] == "@@rewind/travel"
    else { return }
    switch (payload["travel"]?.string, payload["of"]?.int) {
    case ("skip", let index?): indexes.insert(index)
    case ("unskip", let index?): indexes.remove(index)
    case ("commit", _), ("reset", _): indexes.removeAll()
    case ("branch", _):
      if let last = payload["to"]?.int { indexes = indexes.filter { $0 <= last } }
    default: break
    }
  }
}

/// The reason why a session has no form for Redux DevTools.
package struct DevToolsExportError: Error, CustomStringConvertible {
  fileprivate let path: String

  package var description: String {
    "\(path) has no state. Redux DevTools needs the one that the session begins with."
  }
}

/// The times of Redux DevTools: milliseconds since 1970.
enum DevToolsTime {
  /// Returns the time of a header's `started`; 0 if there is none.
  static func started(_ text: String?) -> Double {
    guard let seconds = text.flatMap(DateText.secondsSince2001) else { return 0 }
    return (Date(timeIntervalSinceReferenceDate: seconds).timeIntervalSince1970 * 1000).rounded()
  }
}

extension JSONValue {
  /// Returns the value with its references, which begin at its own root, beginning at another one.
  fileprivate func rebased(onto base: String) -> JSONValue {
    guard text.contains("\"$jsan\":\"$") else { return self }
    return rewritten { scalar, tokens in
      guard tokens.last == "$jsan", let path = scalar.string, path.hasPrefix("$") else {
        return scalar
      }
      let member = tokens.first.map { ".\($0)" } ?? ""
      return .string(base + member + path.dropFirst())
    }
  }
}
