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
/// Events between the actions are entries of types such as `@@rewind/note`, which reducers ignore. Members
/// called `rewind` hold what Redux DevTools has no place for; it ignores them, and ``DevToolsImport`` reads
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

  /// An action or an event of the session.
  private struct Entry {
    let line: Int
    let isAction: Bool
    /// The line of its state; nil if it has none, and the one before stays.
    var stateLine: Int?
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
    guard export.startLine != nil else { throw DevToolsExportError(path: timeline.log.path) }
    return export
  }

  private init(_ timeline: Timeline) {
    self.timeline = timeline
    let seconds = timeline.log.header.started.flatMap(DateText.secondsSince2001)
    started =
      seconds.map { Date(timeIntervalSinceReferenceDate: $0).timeIntervalSince1970 * 1000 } ?? 0
  }

  private mutating func findEntries() throws {
    var places: [Int: Int] = [:]
    for line in 1..<max(timeline.log.lineCount, 1) {
      let key = try timeline.log.key(of: line)
      switch key.kind {
      case .action:
        if let index = key.index { places[index] = entries.count }
        entries.append(Entry(line: line, isAction: true))
      case .patch, .keyframe:
        if let place = key.index.flatMap({ places[$0] }) {
          entries[place].stateLine = line
        } else if startLine == nil {
          startLine = line
        } else if !entries.isEmpty {
          // The state of an action that was lost in a gap.
          entries[entries.count - 1].stateLine = line
        }
      case .external:
        // A time machine's move and the state that it shows are one entry.
        if let last = entries.last, !last.isAction, last.line == line - 1 {
          entries[entries.count - 1].stateLine = line
        } else {
          entries.append(Entry(line: line, isAction: false, stateLine: line))
        }
      case .note, .gap, .travel:
        if case .note(let note) = try timeline.log.line(line), note.json["error"] == true {
          errorText = note.text
        } else {
          entries.append(Entry(line: line, isAction: false))
        }
      case .header, .input, .reduced, .end, .unknown:
        break
      }
    }
  }

  /// The number of actions and events.
  package var count: Int { entries.count }

  /// Sentences about values that are written otherwise than in the session; complete after writing.
  package var warnings: [String] {
    var warnings: [String] = []
    let places = form.restorable + form.ambiguous
    if let first = places.first {
      let more = places.count > 1 ? " and \(places.count - 1) more places" : ""
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
    let staged = (0...entries.count).map(String.init).joined(separator: ",")
    try put("\"nextActionId\":\(entries.count + 1),\n\"stagedActionIds\":[\(staged)],\n")
    try put("\"skippedActionIds\":[\(skipped.map(String.init).joined(separator: ","))],\n")
    let initial = try startState()
    try put("\"committedState\":\(form.form(of: ["state": initial])["state"]?.text ?? "null"),\n")
    try put("\"currentStateIndex\":\(try cursor()),\n\"computedStates\":[\n")
    try writeStates(after: initial, progress: progress, to: put)
    let rewind: JSONValue = [
      "end": .string(timeline.end.name),
      "numbers": .array(form.restorable.map { .string($0) }),
    ]
    try put("],\n\"isLocked\":false,\"isPaused\":false,\n\"rewind\":\(rewind.text)}")
  }

  /// Writes the entries, and returns the numbers of the skipped ones.
  private mutating func writeActions(to put: (String) throws -> Void) throws -> [Int] {
    try put("{\"monitorState\":null,\n\"actionsById\":{\n")
    try put("\"0\":\(form.form(of: try startEntry()).text)")
    var skipped = SkippedEntries()
    var time = started
    for (place, entry) in entries.enumerated() {
      let json = try entry.isAction ? actionEntry(entry, &time) : eventEntry(entry, &time)
      skipped.see(json, at: place + 1)
      try put(",\n\"\(place + 1)\":\(form.form(of: json).text)")
    }
    try put("\n},\n")
    return skipped.numbers
  }

  private func startEntry() throws -> JSONValue {
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
    for name in ["action", "crc"] { rewind[name] = nil }
    if entry.stateLine == nil { rewind["stateless"] = true }
    rewind["inputs"] = try inputs(of: action.index)
    if let seconds = action.time { time = started + (seconds * 1000).rounded() }
    return Self.entry(ReduxAction.outside(action.action), at: time, rewind)
  }

  /// Returns the entry for an event; an action that an import has left out because it was skipped becomes one
  /// again.
  private func eventEntry(_ entry: Entry, _ time: inout Double) throws -> JSONValue {
    guard var line = try timeline.log.json(of: entry.line).object else { return .null }
    for name in ["crc", "patch", "state"] { line[name] = nil }
    if let seconds = line["time"]?.double { time = started + (seconds * 1000).rounded() }
    if let skipped = line["skipped"] {
      return Self.entry(ReduxAction.outside(skipped), at: time, JSONObject([("skipped", true)]))
    }
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

  private static func entry(
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

  private func startState() throws -> JSONValue {
    try startLine.map(timeline.state(at:)) ?? .null
  }

  private mutating func writeStates(
    after initial: JSONValue,
    progress: (Double) -> Void,
    to put: (String) throws -> Void
  ) throws {
    // Most actions change little, and some nothing; the text of a state is made once.
    var text = form.form(of: ["state": initial]).text
    try put(text)
    var error: String?
    for (place, entry) in entries.enumerated() {
      progress(Double(place) / Double(entries.count))
      if let line = entry.stateLine {
        text = form.form(of: ["state": try timeline.state(at: line)]).text
      }
      if try isFatal(entry) { error = errorText }
      try put(
        ",\n" + (error.map { text.dropLast() + ",\"error\":\(JSONValue.string($0).text)}" } ?? text)
      )
      // As Redux DevTools marks the actions after one that threw.
      if error != nil { error = "Interrupted by an error up the chain" }
    }
    try put("\n")
  }

  private func isFatal(_ entry: Entry) throws -> Bool {
    guard entry.isAction, case .crashed(let fatal) = timeline.end else { return false }
    return try timeline.log.key(of: entry.line).index == fatal
  }

  /// Returns the place of the state that the store shows at the end: a time machine may have left it in the
  /// past.
  private func cursor() throws -> Int {
    guard
      let last = try entries.last(where: { try timeline.log.key(of: $0.line).kind != .note }),
      case .travel(let travel) = try timeline.log.line(last.line), let target = travel.to
    else { return entries.count }
    if target <= timeline.firstIndex { return 0 }
    let place = try entries.firstIndex {
      try $0.isAction && timeline.log.key(of: $0.line).index == target
    }
    return place.map { $0 + 1 } ?? entries.count
  }

  // MARK: - The short form

  /// Writes the actions only, for a Redux store that reduces them again, and the state that they begin with.
  package mutating func writeActionsOnly(to put: (String) throws -> Void) throws {
    var separator = ""
    try put("{\"payload\":\"[")
    for entry in entries where entry.isAction {
      guard case .action(let action) = try timeline.log.line(entry.line) else { continue }
      let form = form.form(of: ["action": ReduxAction.outside(action.action)])["action"] ?? .null
      // A JSON string without its quotes.
      try put(separator + JSONValue.string(form.text).text.dropFirst().dropLast())
      separator = ","
    }
    let state = form.form(of: ["state": try startState()])["state"] ?? .null
    try put("]\",\n\"preloadedState\":\(JSONValue.string(state.text).text)}")
  }
}

/// The entries that a time machine shows as if they had not been dispatched.
private struct SkippedEntries {
  private var places: [Int: Int] = [:]
  /// The actions that are skipped now, by their index in the session.
  private var indexes: Set<Int> = []
  private var unrecorded: [Int] = []

  /// The numbers of the entries.
  var numbers: [Int] { (indexes.compactMap { places[$0] } + unrecorded).sorted() }

  mutating func see(_ entry: JSONValue, at place: Int) {
    let rewind = entry["rewind"]
    if rewind?["skipped"] == true { unrecorded.append(place) }
    if let index = rewind?["index"]?.int { places[index] = place }
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
