import Foundation
import RewindJSON
import RewindLog
import RewindTestSupport
import RewindTimeline
import Testing

private let warehouse = Program("warehouse")

/// Sessions of an app in another language, in which something was not observed.
@Suite("An answer", .process, .needsPython)
struct ObservedAnswerTests {
  /// Runs a command on a session of some actions; the last one has a state where it is said to.
  private func run(
    _ command: String,
    _ types: [String],
    divisor: Int = 1,
    endsWithState: Bool = false,
    _ arguments: String...
  ) throws -> Program.Run {
    try TemporaryFolder.with { folder in
      // It divides, reads a die, and dies after its reducer where the count is too high.
      let script = Interpreter.app("dice.py")
      var session = SessionFile(app: "dice")
      func state(_ count: Int) -> JSONValue {
        ["count": JSONValue(count), "divisor": JSONValue(divisor)]
      }
      session.add(["after": 0, "state": state(0)])
      var count = 0
      for (number, type) in types.enumerated() {
        if type == "Add" { count += 1 }
        let isLast = number == types.count - 1
        // A bare nil would be JSON's null.
        let after = isLast && !endsWithState ? Optional<JSONValue>.none : state(count)
        session.add(number + 1, type, [:], state: after)
      }
      let path = try session.write(to: folder)
      return try rewind.run(
        [command, path] + arguments
          + (command == "minimize" ? ["-o", folder.path("small.jsonl")] : [])
          + ["--app", Interpreter.python.path ?? "", "--", script]
      )
    }
  }

  @Test(
    "is unresolved where a reducer reads what is not in the recording",
    arguments: [("bisect", [String]()), ("minimize", []), ("minimize", ["--any"])]
  )
  func unresolved(command: String, flags: [String]) throws {
    let found =
      flags.isEmpty
      ? try run(command, ["Add", "Roll"], "--json")
      : try run(command, ["Add", "Roll"], "--json", flags[0])
    #expect(found.exit == .status(1))
    #expect(found.output == #"{"result":"unresolved","input":"dice","index":2}"# + "\n")
  }

  @Test("is unresolved in a triage, too")
  func unresolvedGroup() throws {
    let row = try run("triage", ["Add", "Roll"], "--json").json()
    #expect(row["kind"]?.string == "unresolved")
    #expect(row["reason"]?.string == #"a reducer read "dice", which is not in the log"#)
  }

  @Test("blames the initial state where the app's own one survives")
  func initialState() throws {
    let found = try run("bisect", ["Add", "Divide"], divisor: 0, "--json").json()
    #expect(found["initial"]?.string == "to-blame")
    #expect(found["culprit"]?.int == 0)
    #expect(found["certain"]?.bool == true)
    let words = try run("bisect", ["Add", "Divide"], divisor: 0).output
    #expect(words.contains("culprit 0  the initial state\n"))
  }

  @Test("does not tell the action from the initial state where every state crashes")
  func everyState() throws {
    let found = try run("bisect", ["Add", "Fail"], "--json").json()
    #expect(found["initial"]?.string == "like-own")
    #expect(found["culprit"]?.int == 2)
    #expect(found["certain"]?.bool == false)
  }

  @Test("is the culprit of a crash after the reducer, and says that it was there")
  func outside() throws {
    let types = ["Add", "Add", "Add", "Show"]
    let found = try run("bisect", types, endsWithState: true, "--json").json()
    #expect(found["result"]?.string == "found")
    #expect(found["culprit"]?.int == 3)
    #expect(found["outside"]?.bool == true)
    // Nothing that the app wrote tells this death from another one.
    #expect(found["certain"]?.bool == false)
  }
}

@Suite("Triage and bisect", .oracle)
struct TriageBisectTests {
  private let folder = TemporaryFolder()

  @Test("name the same culprit of every session of a fleet", arguments: TestScale.seeds(1, of: 2))
  func agree(seed: UInt64) throws {
    let logs = folder.path("logs")
    try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
    let bugs = TestScale.isExhaustive ? Array(1...20) : [1, 3, 5, 9, 11, 17]
    for bug in bugs {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: warehouse.path)
      process.arguments = ["record", "\(seed * 31)", "\(bug)", "\(logs)/\(bug).jsonl", "1.0"]
      process.environment = ["SWIFT_BACKTRACE": "enable=no"]
        .merging(Sanitizer.environment) { $1 }
      (process.standardOutput, process.standardError) =
        (FileHandle.nullDevice, FileHandle.nullDevice)
      try process.start()
      process.waitUntilExit()
    }
    let run = try rewind.run("triage", logs, "--json", "--app", warehouse.path, exits: 0)
    var culprits: [String: String] = [:]
    for line in run.lines {
      let row = try JSONValue(parsing: line)
      for file in row["files"]?.array ?? [] {
        culprits[file.string ?? ""] = row["culprit"]?.string
      }
    }
    #expect(culprits.count == bugs.count)
    for (path, culprit) in culprits.sorted(by: { $0.key < $1.key }) {
      let found = try rewind.run("bisect", path, "--json", "--app", warehouse.path).json()
      let index = try #require(found["culprit"]?.int, "\(path)")
      let timeline = try Timeline.open(SessionLog.open(path))
      #expect(try timeline.action(index).type == culprit, "\(path), seed \(seed)")
    }
  }
}
