import Foundation
import RewindCoding
import RewindJSON
import RewindSession
package import RewindTimeline

/// A session as a file that Redux DevTools imports: its "lifted state", with every state.
///
/// ```
/// {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":…},
///                 "1":{"type":"PERFORM_ACTION","action":{"type":…,"payload":…},"timestamp":…}, …},
///  "nextActionId":…, "stagedActionIds":[0,1,…], "skippedActionIds":[…], "committedState":…,
///  "currentStateIndex":…, "computedStates":[{"state":…}, …, {"state":…,"error":"…"}], …}
/// ```
///
/// Events between the actions are entries of types such as `@@rewind/note`, which reducers ignore.
package struct DevToolsExport {
  private let timeline: Timeline
  /// Milliseconds since 1970.
  private let started: Double
  private var entries: [Entry] = []
  /// The ids of the actions, by their indexes.
  private var ids: [Int: Int] = [:]
  private var startLine: Int?
  /// The error of the action in which the app died.
  private var errorText = "The app died while it reduced this action."
  private var form: JavaScriptForm

  /// An action or an event of the session; its position is its id less 1.
  private struct Entry {
    let line: Int
    /// The index of the action; nil for an event.
    var index: Int?
    /// The line of its state; nil if it has none, and the one before stays.
    var stateLine: Int?
  }

  /// The prefix of the types of entries that are not actions of the app.
  static let eventPrefix = "@@rewind/"

  /// Reads the lines of a session, and neither actions nor states.
  ///
  /// - Returns: The export; nil if the session has no state.
  /// - Throws: `SessionLogError`.
  package static func read(_ timeline: Timeline) throws -> DevToolsExport? {
    var export = DevToolsExport(timeline)
    for line in 1..<max(timeline.log.lineCount, 1) { try export.add(line) }
    return export.startLine == nil ? nil : export
  }

  private init(_ timeline: Timeline) {
    self.timeline = timeline
    let header = timeline.log.header
    let seconds = header.started.flatMap(DateText.secondsSince2001) ?? 0
    started = (Date(timeIntervalSinceReferenceDate: seconds).timeIntervalSince1970 * 1000).rounded()
    form = JavaScriptForm(hasMarks: header.json["jsan"] != nil)
  }

  private mutating func add(_ line: Int) throws {
    let key = try timeline.log.key(of: line)
    switch key.kind {
    case .action:
      entries.append(Entry(line: line, index: key.index))
      if let index = key.index { ids[index] = entries.count }
    case .patch, .keyframe:
      if let id = key.index.flatMap({ ids[$0] }) {
        entries[id - 1].stateLine = line
      } else if startLine == nil {
        startLine = line
      } else if !entries.isEmpty {
        // The state of an action that was lost in a gap.
        entries[entries.count - 1].stateLine = line
      }
    case .external:
      // A time machine's move and the state that it shows are one entry.
      if let last = entries.last, last.index == nil, last.line == line - 1 {
        entries[entries.count - 1].stateLine = line
      } else {
        entries.append(Entry(line: line, stateLine: line))
      }
    case .note, .gap, .travel:
      let json = try timeline.log.json(of: line)
      if key.kind == .note, json["error"] == true {
        errorText = json["note"]?.string ?? errorText
      } else {
        entries.append(Entry(line: line))
      }
    case .header, .input, .reduced, .types, .held, .laterKeyframe, .end, .unknown:
      break
    }
  }

  /// Sentences about values that are written otherwise than in the session; complete after writing.
  package var warnings: [String] {
    var warnings: [String] = []
    if let first = form.numbers.min() {
      let more = form.numbers.count > 1 ? " and \(form.numbers.count - 1) more pointers" : ""
      warnings.append(
        "Numbers that JavaScript would change, such as integers beyond 2^53, are written as text, at \(first)\(more)."
      )
    }
    if form.hasRenamed {
      warnings.append(
        "Members called $jsan, which is a mark of Redux DevTools, are written as _$jsan."
      )
    }
    return warnings
  }

  /// Writes the file, in pieces that end at the end of a line; one state is in memory at a time.
  package mutating func write(
    progress: (_ share: Double) -> Void = { _ in },
    to put: (String) throws -> Void
  ) throws {
    guard let startLine else { return }
    try put("{\"actionsById\":{\n")
    try writeActions(to: put)
    let staged = (0...entries.count).map(String.init).joined(separator: ",")
    let skipped = try skippedIds().map(String.init).joined(separator: ",")
    try put("},\n\"nextActionId\":\(entries.count + 1),\n\"stagedActionIds\":[\(staged)],\n")
    try put("\"skippedActionIds\":[\(skipped)],\n")
    let initial = form.text(of: try timeline.state(at: startLine), as: "state")
    try put("\"committedState\":\(initial),\n")
    try put("\"currentStateIndex\":\(currentStateIndex()),\n\"computedStates\":[\n")
    try writeStates(after: initial, progress: progress, to: put)
    try put("],\n\"monitorState\":null,\"isLocked\":false,\"isPaused\":false}")
  }

  private mutating func writeActions(to put: (String) throws -> Void) throws {
    func entry(_ action: String, at time: Double) -> String {
      "{\"type\":\"PERFORM_ACTION\",\"action\":\(action),\"timestamp\":\(JSONValue(time).text)}"
    }
    try put("\"0\":\(entry("{\"type\":\"@@INIT\"}", at: started))")
    var time = started
    for (position, item) in entries.enumerated() {
      let line = try timeline.log.json(of: item.line)
      if let seconds = line["time"]?.double { time = started + (seconds * 1000).rounded() }
      let action = item.index == nil ? event(line) : ReduxAction.outside(line["action"] ?? .null)
      let text = form.text(of: action, as: "action")
      try put(",\n\"\(position + 1)\":\(entry(text, at: time))")
    }
    try put("\n")
  }

  /// Returns an action for an event: its line without the state.
  private func event(_ line: JSONValue) -> JSONValue {
    var payload = line.object ?? JSONObject()
    for name in ["crc", "patch", "state"] { payload[name] = nil }
    let kind = ["note", "gap", "travel"].first { payload[$0] != nil } ?? "external"
    return ["type": .string(Self.eventPrefix + kind), "payload": .object(payload)]
  }

  /// Returns the ids of the actions that a time machine skips at the end.
  private func skippedIds() throws -> [Int] {
    var indexes: Set<Int> = []
    for entry in entries where entry.index == nil {
      guard case .travel(let travel) = try timeline.log.line(entry.line) else { continue }
      switch (travel.kind, travel.json["of"]?.int) {
      case ("skip", let index?): indexes.insert(index)
      case ("unskip", let index?): indexes.remove(index)
      case ("commit", _), ("reset", _): indexes.removeAll()
      case ("branch", _): indexes = indexes.filter { $0 <= travel.to ?? $0 }
      default: break
      }
    }
    return indexes.compactMap { ids[$0] }.sorted()
  }

  /// Returns the index of the state that the store shows at the end: a time machine may have left it in the
  /// past.
  private func currentStateIndex() throws -> Int {
    guard
      let last = try entries.last(where: { try timeline.log.key(of: $0.line).kind != .note }),
      case .travel(let travel) = try timeline.log.line(last.line), let target = travel.to
    else { return entries.count }
    return target <= timeline.firstIndex ? 0 : ids[target] ?? entries.count
  }

  private mutating func writeStates(
    after initial: String,
    progress: (Double) -> Void,
    to put: (String) throws -> Void
  ) throws {
    // Most actions change little, and some nothing; the text of a state is made once.
    var text = initial
    var error: String?
    try put("{\"state\":\(text)}")
    for (position, entry) in entries.enumerated() {
      progress(Double(position) / Double(entries.count))
      if let line = entry.stateLine {
        text = form.text(of: try timeline.state(at: line), as: "state")
      }
      // As Redux DevTools marks the actions after one that threw.
      if error != nil { error = "Interrupted by an error up the chain" }
      if case .crashed(let fatal) = timeline.end, entry.index == fatal { error = errorText }
      let mark = error.map { ",\"error\":\(JSONValue.string($0).text)" } ?? ""
      try put(",\n{\"state\":\(text)\(mark)}")
    }
    try put("\n")
  }
}
