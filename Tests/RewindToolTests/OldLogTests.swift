#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindSession
import RewindTestSupport
import Testing

private let rewind = Program("rewind")

/// A log that an earlier recorder wrote.
private struct OldLog: CustomTestStringConvertible, Sendable {
  /// Its path in the folder, without the extension.
  let name: String
  /// CRC-32C of its bytes.
  let checksum: String
  /// The sample that it is a recording of.
  var sample: String
  /// What a replay by the program that recorded it gives.
  var verdict = "same"

  init(_ name: String, _ checksum: String, sample: String? = nil, verdict: String = "same") {
    self.name = name
    self.checksum = checksum
    self.sample = sample ?? name
    self.verdict = verdict
  }

  var testDescription: String { name }
  var path: String { Self.folder.appending(path: name + ".jsonl").path }

  static let folder = Recordings.folder.deletingLastPathComponent()
    .appending(path: "Tests/Fixtures/format-1")

  static let all = [
    OldLog("causes", "c404f34e"),
    OldLog("codable", "1470cef5"),
    OldLog("codable-marks", "97a57490"),
    OldLog("crashed", "15dbd680"),
    OldLog("cut", "3be1663d", sample: "notes"),
    OldLog("edited", "c74ba198", sample: "whole"),
    OldLog("external", "8e0f6a6f"),
    OldLog("flux", "861e33b5"),
    OldLog("folder/20261122T063905813Z-8659a60b.main", "6ee86bdc", sample: "folder"),
    OldLog("folder/20261122T063905813Z-8659a60b.second-store", "ca2f1a55", sample: "folder"),
    // Two actions are missing.
    OldLog("gap", "5c9d5433", verdict: "diverged"),
    OldLog("hooks", "9753e603"),
    OldLog("joined", "11b49987", sample: "segments"),
    OldLog("keyframes", "1f097142"),
    OldLog("middleware", "9603127d"),
    OldLog("nested", "d887c6ee"),
    OldLog("none", "2734a8f5"),
    OldLog("notes", "99d3d327"),
    // An action began before the one above it had ended.
    OldLog("overlap", "4ed742e1", verdict: "diverged"),
    OldLog("redacted", "455513e2"),
    OldLog("reflected", "cf5a7d46"),
    OldLog("reflected-marks", "a9a5b8a6"),
    // The recording has not what changed.
    OldLog("reflected-missed", "b36987cf", verdict: "diverged"),
    OldLog("reflected-odd", "328f4d0b"),
    OldLog("repaired", "d64609ec", sample: "notes"),
    OldLog("segments.2", "68b9db8e", sample: "segments"),
    OldLog("segments.3", "39b2befd", sample: "segments"),
    OldLog("stopped", "de593cad"),
    // A payload was left out.
    OldLog("too-large", "44b6f9b4", verdict: "undecodable"),
    OldLog("travel", "6a2c2586"),
    OldLog("whole", "6247bc28"),
  ]

  // MARK: - An independent reading

