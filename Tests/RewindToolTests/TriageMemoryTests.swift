import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let warehouse = Program("warehouse")

@Suite("The memory of rewind triage", .process, .timeLimit(.minutes(hangingMinutes)))
struct TriageMemoryTests {
  private let folder = TemporaryFolder()

  @Test("replays a log once, and says what is new since the last run")
  func cache() throws {
    var crashes = try Crashes(in: folder)
    for seed in 1...2 { try crashes.record(2, seed: seed) }
    let app = try CountedApp(in: folder)
    let cache = "\(crashes.logs).memory"
    func triage() throws -> (rows: [JSONValue], starts: Int, errors: String) {
      let before = app.starts
      let words = ["triage", crashes.logs, "--json", "--memory", cache]
      let run = try rewind.run(words + app.command, exits: 0)
      let rows = try run.rows()
      return (rows, app.starts - before, run.errors)
    }
    let first = try triage()
    #expect(first.starts > 0)
    let second = try triage()
    #expect(second.starts == 0)
    #expect(second.rows.map { $0["group"] } == first.rows.map { $0["group"] })
    #expect(second.rows.map { $0["new"] } == [false])

    try crashes.record(2, seed: 3)
    try crashes.record(17, seed: 3)
    let third = try triage()
    #expect(third.rows.map { $0["new"] } == [false, true])
    #expect(third.rows.map { $0["added"] } == [1, 1])

    // Another program is another answer.
    let other = try crashes.triage("--memory", cache)
    #expect(other.map { $0["group"] } == third.rows.map { $0["group"] })

    let kept = try Data(contentsOf: URL(fileURLWithPath: cache))
    for index in TestScale.hasTime ? [20, 0, kept.count / 3, kept.count - 2] : [] {
      var bytes = kept
      bytes[index] ^= 1
      try bytes.write(to: URL(fileURLWithPath: cache))
      let run = try triage()
      #expect(run.errors.contains("is damaged or of another version and is not used"))
      #expect(run.starts > 0)
      #expect(run.rows.map { $0["files"] } == third.rows.map { $0["files"] })
    }
  }

  @Test("calls a group new until it was shown, though its logs were known from other groups")
  func new() throws {
    var crashes = try Crashes(in: folder)
    for bug in [2, 3] { try crashes.record(bug, seed: bug) }
    func news(_ flags: String...) throws -> [String: [JSONValue?]] {
      let run = try rewind.run(["triage", crashes.logs, "--json"] + flags)
      let rows = try run.rows()
      return Dictionary(grouping: rows) { $0.groupKind ?? "" }.mapValues { $0.map { $0["new"] } }
    }
    let app = warehouse.path
    #expect(try news() == ["crash": [true]])
    #expect(try news("--app", app) == ["crash": [true, true]])
    #expect(try news("--app", app) == ["crash": [false, false]])
    #expect(try news() == ["crash": [false]])
    let never: [String: [JSONValue?]] = ["crash": [false, false], "wrong-state": [true, true]]
    #expect(try news("--app", app, "--never", "installments == 0") == never)
  }

  @Test("belongs to the innermost of the named folders that a log is in")
  func nested() throws {
    let inner = folder.url.appending(path: "logs/inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    _ = try SessionFile().write(to: folder, as: "logs/inner/a.jsonl")
    func isNew(_ folders: String...) throws -> JSONValue? {
      let run = try rewind.run(["triage", "--json"] + folders.map(folder.path))
      return try JSONValue(parsing: run.lines[0])["new"]
    }
    #expect(try isNew("logs", "logs/inner") == true)
    #expect(try isNew("logs/inner") == false)
    #expect(try isNew("logs") == true)
  }

  @Test("takes a verdict under one limit for none under another: a limit may end a replay", .oracle)
  func limits() throws {
    var crashes = try Crashes(in: folder)
    try crashes.record(2, seed: 1)
    let app = try CountedApp(in: folder)
    var starts: [Int] = []
    for limit in [["--time-limit", "9"], ["--memory-limit", "900"], ["--time-limit", "9"]] {
      let before = app.starts
      let run = try rewind.run(["triage", crashes.logs, "--json"] + limit + app.command)
      #expect(try run.lines.map { try JSONValue(parsing: $0).groupKind } == ["crash"])
      starts.append(app.starts - before)
    }
    #expect(starts.dropLast().allSatisfy { $0 > 0 } && starts.last == 0, "\(starts)")
  }

  @Test("judges everything again with --fresh: code that a program loads is not looked at", .oracle)
  func fresh() throws {
    let log = folder.path("logs/tap.jsonl")
    try folder.makeFolder("logs")
    try FileManager.default.copyItem(atPath: crash, toPath: log)
    let script = try folder.file("run.sh", "exec \"$(cat '\(folder.path("current"))')\" \"$@\"\n")
    func groups(_ program: String, _ flags: String...) throws -> [String] {
      try folder.file("current", Program(program).path)
      let run = try rewind.run(
        ["triage", folder.path("logs"), "--json"] + flags + ["--app", "/bin/sh", "--", script.path]
      )
      #expect(run.exit == .status(0), "\(run.errors)")
      return try run.lines.map {
        let row = try JSONValue(parsing: $0)
        return "\(row.groupKind ?? "")\(row["new"] == true ? ", new" : "")"
      }
    }
    #expect(try groups("memory-tunes") == ["crash, new"])
    #expect(try groups("memory-tunes-mended") == ["crash"])
    #expect(try groups("memory-tunes-mended", "--fresh") == ["not-reproduced, new"])
    #expect(try groups("memory-tunes-mended") == ["not-reproduced"])
  }

  @Test("says so where nothing can be kept, and leaves nothing beside the logs")
  func readOnly() throws {
    var crashes = try Crashes(in: folder)
    try crashes.record(9, seed: 1)
    // A user who may do anything may write to a read-only folder, too.
    let memory = "\(crashes.logs).memory"
    try FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: false)
    let files = try FileManager.default.contentsOfDirectory(atPath: crashes.logs)
    let run = try rewind.run(["triage", crashes.logs, "--app", warehouse.path, "--memory", memory])
    #expect(run.exit == .status(0))
    #expect(run.errors.contains("The findings cannot be kept in \(memory)"))
    #expect(try crashes.triage().count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: crashes.logs) == files)
    #expect(run.output.contains("1 session: 1 cause of crashes."))
  }

  @Test("keeps what it knows on ctrl-C, and goes on from there", .surroundings)
  func interruption() throws {
    var crashes = try Crashes(in: folder)
    for bug in [2, 9, 11, 13, 17] { try crashes.record(bug, seed: bug) }
    let app = try CountedApp(in: folder, interruptingAt: 6)
    let run = try rewind.start(["triage", crashes.logs, "--json"] + app.command)
    #expect(run.exit == .signal(2))
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("the same command continues from there"))
    let before = app.starts
    let next = try rewind.run(["triage", crashes.logs, "--json"] + app.command, exits: 0)
    #expect(next.lines.count == 5)
    // What was not shown yet is new.
    #expect(try next.lines.allSatisfy { try JSONValue(parsing: $0)["new"] == true })
    let whole = try CountedApp(in: folder)
    let other = "\(crashes.logs).memory"
    _ = try rewind.run(["triage", crashes.logs, "--memory", other] + whole.command)
    #expect(app.starts - before < whole.starts)
  }
}
