import Foundation
import RewindJSON
package import RewindTimeline

/// A session log made from a file of Redux DevTools.
///
/// The actions are numbered in the order in which Redux DevTools plays them. Skipped ones become notes;
/// what changed while nothing was recorded becomes an external change; an action that threw is the last one.
package struct DevToolsImport {
  /// The log as it is written.
  package private(set) var text = SessionSerializer()
  /// The number of actions, and so the index of the last one.
  package private(set) var actions = 0
  /// True if the file has a state after each action.
  package let hasStates: Bool

  private var file: DevToolsFile
  /// Milliseconds since 1970.
  private let started: Double?
  /// Seconds since then.
  private var time = 0.0
  private var state: JSONValue?

  /// Makes the log.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - name: The name of the app.
  ///   - id: The session's id.
  package init(_ file: DevToolsFile, app name: String, id: String) {
    self.file = file
    hasStates = file.hasStates
    // Years of more than four digits have no ISO 8601 form.
    let years = 0..<253_402_300_800_000.0
    started = file.started.flatMap { years.contains($0) ? $0.rounded() : nil }
    text.add(header(name, id))
    if let initial = file.initialState {
      add(initial, file.hasMadeInitialState ? [("made", true)] : [])
    }
    var rest = file.entries[...]
    while let entry = rest.popFirst() {
      add(entry)
      guard !entry.isSkipped, let error = entry.error else { continue }
      text.add(["note": .string(error), "index": JSONValue(actions), "error": true])
      self.file.values.differences[.unreduced] = rest.count
      return
    }
    text.add(["end": "closed", "index": JSONValue(actions)])
  }

  /// A line for each way in which the log is different from the file.
  package var differences: [String] { ImportDifference.lines(file.values.differences) }

  private func header(_ name: String, _ id: String) -> JSONObject {
    var header = JSONObject([("rewind", 1), ("session", .string(id)), ("app", .string(name))])
    if let started {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      let date = Date(timeIntervalSince1970: started / 1000)
      header["started"] = .string(date.formatted(style))
    }
    header["store"] = "main"
    header["attach"] = "reducer"
    header["stateLines"] = hasStates ? nil : file.initialState != nil ? "keyframes" : "none"
    header["jsan"] = jsan
    return header
  }

  /// The kinds of marks that a program must write, so that its states are like those of the file.
  ///
  /// In a file without states there is nothing that they must be like: then all kinds.
  private var jsan: JSONValue? {
    let all = "bdefgilmnrstuy"
    guard file.hasAnyState else { return .string(all) }
    var kinds = file.values.kinds.intersection(all)
    // Redux DevTools marks both infinities or none, and both kinds of symbols.
    for pair in ["iy", "gs"] where !kinds.isDisjoint(with: pair) { kinds.formUnion(pair) }
    return kinds.isEmpty ? nil : .string(String(kinds.sorted()))
  }

  private mutating func add(_ entry: DevToolsFile.Entry) {
    if entry.isSkipped {
      file.values.differences[.skipped, default: 0] += 1
      let type = entry.action.map(ReduxAction.inside)?["type"]?.string ?? "an action"
      text.add(["note": .string("\(type) was skipped"), "index": JSONValue(actions)])
      return
    }
    let next = file.state(of: entry)
    let isEvent = entry.type.hasPrefix(DevToolsExport.eventPrefix)
    // Redux DevTools has one entry for a time in which it recorded nothing.
    guard let action = entry.action, entry.type != "@@PAUSED", !isEvent else {
      if !isEvent { file.values.differences[.unrecorded, default: 0] += 1 }
      if let next, next != state { add(next, isExternal: true) }
      return
    }
    add(action, at: entry.timestamp)
    if entry.error != nil { return }
    if let next {
      add(next)
    } else {
      text.add(["reduced": JSONValue(actions)])
      if file.hasAnyState { file.values.differences[.stateless, default: 0] += 1 }
    }
  }

  private mutating func add(_ action: JSONValue, at timestamp: Double?) {
    actions += 1
    var line = JSONObject([("index", JSONValue(actions))])
    if let started, let timestamp, (0...1e15).contains(timestamp) {
      // Reordered actions have times that go back.
      time = max(time, (timestamp - started).rounded() / 1000)
      line["time"] = JSONValue(time)
    }
    if action["type"]?.string == nil { file.values.differences[.untyped, default: 0] += 1 }
    line["action"] = ReduxAction.inside(action)
    text.add(line)
  }

  private mutating func add(
    _ next: JSONValue,
    _ members: [(String, JSONValue)] = [],
    isExternal: Bool = false
  ) {
    text.add(after: actions, next, members, isExternal: isExternal)
    state = next
  }
}
