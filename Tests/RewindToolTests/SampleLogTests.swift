import Foundation
import RewindJSON
import RewindSession
import RewindTestSupport
import Testing

/// A log in `Tests/Fixtures/format-1`.
private struct SampleLog: CustomTestStringConvertible, Sendable {
  /// Its path in the folder, without the extension.
  let name: String
  /// The sample that it is a recording of.
  var sample: String
  /// What a replay by the program that recorded it gives.
  var verdict = "same"

  init(_ name: String, sample: String? = nil, verdict: String = "same") {
    self.name = name
    self.sample = sample ?? name
    self.verdict = verdict
  }

  var testDescription: String { name }
  var path: String { Self.folder.appending(path: name + ".jsonl").path }

  static let folder = Recordings.fixture("format-1")

  static let all = [
    SampleLog("causes"),
    SampleLog("codable"),
    SampleLog("codable-marks"),
    SampleLog("crashed"),
    SampleLog("cut", sample: "notes"),
    SampleLog("edited", sample: "whole"),
    SampleLog("external"),
    SampleLog("flux"),
    SampleLog("folder/20261125T110615099Z-da8bdb00.main", sample: "folder"),
    SampleLog("folder/20261125T110615099Z-da8bdb00.second-store", sample: "folder"),
    // Two actions are missing.
    SampleLog("gap", verdict: "diverged"),
    SampleLog("hooks"),
    SampleLog("joined", sample: "segments"),
    SampleLog("keyframes"),
    SampleLog("middleware"),
    SampleLog("nested"),
    SampleLog("none"),
    SampleLog("notes"),
    // An action began before the one above it had ended.
    SampleLog("overlap", verdict: "diverged"),
    SampleLog("redacted"),
    SampleLog("reflected"),
    SampleLog("reflected-marks"),
    SampleLog("reflected-odd"),
    SampleLog("repaired", sample: "notes"),
    SampleLog("segments.2", sample: "segments"),
    SampleLog("segments.3", sample: "segments"),
    SampleLog("stopped"),
    // A payload was left out.
    SampleLog("too-large", verdict: "undecodable"),
    SampleLog("travel"),
    SampleLog("whole"),
  ]

  /// All of them, one after the other.
  static let texts = Result {
    try all.map { try String(contentsOfFile: $0.path, encoding: .utf8) }.joined()
  }

  // MARK: - An independent reading

  /// Its lines as they stand in the file, without one that is cut off.
  func lines() throws -> [JSONValue] { try Self.lines(at: path) }

  static func lines(at path: String) throws -> [JSONValue] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try text.split(separator: "\n").filter { $0.hasSuffix("}") }
      .map { try JSONValue(parsing: String($0)) }
  }

  static func withoutChecksum(_ line: JSONValue) -> JSONValue {
    var members = line.object ?? JSONObject()
    members["crc"] = nil
    return .object(members)
  }

  /// The states by index: whole ones as they stand there, others by patching the one above.
  func states() throws -> [Int: JSONValue] {
    var states: [Int: JSONValue] = [:]
    var state = JSONValue.null
    for line in try lines() {
      guard let after = line["after"]?.int else { continue }
      if let whole = line["state"] {
        state = whole
      } else {
        state = try PlainPatch.apply(try #require(line["patch"]), to: state)
      }
      // What came without an action shows on top of the action's state.
      if line["external"] == nil { states[after] = state }
    }
    return states
  }

  /// Its action lines.
  func actions() throws -> [JSONValue] {
    try lines().filter { $0["action"] != nil }
  }

  func run(_ command: String, _ arguments: String...) throws -> Program.Run {
    try rewind.run([command, path] + arguments)
  }
}

@Suite("Logs of format 1", .process)
struct SampleLogTests {
  private let folder = TemporaryFolder()

  /// The logs that the tool made of others, those that a clock or the length of the header decides about,
  /// and one that takes a full disk.
  private static let others = ["cut", "edited", "folder", "gap", "joined", "repaired", "segments"]

  @Test(
    "are what the recorder writes today, line for line",
    arguments: SampleLog.all.filter { log in !others.contains { log.name.hasPrefix($0) } }
  )
  private func recorded(log: SampleLog) throws {
    let path = folder.path(log.name + ".jsonl")
    let target = folder.path(log.sample + ".jsonl")
    // New memory is full of other bytes than zeros, which nothing may read.
    _ = try Program("format-samples").run(
      [log.sample, target],
      environment: ["MALLOC_PERTURB_": "148", "MallocPreScribble": "1"]
    )
    // The header names the process and the machine; each checksum depends on it.
    let (again, lines) = try (SampleLog.lines(at: path), log.lines())
    #expect(again.count == lines.count)
    // Values of the clock and of chance are others each time.
    let isLive = { (line: JSONValue) in
      ["date", "uuid", "random"].contains(line["input"]?["name"])
    }
    for (again, line) in zip(again, lines).dropFirst().prefix(while: { !isLive($0.1) }) {
      #expect(SampleLog.withoutChecksum(again) == SampleLog.withoutChecksum(line))
    }
  }

