import Foundation
import RewindJSON
import RewindLog
import RewindSession
package import RewindTimeline

/// A session log made from a file of Redux DevTools.
///
/// A file of ``DevToolsExport`` comes back line by line. In other files the actions are numbered in the
/// order in which Redux DevTools plays them. Entries that are not actions which were reduced become
/// notes: skipped ones, those after one that threw, and those for a time in which nothing was recorded.
/// Whatever the log has no line for is kept beside it, so that ``DevToolsExport`` writes the same file:
///
/// ```
/// {"rewind":1, …, "jsan":"du","devTools":{"monitorState":{}, …}}     the kinds of marks; other members
/// {"index":1,"action":{…},"source":"…","id":41,"entry":{"stack":…}}    an entry's id and other members
/// {"note":"inc was skipped","index":1,"skipped":true,"entry":{…}}      an entry that is not an action
/// ```
package struct DevToolsImport {
  /// The log as it is written.
  package private(set) var text = SessionSerializer()
  package private(set) var actions = 0
  /// Sentences about differences in the log.
  package private(set) var warnings: [String] = []
  /// True if the file has a state after each action.
  package let hasStates: Bool

  private let file: DevToolsFile
  /// True if the file is as this tool wrote it, so that lines can have their old indexes.
  private let isOwn: Bool
  /// Milliseconds since 1970.
  private var started = 0.0
  private var index: Int
  private var state: JSONValue?
  private var time = 0.0
  private var lastId = 0
  /// The index of the last action, after each entry.
  private var indexes: [Int] = []
  /// True after lines that the next state must not depend on.
  private var needsWhole = false
  private var differences = ImportDifferences()

  /// The most bytes of other members that are kept in a header.
  private static let othersLimit = 256 << 10

  /// Makes the log.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - name: The name of the app, if the file does not say it.
  ///   - id: The session's id, if the file does not say it.
  /// - Throws: ``DevToolsFileError``.
  package init(_ file: DevToolsFile, app name: String, id: String) throws {
    let own = try Self(file, name, id, isOwn: file.isUnchanged)
    // Another program may have changed what it left standing.
    self = try own.isContradictory ? Self(file, name, id, isOwn: false) : own
  }

  private init(_ file: DevToolsFile, _ name: String, _ id: String, isOwn: Bool) throws {
    self.file = file
    self.isOwn = isOwn
    hasStates = file.hasStates
    index = isOwn ? file.start?.rewind?["index"]?.int ?? 0 : file.lostActions
    lastId = file.lostActions
    var ending = try addStart(name, id)
    if let ending { warnings.append("@@INIT threw, before the first action: \(ending)") }
    let hasBegun = ending == nil
    for (number, entry) in file.entries.enumerated() {
      if ending == nil {
        ending = try add(entry, at: number + 1)
      } else {
        addAfterEnd(entry)
      }
      indexes.append(index)
    }
    try addEnd(ending)
    guard !isOwn else { return }
    let thrower = ending == nil ? nil : hasBegun ? "Action \(index)" : "@@INIT"
    warnings += differences.sentences(file, thrower: thrower)
  }

  private var isContradictory: Bool {
    guard let log = try? SessionLog.open(bytes: text.bytes),
      let faults = try? LogFaults.find(in: log, verifying: true)
    else { return true }
    return faults.damage != nil || faults.contradiction != nil
  }

  // MARK: - The start

  /// Adds the header and the initial state, and returns the error with which that was made.
  private mutating func addStart(_ name: String, _ id: String) throws -> String? {
    let own = file.start?.rewind
    let first = try file.state(0)
    var header = own?["header"]?.object ?? foreignHeader(name, id)
    started = DevToolsTime.started(header["started"]?.string)
    header["stateLines"] = hasStates ? nil : file.hasAnyState ? "keyframes" : "none"
    if !isOwn {
      for member in ["segment", "joined"] { header[member] = nil }
      header["jsan"] = jsan
      header["devTools"] = try others(first.state)
    }
    text.add(header)
    for input in own?["inputs"]?.array ?? [] { add(input, of: index) }
    var members: [(String, JSONValue)] = []
    for name in ["made", "wall"] {
      if let value = own?[name] { members.append((name, value)) }
    }
    if let state = first.state ?? file.preloadedState {
      if !isOwn { differences.count(state) }
      let isMade = own == nil && first.state != nil && file.committedState == nil && index == 0
      add(state, isMade ? [("made", true)] : members)
    }
    return first.error
  }

  private func foreignHeader(_ name: String, _ id: String) -> JSONObject {
    var header = JSONObject([("rewind", 1), ("session", .string(id)), ("app", .string(name))])
    let first = file.start?.timestamp ?? file.entries.first?.timestamp
    if let first, (0..<253_402_300_800_000).contains(first) {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      let date = Date(timeIntervalSince1970: first.rounded() / 1000)
      header["started"] = .string(date.formatted(style))
    }
    header["store"] = "main"
    header["attach"] = "reducer"
    return header
  }

  /// The kinds of marks that a program must write, so that its states are like those of the file.
  ///
  /// In a file without states there is nothing that they must be like: then all kinds.
  private var jsan: JSONValue? {
    guard file.hasAnyState else { return "befgilmnrstuydt" }
    let kinds = file.kinds.intersection("befgilmnrstuyd$t").union(
      file.kinds.isDisjoint(with: "iy") ? "" : "iy"
    ).union(file.kinds.isDisjoint(with: "gs") ? "" : "gs")
    guard !kinds.isEmpty else { return nil }
    return .string(String(kinds.sorted()))
  }

  /// Returns the members of the file that have no line in the log.
  private mutating func others(_ first: JSONValue?) throws -> JSONValue {
    var others = file.others
    if others["nextActionId"]?.int == ((file.entries.map(\.id) + [0]).max() ?? 0) + 1 {
      others["nextActionId"] = nil
    }
    if let committed = file.committedState, committed != first {
      others["committedState"] = committed
    }
    if let start = file.start {
      var entry = start.members
      entry["action"] = start.action
      let standard = DevToolsExport.entry(["type": "@@INIT"], at: started, nil)
      if start.id != 0 || JSONValue.object(entry) != standard {
        others["start"] = .object(entry)
        if start.id != 0 { others["startId"] = JSONValue(start.id) }
      }
    } else if file.form == .lifted {
      others["start"] = .null
    }
    for name in ["committedState", "monitorState"] {
      guard JSONValue.object(others).textCount(upTo: Self.othersLimit) > Self.othersLimit else {
        break
      }
      others[name] = nil
      warnings.append("\(name) is too large to be kept; `rewind export` leaves it out.")
    }
    return .object(others)
  }

  // MARK: - Entries

  /// Adds an entry, and returns the error in which the session ended with it.
  private mutating func add(_ entry: DevToolsFile.Entry, at number: Int) throws -> String? {
    if entry.isSkipped, !isOwn || entry.rewind?["skipped"] == true {
      differences.skipped += 1
      add(entry, as: "skipped", "was skipped")
      return nil
    }
    let computed = try file.state(number)
    if !isOwn, let state = computed.state { differences.count(state) }
    if entry.type.hasPrefix(DevToolsExport.eventPrefix) {
      addEvent(entry, computed.state)
      return nil
    }
    guard entry.action != nil, isOwn || entry.type != DevToolsFile.paused else {
      if entry.action == nil {
        differences.absent.append(entry.id)
      } else {
        differences.paused += 1
      }
      let isPause = entry.action != nil
      add(
        entry,
        as: isPause ? "paused" : "absent",
        isPause ? "nothing was recorded until here" : "is not in the file"
      )
      if let state = computed.state { add(state, isExternal: true) }
      return computed.error
    }
    addAction(entry)
    if let error = computed.error { return error }
    if let state = computed.state {
      if !(isOwn && entry.rewind?["stateless"] == true) { add(state) }
    } else {
      text.add(["reduced": JSONValue(index)])
    }
    return nil
  }

  private mutating func addAction(_ entry: DevToolsFile.Entry) {
    let own = entry.rewind
    index = (isOwn ? own?["index"]?.int : nil) ?? index + 1
    actions += 1
    var line = JSONObject([("index", JSONValue(index))])
    line["time"] = own?["time"] ?? (isOwn ? nil : seconds(of: entry))
    let action = entry.action ?? DevToolsFile.undefined
    if !isOwn { differences.count(action) }
    if !isOwn, !ReduxAction.hasTypeName(action) { differences.untyped.append(index) }
    line["action"] = ReduxAction.inside(action, isOwn: isOwn)
    for member in own?.members ?? [] where line[member.key] == nil {
      let isOfOrder = ["cause", "subscribed", "overlap"].contains(member.key)
      let isOfEntry = ["inputs", "stateless"].contains(member.key)
      if !isOfEntry, isOwn || !isOfOrder { line[member.key] = member.value }
    }
    if !isOwn {
      if line["source"] == nil, let stack = entry.members["stack"]?.string {
        line["source"] = DispatchSource.frame(in: stack).map { .string($0) }
      }
      line["id"] = id(of: entry)
      if !isStandard(entry) { line["entry"] = .object(entry.members) }
    }
    text.add(line)
    for input in own?["inputs"]?.array ?? [] { add(input, of: index) }
  }

  /// Returns an entry's id if it does not follow from the one before.
  private mutating func id(of entry: DevToolsFile.Entry) -> JSONValue? {
    defer { lastId = entry.id }
    guard file.form == .lifted, entry.id != lastId + 1 else { return nil }
    return JSONValue(entry.id)
  }

  /// True if an entry has no members but those that an export writes anyway.
  private func isStandard(_ entry: DevToolsFile.Entry) -> Bool {
    guard !entry.members.isEmpty else { return file.form != .lifted }
    let stamp = started + (time * 1000).rounded()
    return JSONValue.object(entry.members)
      == ["type": "PERFORM_ACTION", "timestamp": JSONValue(stamp)]
  }

  private mutating func add(_ input: JSONValue, of index: Int) {
    text.add(["index": JSONValue(index), "input": input])
  }

  /// Returns the seconds since the start; they never go back.
  private mutating func seconds(of entry: DevToolsFile.Entry) -> JSONValue? {
    guard let stamp = entry.timestamp, (0...1e15).contains(stamp),
      file.start?.timestamp != nil || file.entries.first?.timestamp != nil
    else { return nil }
    time = max(time, ((stamp - started).rounded()) / 1000)
    return JSONValue(time)
  }

  /// Adds a note for an entry that is not an action which was reduced.
  private mutating func add(_ entry: DevToolsFile.Entry, as kind: String, _ words: String) {
    let action = entry.action.map { ReduxAction.inside($0) }
    let name = action?["type"]?.string ?? "the action with the id \(entry.id)"
    var line = JSONObject([
      ("note", .string("\(name) \(words)")), ("index", JSONValue(index)),
      (kind, .bool(true)),
    ])
    line["id"] = id(of: entry)
    var members = entry.members
    members["action"] = entry.action
    line["entry"] = .object(members)
    text.add(line)
  }

  /// Adds the line of an event of this tool, with the state that it led to.
  private mutating func addEvent(_ entry: DevToolsFile.Entry, _ next: JSONValue?) {
    guard isOwn, var line = entry.action?["payload"]?.object else {
      if let next, next != state { add(next, isExternal: true) }
      return
    }
    let isExternal = line["external"] != nil
    let shown = line["shows"]?.int
    line["shows"] = nil
    if isExternal {
      if let next { add(next, wall(line), isExternal: true) }
      return
    }
    text.add(line)
    if line["note"] == nil { needsWhole = true }
    if line["gap"] != nil { index = line["index"]?.int ?? index }
    guard let shown, let next else { return }
    let kept = index
    index = shown
    // The state after lost actions is that of the last one; after a move it belongs to none.
    add(next, isExternal: line["gap"] == nil)
    index = kept
  }

  private func wall(_ line: JSONObject) -> [(String, JSONValue)] {
    line["wall"].map { [("wall", $0)] } ?? []
  }

  private mutating func add(
    _ next: JSONValue,
    _ members: [(String, JSONValue)] = [],
    isExternal: Bool = false
  ) {
    text.add(after: index, next, members, isExternal: isExternal, isWhole: needsWhole)
    (state, needsWhole) = (next, false)
  }

  // MARK: - The end

  private mutating func addAfterEnd(_ entry: DevToolsFile.Entry) {
    if isOwn {
      if entry.type == DevToolsExport.eventPrefix + "note" { addEvent(entry, nil) }
      return
    }
    differences.leftOut += 1
    let isSkipped = entry.isSkipped
    add(
      entry,
      as: isSkipped ? "skipped" : "unreduced",
      isSkipped ? "was skipped" : "was not reduced"
    )
  }

  private mutating func addEnd(_ error: String?) throws {
    if let error {
      guard !isOwn || error != DevToolsExport.unknownError else { return }
      var note = JSONObject([
        ("note", .string(error)), ("index", JSONValue(index)), ("error", true),
      ])
      // The state that was shown is kept for the way back: after a crash, no time machine moves.
      if !isOwn, let cursor = file.cursor, cursor != file.entries.count {
        note["cursor"] = JSONValue(cursor)
      }
      text.add(note)
      return
    }
    if !isOwn { try addCursor() }
    let end = isOwn ? file.rewind?["end"]?.string : "closed"
    if let end, ["closed", "continued"].contains(end) {
      text.add(["end": .string(end), "index": JSONValue(index)])
    }
  }

  /// Adds the move to the state that Redux DevTools showed last, if that was in the past.
  private mutating func addCursor() throws {
    guard let cursor = file.cursor, cursor != file.entries.count else { return }
    guard let state = try file.state(cursor).state else {
      if file.hasAnyState {
        warnings.append("currentStateIndex is \(cursor), where there is no state; it is ignored.")
      }
      return
    }
    let target = cursor == 0 ? file.lostActions : indexes[cursor - 1]
    text.add([
      "travel": "jump", "index": JSONValue(index), "to": JSONValue(target),
      "cursor": JSONValue(cursor),
    ])
    needsWhole = true
    add(state, isExternal: true)
  }
}
