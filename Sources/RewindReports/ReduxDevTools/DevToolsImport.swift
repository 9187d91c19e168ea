import Foundation
package import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindSession

/// A session log made from a file of Redux DevTools.
///
/// A file of ``DevToolsExport`` comes back line by line. In other files the actions are numbered in the
/// order in which Redux DevTools plays them; skipped ones become notes, and those after one that threw
/// are left out, since their states are unknown.
package struct DevToolsImport {
  /// The log as it is written.
  package private(set) var text = SessionSerializer()
  package private(set) var actions = 0
  /// Sentences about what is different in the log.
  package private(set) var warnings: [String] = []
  /// True if the file has a state after each action.
  package let hasStates: Bool

  private let file: DevToolsFile
  /// True if the file is as this tool wrote it, so that lines can have their old indexes.
  private let isOwn: Bool
  private var index: Int
  private var state: JSONValue?
  private var time = 0.0
  /// True after lines that the next state must not depend on.
  private var needsWhole = false
  private var skipped = 0
  private var leftOut = 0
  private var marks = 0
  private var unsafeNumbers = 0

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
    hasStates = file.stateCount > 0
    index = isOwn ? file.start?.rewind?["index"]?.int ?? 0 : 0
    try addStart(name, id)
    var ending: String?
    for (place, entry) in file.entries.enumerated() {
      if ending == nil {
        ending = try add(entry, at: place + 1)
      } else {
        addAfterEnd(entry)
      }
    }
    try addEnd(ending)
    makeWarnings(ending)
  }

  private var isContradictory: Bool {
    guard let log = try? SessionLog.open(bytes: text.bytes),
      let faults = try? LogFaults.find(in: log, verifying: true)
    else { return true }
    return faults.damage != nil || faults.contradiction != nil
  }

  // MARK: - The start

  private mutating func addStart(_ name: String, _ id: String) throws {
    let own = file.start?.rewind
    var header = own?["header"]?.object ?? foreignHeader(name, id)
    header["stateLines"] = hasStates ? nil : "none"
    if !isOwn { for member in ["segment", "joined"] { header[member] = nil } }
    text.add(header)
    for input in own?["inputs"]?.array ?? [] { add(input, of: index) }
    if hasStates {
      let first = try file.state(0)
      count(first.state)
      var members: [(String, JSONValue)] = []
      for name in ["made", "wall"] {
        if let value = own?[name] { members.append((name, value)) }
      }
      if own == nil, file.makesInitialState { members.append(("made", true)) }
      add(first.state, members)
    } else if let preloaded = file.preloadedState {
      count(preloaded)
      add(preloaded)
    }
  }

  private func foreignHeader(_ name: String, _ id: String) -> JSONObject {
    var header = JSONObject([("rewind", 1), ("session", .string(id)), ("app", .string(name))])
    if let started {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      let date = Date(timeIntervalSince1970: started / 1000)
      header["started"] = .string(date.formatted(style))
    }
    header["store"] = "main"
    header["attach"] = "reducer"
    return header
  }

  /// Milliseconds since 1970, from 1970 to 9999.
  private var started: Double? {
    let first = file.start?.timestamp ?? file.entries.first?.timestamp
    return first.flatMap { (0..<253_402_300_800_000).contains($0) ? $0 : nil }
  }

  // MARK: - Entries

  /// Adds an entry, and returns the error in which the session ended with it.
  private mutating func add(_ entry: DevToolsFile.Entry, at place: Int) throws -> String? {
    if entry.isSkipped, !isOwn || entry.rewind?["skipped"] == true {
      addSkipped(entry)
      return nil
    }
    let computed = place < file.stateCount ? try file.state(place) : nil
    if let computed { count(computed.state) }
    if entry.type.hasPrefix(DevToolsExport.eventPrefix) {
      addEvent(entry, computed?.state)
      return nil
    }
    addAction(entry)
    if let error = computed?.error { return error }
    if let computed {
      if !(isOwn && entry.rewind?["stateless"] == true) { add(computed.state) }
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
    count(.object(entry.action))
    line["action"] = ReduxAction.inside(entry.action)
    for member in own?.members ?? [] where line[member.key] == nil {
      let isOfOrder = ["cause", "overlap"].contains(member.key)
      let isOfEntry = ["inputs", "stateless"].contains(member.key)
      if !isOfEntry, isOwn || !isOfOrder { line[member.key] = member.value }
    }
    text.add(line)
    for input in own?["inputs"]?.array ?? [] { add(input, of: index) }
  }

  private mutating func add(_ input: JSONValue, of index: Int) {
    text.add(["index": JSONValue(index), "input": input])
  }

  /// Returns the seconds since the start, which never go back.
  private mutating func seconds(of entry: DevToolsFile.Entry) -> JSONValue? {
    guard let started, let stamp = entry.timestamp, (0...1e15).contains(stamp) else { return nil }
    time = max(time, (stamp - started) / 1000)
    return JSONValue((time * 1000).rounded() / 1000)
  }

  private mutating func addSkipped(_ entry: DevToolsFile.Entry) {
    skipped += 1
    text.add([
      "note": .string("\(entry.type) was skipped"), "index": JSONValue(index),
      "skipped": ReduxAction.inside(entry.action),
    ])
  }

  /// Adds the line of an event of this tool, with the state that it led to.
  private mutating func addEvent(_ entry: DevToolsFile.Entry, _ next: JSONValue?) {
    guard isOwn, var line = entry.action["payload"]?.object else {
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
    if isOwn, entry.type == DevToolsExport.eventPrefix + "note" {
      addEvent(entry, nil)
    } else {
      leftOut += 1
    }
  }

  private mutating func addEnd(_ error: String?) throws {
    if let error {
      guard !isOwn || error != DevToolsExport.unknownError else { return }
      text.add([
        "note": .string(error), "index": JSONValue(index), "error": true,
      ])
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
    guard (0..<max(file.stateCount, 1)).contains(cursor), hasStates else {
      warnings.append("currentStateIndex is \(cursor), where there is no state; it is ignored.")
      return
    }
    let target = file.entries.prefix(cursor).filter {
      !$0.isSkipped && !$0.type.hasPrefix(DevToolsExport.eventPrefix)
    }.count
    text.add(["travel": "jump", "index": JSONValue(index), "to": JSONValue(target)])
    needsWhole = true
    add(try file.state(cursor).state, isExternal: true)
  }

  // MARK: - What is different

  /// Counts what JavaScript may have changed before the file was written.
  private mutating func count(_ value: JSONValue) {
    guard !isOwn else { return }
    _ = value.rewritten(
      key: { key in
        if key == "$jsan" { marks += 1 }
        return key
      },
      scalar: { scalar, _ in
        if case .number(let number) = scalar, !number.isSafeInJavaScript { unsafeNumbers += 1 }
        return scalar
      }
    )
  }

  private mutating func makeWarnings(_ ending: String?) {
    if file.isReordered {
      warnings.append(
        "The actions were reordered: the log has them in the order in which they were played, and times that never go back."
      )
    }
    if skipped > 0 {
      warnings.append(
        skipped == 1
          ? "One skipped action is kept as a note."
          : "\(skipped) skipped actions are kept as notes."
      )
    }
    if ending != nil, leftOut > 0 {
      warnings.append(
        leftOut == 1
          ? "Action \(index) threw, and the one after it, which was not reduced, is left out."
          : "Action \(index) threw, and the \(leftOut) after it, which were not reduced, are left out."
      )
    }
    if unsafeNumbers > 0 {
      let numbers = unsafeNumbers == 1 ? "One number is" : "\(unsafeNumbers) numbers are"
      warnings.append(
        "\(numbers) beyond what JavaScript holds exactly, and may have been rounded before."
      )
    }
    if marks > 0 {
      let values = marks == 1 ? "One value" : "\(marks) values"
      warnings.append(
        "\(values) that JSON cannot hold, such as dates, stay as Redux DevTools wrote them: {\"$jsan\":…}."
      )
    }
  }
}

extension DevToolsFile {
  /// True if the file is as this tool wrote it: Redux DevTools does not pass on the last member.
  fileprivate var isUnchanged: Bool {
    rewind != nil && start?.rewind?["header"] != nil && !isReordered
  }
}