  @Test("are all named here")
  func all() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: SampleLog.folder.path)
    let logs = files.filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }
    #expect(logs.sorted() == SampleLog.all.map(\.name).sorted())
  }

  @Test(
    "have every kind of line and every written form",
    arguments: [
      #"{"rewind":1,"#, #""attach":"store""#, #""attach":"reducer""#, #""attach":"middleware""#,
      #""attach":"dispatcher""#, #""attach":"hooks""#, #""stateLines":"keyframes""#,
      #""stateLines":"none""#, #""segment":2"#, #""dropped":1"#, #""joined":3"#, #""repaired":{"#,
      #""redacted":["#, #""version":"#, #""commit":"#, #""process":"#, #""made":true"#,
      #"{"types":{"#,
      #"{"note":"#, #"{"gap":{"#, #"{"external":true,"#, #"{"reduced":"#, #"{"end":"closed","#,
      #"{"end":"continued","#, #"{"travel":"jump","#, #"{"travel":"skip","#,
      #"{"travel":"unskip","#, #"{"travel":"branch","#, #"{"travel":"reload","#,
      #"{"travel":"commit","#, #"{"travel":"reset","#, #""overlap":true"#, #""cause":2"#,
      #""source":""#, #""form":"reflected""#, #""error":{"#, #""name":"date""#, #""name":"uuid""#,
      #""name":"random""#, #""name":"shuffle""#, #"{"$rewind":"closure"}"#,
      #"{"$rewind":"cycle"}"#, #"{"$rewind":"same","at":"#, #"{"$rewind":"too deep"}"#,
      #"{"$rewind":"type","#,
      #"{"$rewind":"opaque","#, #"{"$rewind":"pointer"}"#, #"{"$rewind":"error","#,
      #"{"$rewind":"too large","#,
    ]
  )
  func complete(form: String) throws {
    #expect(try SampleLog.texts.get().containsBytes(of: form))
  }

  @Test("have the states that their lines lead to", arguments: SampleLog.all)
  private func states(log: SampleLog) throws {
    let states = try log.states()
    let export = try log.run("export", "--states")
    #expect(export.exit == .status(0), "\(export)")
    for line in try export.lines.map({ try JSONValue(parsing: $0) }) {
      let index = try #require(line["index"]?.int)
      #expect(line["state"] == states[index] ?? .null, "\(log.name) \(index)")
    }
    let last = try #require(states.keys.max())
    #expect(try log.run("state", "\(last)").json() == states[last])
  }

  @Test("have the actions that stand in them", arguments: SampleLog.all)
  private func actions(log: SampleLog) throws {
    let run = try log.run("log", "--json")
    #expect(run.exit == .status(0), "\(run)")
    let actions = try run.rows()
    let recorded = try log.actions()
    #expect(actions.map { $0["index"] } == recorded.map { $0["index"] })
    #expect(actions.map { $0["action"] } == recorded.map { $0["action"] })
    #expect(actions.map { $0["time"] } == recorded.map { $0["time"] })
  }

  @Test("are read by every command", arguments: TestScale.cases(10, of: SampleLog.all))
  private func commands(log: SampleLog) throws {
    for question in try questions(log, folder) {
      try rewind.run(question, exits: 0)
    }
    let check = try log.run("check", "--json")
    #expect(check.exit == .status(log.name == "cut" ? 1 : 0), "\(check.errors)")
  }

  private func questions(_ log: SampleLog, _ folder: TemporaryFolder) throws -> [[String]] {
    let states = try log.states()
    let last = try #require(states.keys.max())
    let pointer = "/" + (try #require(states[last]?.object?.members.first?.key))
    var questions = [
      [log.path], ["log", log.path], ["state", log.path, "\(last)"], ["stats", log.path],
      ["log", log.path, "--where", "index >= 0"], ["step", log.path, "--keys", "<right><left>"],
      ["check", log.path, "--repair", folder.path("repaired.jsonl")],
    ]
    // Samples that were derived have no types.
    let text = try String(contentsOfFile: log.path, encoding: .utf8)
    if text.contains(#"{"types":"#) { questions.append(["decoders", log.path]) }
    if log.name != "cut" {
      questions.append([
        "check", log.path, "--repair", folder.path("edited.jsonl"), "--accept-edits",
      ])
    }
    let actions = try log.actions()
    if let first = actions.first?["index"]?.int {
      questions.append(["show", log.path, "\(first)"])
    }
    // These need the states after all actions.
    guard ["keyframes", "none"].allSatisfy({ $0 != log.name }) else { return questions }
    questions += [
      ["blame", log.path, pointer, "--history"], ["blame", log.path, pointer],
      ["why", log.path, pointer], ["report", log.path, "-o", folder.path("page.html")],
    ]
    if let first = actions.first?["index"]?.int {
      questions.append(["log", log.path, "--where", "index >= \(first)"])
    }
    return questions
  }

  @Test("have changes that lead from state to state", arguments: SampleLog.all)
  private func changes(log: SampleLog) throws {
    let states = try log.states()
    for (a, b) in zip(states.keys.sorted(), states.keys.sorted().dropFirst()) {
      let run = try log.run("diff", "\(a)", "\(b)", "--patch")
      #expect(run.exit == .status(states[a] == states[b] ? 0 : 1), "\(run.errors)")
      let patch = try run.json()
      #expect(try PlainPatch.apply(patch, to: try #require(states[a])) == states[b])
    }
  }

  @Test("are replayed by the program that recorded them", arguments: SampleLog.all)
  private func replay(log: SampleLog) throws {
    let app = Program("format-samples").path
    let run = try log.run("verify", "--json", "--app", app, "--", log.sample)
    let answer = try run.json()
    #expect(answer["result"]?.string == log.verdict, "\(log.name): \(answer)")
    #expect(run.exit == .status(log.verdict == "same" ? 0 : 1))
  }

  @Test("tell which action crashed")
  func crash() throws {
    let log = try #require(SampleLog.all.first { $0.name == "crashed" })
    let run = try log.run(
      "bisect",
      "--json",
      "--app",
      Program("format-samples").path,
      "--",
      "crashed"
    )
    let answer = try run.json()
    #expect(answer["fatal"] == 3)
    #expect(answer["class"] == "trap")
  }
}
