import Foundation
import RewindJSON
import RewindLog
import RewindTestSupport
import RewindTimeline
import Testing

/// The rows of a table of JSON lines.
private func rows(_ folder: TemporaryFolder, _ table: String) throws -> [JSONValue] {
  let text = try folder.text("tables/\(table).jsonl")
  return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
}

func export(
  _ folder: TemporaryFolder,
  _ words: [String],
  by script: String? = nil
) throws -> Program.Run {
  try rewind.run(
    ["export"] + words + ["--rows", "-o", "tables", "--force"],
    in: folder.url,
    by: script
  )
}

@Suite("rewind export --rows", .process)
struct RowExportTests {
  private let folder = TemporaryFolder()
  private let samples = [
    Recordings.folder.path,
    Recordings.fixture("format-1").path,
  ]

  @Test("gives every row every column, and a column one type")
  func types() throws {
    let types: [String: [String: JSONValue.Kind]] = [
      "actions": [
        "file": .string, "session": .string, "index": .number, "time": .number, "type": .string,
        "payload": .string, "error": .string, "changed": .array, "cause": .number, "died": .bool,
        "cause_store": .string, "subscribed": .number, "state": .string,
      ],
      "sessions": [
        "file": .string, "session": .string, "app": .string, "version": .string,
        "commit": .string, "store": .string, "started": .string, "length": .number,
        "actions": .number, "end": .string, "fatal": .string, "signature": .string,
        "culprit": .string, "group": .string, "kind": .string, "damage": .string,
      ],
    ]
    #expect(try export(folder, samples + ["--states"]).exit == .status(0))
    for (table, columns) in types {
      let rows = try rows(folder, table)
      #expect(rows.count > 40)
      for row in rows {
        let members = row.object?.members ?? []
        #expect(Set(members.map(\.key)) == Set(columns.keys))
        for member in members where member.value != .null {
          #expect(member.value.kind == columns[member.key], "\(member)")
        }
        for name in ["time", "length"] {
          guard case .number(let number)? = row[name] else { continue }
          #expect(number.text.contains(where: { ".e".contains($0) }), "\(number.text)")
        }
      }
    }
  }

  @Test("says of each action what the session says")
  func contents() throws {
    #expect(try export(folder, samples + ["--states"]).exit == .status(0))
    let actions = Dictionary(grouping: try rows(folder, "actions")) { $0["file"]?.string ?? "" }
    for session in try rows(folder, "sessions") {
      let file = try #require(session["file"]?.string)
      let timeline = try Timeline.open(SessionLog.open(file))
      #expect(session["end"] == .string(timeline.end.name))
      #expect(session["app"]?.string == timeline.log.header.app)
      var next = timeline.firstIndex + 1
      var seen = 0
      for row in actions[file] ?? [] {
        let action = try #require(try timeline.nextAction(from: next))
        (next, seen) = (action.index + 1, seen + 1)
        #expect(row["index"]?.int == action.index && row["type"]?.string == action.type)
        let cause = action.origin.flatMap { $0.kind == .answer ? $0 : nil }
        #expect(row["time"]?.double == action.time && row["cause"]?.int == cause?.index)
        #expect(row["cause_store"]?.string == cause?.store)
        #expect(try row["payload"]?.string.map { try JSONValue(parsing: $0) } == action.payload)
        let died = timeline.end == .crashed(action: action.index)
        #expect(row["died"]?.bool == died)
        if died { #expect(session["fatal"]?.string == action.type) }
        let state = try timeline.stateLine(after: action.index).map(timeline.state(at:))
        #expect(try row["state"]?.string.map { try JSONValue(parsing: $0) } == state, "\(file)")
        #expect((row["changed"] == .null) == (state == nil) || timeline.hasUnrecordedStates)
      }
      #expect(try timeline.nextAction(from: next) == nil)
      #expect(session["actions"]?.int == seen)
    }
  }

  @Test("writes integers beyond 64 bits as text, and states only if asked for")
  func integers() throws {
    var session = SessionFile(start: 0)
    let huge = JSONNumber(validText: "170141183460469231731687303715884105727")
    session.add(1, "A", ["a": .number(huge), "b": .number(JSONNumber(UInt64.max))], state: 1)
    let path = try session.write(to: folder)
    #expect(try export(folder, [path]).exit == .status(0))
    let row = try rows(folder, "actions")[0]
    #expect(
      row["payload"]
        == #"{"a":"170141183460469231731687303715884105727","b":18446744073709551615}"#
    )
    #expect(row["state"] == nil && row["changed"] == [""])
    let again = try rewind.run("export", path, "--rows", "-o", folder.path("tables"), exits: 2)
    #expect(again.errors.contains("--force"))
  }