  /// Its lines as they stand in the file, without one that is cut off.
  func lines() throws -> [JSONValue] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try text.split(separator: "\n").filter { $0.hasSuffix("}") }
      .map { try JSONValue(parsing: String($0)) }
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

@Suite("Old logs")
struct OldLogTests {
  @Test("have not been rewritten, and none is left out here", arguments: OldLog.all)
  private func unchanged(log: OldLog) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: log.path)))
    let checksum = Checksum().continued(over: bytes)
    #expect(checksum.text == log.checksum, "\(log.name)")
    #expect(try #require(log.lines().first)["form"] == nil)
  }

  @Test("are all named here")
  func all() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: OldLog.folder.path)
    let logs = files.filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }
    #expect(logs.sorted() == OldLog.all.map(\.name).sorted())
  }

  @Test(
    "have every kind of line and every written form",
    arguments: [
      #"{"rewind":1,"#, #""attach":"store""#, #""attach":"reducer""#, #""attach":"middleware""#,
      #""attach":"dispatcher""#, #""attach":"hooks""#, #""stateLines":"keyframes""#,
      #""stateLines":"none""#, #""segment":2"#, #""dropped":1"#, #""joined":3"#, #""repaired":{"#,
      #""redacted":["#, #""version":"#, #""commit":"#, #""process":"#, #""made":true"#,
      #"{"note":"#, #"{"gap":{"#, #"{"external":true,"#, #"{"reduced":"#, #"{"end":"closed","#,
      #"{"end":"continued","#, #"{"travel":"jump","#, #"{"travel":"skip","#,
      #"{"travel":"unskip","#, #"{"travel":"branch","#, #"{"travel":"reload","#,
      #"{"travel":"commit","#, #"{"travel":"reset","#, #""overlap":true"#, #""cause":2"#,
      #""source":""#, #""form":"reflected""#, #""error":{"#, #""name":"date""#, #""name":"uuid""#,
      #""name":"random""#, #""name":"shuffle""#, #"{"$rewind":"closure"}"#,
      #"{"$rewind":"cycle"}"#, #"{"$rewind":"too deep"}"#, #"{"$rewind":"type","#,
      #"{"$rewind":"opaque","#, #"{"$rewind":"error","#, #"{"$rewind":"too large","#,
    ]
  )
  func complete(form: String) throws {
    let texts = try OldLog.all.map { try String(contentsOfFile: $0.path, encoding: .utf8) }
    #expect(texts.contains { $0.contains(form) })
  }

  @Test("have the states that their lines lead to", arguments: OldLog.all)
  private func states(log: OldLog) throws {
    let states = try log.states()
    let export = try log.run("export", "--states")
    #expect(export.exit == .status(0))
    for line in try export.lines.map({ try JSONValue(parsing: $0) }) {
      let index = try #require(line["index"]?.int)
      #expect(line["state"] == states[index] ?? .null, "\(log.name) \(index)")
    }
    for (index, state) in states {
      let run = try log.run("state", "\(index)")
      #expect(run.exit == .status(0))
      #expect(try JSONValue(parsing: run.output) == state, "\(log.name) \(index)")
    }
  }

  @Test("have the actions that stand in them", arguments: OldLog.all)
  private func actions(log: OldLog) throws {
    let run = try log.run("log", "--json")
    #expect(run.exit == .status(0))
    let actions = try run.lines.map { try JSONValue(parsing: $0) }
    let recorded = try log.actions()
    #expect(actions.map { $0["index"] } == recorded.map { $0["index"] })
    #expect(actions.map { $0["action"] } == recorded.map { $0["action"] })
    #expect(actions.map { $0["time"] } == recorded.map { $0["time"] })
  }

  @Test("are read by every command", arguments: OldLog.all)
  private func commands(log: OldLog) throws {
    try TemporaryFolder.with { folder in
      for question in try questions(log, folder) {
        let run = try rewind.run(question)
        #expect(run.exit == .status(0), "\(question): \(run.errors)")
      }
      // One contradicts itself, as the recorder of its time made it do.
      guard log.name != "reflected-missed" else { return }
      let check = try log.run("check", "--json")
      #expect(check.exit == .status(log.name == "cut" ? 1 : 0), "\(check.errors)")
    }
  }

  private func questions(_ log: OldLog, _ folder: TemporaryFolder) throws -> [[String]] {
    let states = try log.states()
    let last = try #require(states.keys.max())
    let pointer = "/" + (try #require(states[last]?.object?.members.first?.key))
    var questions = [
      [log.path], ["log", log.path], ["state", log.path, "\(last)"], ["stats", log.path],
      ["find", log.path, "index >= 0"], ["step", log.path, "--keys", "<right><left>"],
      ["decoders", log.path], ["repair", log.path, "-o", folder.path("repaired.jsonl")],
    ]
    if log.name != "cut" {
      questions.append(["seal", log.path, "-o", folder.path("sealed.jsonl")])
    }
    let actions = try log.actions()
    if let first = actions.first?["index"]?.int {
      questions.append(["show", log.path, "\(first)"])
    }
    // These need the states after all actions.
    guard ["keyframes", "none"].allSatisfy({ $0 != log.name }) else { return questions }
    questions += [
      ["history", log.path, pointer], ["blame", log.path, pointer],
      ["why", log.path, pointer], ["report", log.path, "-o", folder.path("page.html")],
    ]
    if let first = actions.first?["index"]?.int {
      questions.append(["bisect", log.path, "--where", "index >= \(first)"])
    }
    return questions
  }

  @Test("have changes that lead from state to state", arguments: OldLog.all)
  private func changes(log: OldLog) throws {
    let states = try log.states()
    for (a, b) in zip(states.keys.sorted(), states.keys.sorted().dropFirst()) {
      let run = try log.run("diff", "\(a)", "\(b)", "--patch")
      #expect(run.exit == .status(states[a] == states[b] ? 0 : 1), "\(run.errors)")
      let patch = try JSONValue(parsing: run.output)
      #expect(try PlainPatch.apply(patch, to: try #require(states[a])) == states[b])
    }
  }

  @Test("are replayed by the program that recorded them", arguments: OldLog.all)
  private func replay(log: OldLog) throws {
    let app = Program("format-samples").path
    let run = try log.run("verify", "--json", "--app", app, "--", log.sample)
    let answer = try JSONValue(parsing: run.output)
    #expect(answer["result"]?.string == log.verdict, "\(log.name): \(answer)")
    #expect(run.exit == .status(log.verdict == "same" ? 0 : 1))
  }

  @Test("tell which action crashed")
  func crash() throws {
    let log = try #require(OldLog.all.first { $0.name == "crashed" })
    let run = try log.run(
      "bisect",
      "--json",
      "--app",
      Program("format-samples").path,
      "--",
      "crashed"
    )
    let answer = try JSONValue(parsing: run.output)
    #expect(answer["fatal"] == 3)
    #expect(answer["class"] == "trap")
  }
}
#endif