  @Test("takes the groups of a triage")
  func triage() throws {
    let session = SessionFile(start: 0)
    for name in ["a", "b", "c"] { _ = try session.write(to: folder, as: "\(name).jsonl") }
    let groups = #"""
      {"group":"g1","kind":"crash","count":1,"files":["./a.jsonl"],"culprit":"Add","signature":"trap in Pay"}
      {"group":"g2","kind":"wrong-state","files":["a.jsonl","b.jsonl"],"culprit":null,"signature":null}
      """#
    try folder.file("triage.json", groups)
    let words = ["a.jsonl", "b.jsonl", "c.jsonl", "--triage", "triage.json"]
    #expect(try export(folder, words).exit == .status(0))
    let found = try rows(folder, "sessions").map { row in
      ["group", "kind", "culprit", "signature"].map { row[$0]?.string }
    }
    #expect(
      found == [
        ["g1", "crash", "Add", "trap in Pay"], ["g2", "wrong-state", nil, nil],
        [nil, nil, nil, nil],
      ]
    )
    try folder.file("triage.json", #"{"group":"g1"}"#)
    let bad = try export(folder, words)
    #expect(bad.exit == .status(2) && bad.errors.contains("rewind triage --json"))
  }

  @Test(
    "finds a triage's groups by absolute and relative paths, and by the session where logs moved"
  )
  func joins() throws {
    for name in ["logs", "moved"] {
      try folder.makeFolder(name)
    }
    for (name, store) in [("a", "cart"), ("b", "user")] {
      var session = SessionFile(["session": "1", "store": .string(store)], start: 0)
      session.add(1, "\(name)", state: nil)
      _ = try session.write(to: folder, as: "logs/\(name).jsonl")
      _ = try session.write(to: folder, as: "moved/other-\(name).jsonl")
    }
    let logs = folder.path("logs")
    func groups(_ operand: String, of triaged: String) throws -> [String?] {
      let run = try rewind.run(["triage", triaged, "--json"], in: folder.url)
      try folder.file("triage.json", run.output)
      #expect(try export(folder, [operand, "--triage", "triage.json"]).errors == "")
      return try rows(folder, "sessions").map { $0["group"]?.string }
    }
    let expected = try groups(logs, of: logs)
    #expect(Set(expected.compactMap { $0 }).count == 2)
    for (operand, triaged) in [("logs", logs), (logs, "logs"), ("./logs/../logs", "logs")] {
      #expect(try groups(operand, of: triaged) == expected, "\(operand), \(triaged)")
    }
    #expect(try groups("moved", of: "logs") == expected)
  }

  @Test("says how many sessions a triage's result does not have")
  func strangers() throws {
    for name in ["a", "b", "c"] {
      let session = SessionFile(["session": .string(name)], start: 0)
      _ = try session.write(to: folder, as: "\(name).jsonl")
    }
    for (files, which) in [
      (["a.jsonl"], "2 of 3 sessions are not"),
      (["a.jsonl", "b.jsonl"], "1 of 3 sessions are not"),
      (["x.jsonl"], "None of the 3 sessions is"),
    ] {
      let list = files.map { "\"\($0)\"" }.joined(separator: ",")
      try folder.file("triage.json", #"{"group":"g1","kind":"closed","files":[\#(list)]}"#)
      let words = ["a.jsonl", "b.jsonl", "c.jsonl", "--triage", "triage.json"]
      let warning = "rewind: \(which) in triage.json, and so without a group.\n"
      #expect(try export(folder, words).errors == warning)
      let page = try rewind.run(
        ["report"] + words + ["-o", "page.html", "--force"],
        in: folder.url
      )
      #expect(page.errors == warning)
    }
    // A session whose files are in two groups: this one could belong to either.
    try folder.file(
      "triage.json",
      #"""
      {"group":"g1","files":["x.jsonl","z.jsonl"],"sessions":["b","c"]}
      {"group":"g2","files":["y.jsonl"],"sessions":["b"]}
      """#
    )
    _ = try export(folder, ["a.jsonl", "b.jsonl", "c.jsonl", "--triage", "triage.json"])
    #expect(try rows(folder, "sessions").map { $0["group"]?.string } == [nil, nil, "g1"])
  }

  @Test("does as its page of help says, typed in order")
  func recipe() throws {
    try folder.makeFolder("logs")
    let log = crash
    try folder.copy(log, as: "logs/tap.jsonl")
    try folder.link("shop", to: game)
    let lines = try DocumentationPage.article("Rows").text().split(separator: "\n")
      .filter { $0.hasPrefix("rewind ") }
    #expect(lines.count == 3)
    let script = lines.map { "\"$1\" \($0.dropFirst(7))" }.joined(separator: " && ")
    _ = try rewind.run([], in: folder.url, by: script, exits: 0)
    #expect(try rows(folder, "sessions")[0]["culprit"]?.string != nil)
  }

  @Test("has the good rows of damaged logs, and a row for one that cannot be read")
  func damage() throws {
    let win = try String(contentsOfFile: Recordings.path("memory-tunes/win.jsonl"), encoding: .utf8)
    var lines = win.split(separator: "\n")
    lines[30] = Substring(lines[30].replacing("\"", with: "'", maxReplacements: 1))
    try folder.file("altered.jsonl", lines.joined(separator: "\n") + "\n")
    try folder.file("cut.jsonl", String(win.dropLast(40)))
    let run = try export(folder, ["altered.jsonl", "cut.jsonl", "none.jsonl"])
    #expect(run.exit == .status(0))
    #expect(run.errors.contains("altered.jsonl: line 31 is damaged"))
    #expect(run.errors.contains("none.jsonl cannot be read"))
    let sessions = try rows(folder, "sessions")
    #expect(sessions.map { $0["end"]?.string } == ["cut", "cut", nil])
    #expect(sessions[0]["damage"]?.string?.contains("line 31") == true)
    #expect(sessions[0]["actions"]?.int ?? 0 > 5 && sessions[1]["actions"]?.int == 23)
    #expect(sessions[2]["damage"]?.string?.contains("No such file") == true)
  }
}
