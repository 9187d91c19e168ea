#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let rewind = Program("rewind")
private let warehouse = Program("warehouse")

/// Crashes of an app with planted bugs; only this plan knows which log shows which bug.
private struct Crashes {
  let folder: TemporaryFolder
  /// The bug of each log, by the log's name.
  private(set) var bugs: [String: Int] = [:]

  init(in folder: TemporaryFolder) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
  }

  var logs: String { folder.path("logs") }

  /// Records a session that dies of a bug.
  @discardableResult
  mutating func record(
    _ bug: Int,
    seed: Int,
    version: String = "1.0",
    by program: String = warehouse.path
  ) throws -> String {
    // A name that says nothing of the bug.
    let name = "\((seed * 7_919 + bug * 104_729) % 1_000_003)"
    let path = "\(logs)/\(name).jsonl"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["record", "\(seed)", "\(bug)", path, version]
    process.environment = ["SWIFT_BACKTRACE": "enable=no"].merging(Sanitizer.environment) { $1 }
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.start()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal, "bug \(bug), seed \(seed)")
    bugs[name] = bug
    return path
  }

  /// Runs triage on all logs; returns its rows.
  func triage(_ arguments: String..., by app: String = warehouse.path) throws -> [JSONValue] {
    let run = try rewind.run(["triage", logs, "--json", "--app", app] + arguments)
    #expect(run.exit == .status(0), "\(run.errors)")
    return try run.lines.map { try JSONValue(parsing: $0) }
  }

  /// Returns the planned bugs of a row's logs.
  func bugs(of row: JSONValue) -> [Int] {
    row.files.compactMap {
      bugs[URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent]
    }
  }
}

extension JSONValue {
  fileprivate var files: [String] { self["files"]?.array?.compactMap(\.string) ?? [] }
  fileprivate var name: String? { self["group"]?.string }
  fileprivate var kind: String? { self["kind"]?.string }

  fileprivate init(parsing text: String) throws {
    try self.init(parsing: Array(text.utf8))
  }
}

/// An app that counts how often it is started.
private struct CountedApp {
  let command: [String]
  private let runs: String

  /// Makes an app that presses ctrl-C at the start with that number, counted from 1.
  init(in folder: TemporaryFolder, interruptingAt interruption: Int = -1) throws {
    runs = folder.path("runs-\(interruption)")
    let script = try folder.file(
      "app-\(interruption).sh",
      """
      echo run >> '\(runs)'
      count=$(grep -c run '\(runs)')
      if [ \(interruption) -gt 0 ] && [ "$count" -ge \(interruption) ] && mkdir '\(runs)-interrupted' 2> /dev/null; then
        kill -INT "$PPID"
      fi
      exec '\(warehouse.path)' "$@"

      """
    )
    command = ["--app", "/bin/sh", "--", script.path]
  }

  var starts: Int {
    let text = (try? String(contentsOfFile: runs, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").count
  }
}

@Suite("rewind triage", .timeLimit(.minutes(hangingMinutes)))
struct TriageCommandTests {
  /// Bugs that look alike from outside, and one that looks like three:
  /// 1 dies in three actions; 2 and 3, 4 and 5, 15 and 16 die on one line; 6 and 7 in one helper; 9 and 10 in
  /// one action; 8 has a cause that is far back.
  private static let nasty =
    TestScale.isExhaustive
    ? [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 20] : [1, 2, 3, 6, 7, 9]

  @Test("holds the crashes of one bug together, and those of two apart")
  func plan() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      for (number, bug) in Self.nasty.enumerated() {
        for seed in 1...TestScale.count(2, of: 3) {
          try crashes.record(bug, seed: seed * 100 + number)
        }
      }
      let rows = try crashes.triage()
      for row in rows {
        #expect(Set(crashes.bugs(of: row)).count == 1, "\(row.text)")
        #expect(row["count"]?.int == row.files.count)
        #expect(row["first"]?.string ?? "" <= row["last"]?.string ?? "")
      }
      #expect(rows.count == Set(Self.nasty).count)
      #expect(rows.flatMap(crashes.bugs).count == crashes.bugs.count)
      let first = try #require(rows.first { crashes.bugs(of: $0).contains(1) })
      #expect(first["culprit"] == "WarehouseAction.remove")
      #expect(first["changed"] == ["/rows"])
    }
  }

  @Test("takes the logs of two builds for one bug where one build dies of the other's log alike")
  func builds() throws {
    try TemporaryFolder.with { folder in
      // The same program, with another key.
      let next = folder.path("next")
      try FileManager.default.copyItem(atPath: warehouse.path, toPath: next)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: next))
      try file.seekToEnd()
      try file.write(contentsOf: Data("next".utf8))
      try file.close()
      var crashes = try Crashes(in: folder)
      for bug in [2, 3, 9, 10] {
        try crashes.record(bug, seed: bug)
        try crashes.record(bug, seed: bug + 50, version: "2.0", by: next)
      }
      try crashes.record(17, seed: 1, version: "3.0")
      let rows = try crashes.triage("--app", "2.0=\(next)", by: "1.0=\(warehouse.path)")
      #expect(rows.count == 5)
      for row in rows where row.kind == "crash" {
        #expect(Set(crashes.bugs(of: row)).count == 1)
        #expect(row["versions"] == ["1.0", "2.0"])
      }
      let left = try #require(rows.first { $0.kind == "no-program" })
      #expect(left["reason"] == "no --app for version 3.0")
      #expect(crashes.bugs(of: left) == [17])
    }
  }

  @Test("calls a bug by one name: after a rebuild, from PATH, and whatever other logs there are")
  func names() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      let count = TestScale.count(7, of: 20)
      for bug in Array(1...count) + [1, 1] { try crashes.record(bug, seed: crashes.bugs.count + 1) }
      let products = URL(fileURLWithPath: warehouse.path).deletingLastPathComponent().path
      func names(_ operands: [String], by app: String) throws -> [String: String] {
        let run = try rewind.run(
          ["triage"] + operands + ["--json", "--app", app],
          environment: ["PATH": "\(products):/usr/bin:/bin"]
        )
        #expect(run.exit == .status(0), "\(run.errors)")
        var names: [String: String] = [:]
        for row in try run.lines.map({ try JSONValue(parsing: $0) }) {
          for file in row.files { names[URL(fileURLWithPath: file).lastPathComponent] = row.name }
        }
        return names
      }
      let all = try names([crashes.logs], by: warehouse.path)
      #expect(all.count == crashes.bugs.count)
      #expect(Set(all.values).count == count)
      #expect(try names([crashes.logs], by: "warehouse") == all)
      func part() -> [String] { all.keys.sorted().filter { _ in Bool.random(using: &random) } }
      for _ in 1...TestScale.count(2, of: 20) {
        let part = part()
        guard !part.isEmpty else { continue }
        let found = try names(part.map { "\(crashes.logs)/\($0)" }, by: warehouse.path)
        for name in part { #expect(found[name] == all[name], "\(name), seed \(seed)") }
      }
      // The same program in another folder, with other contents; nothing is known of it, nor of these logs.
      let next = folder.path("warehouse")
      try FileManager.default.copyItem(atPath: warehouse.path, toPath: next)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: next))
      try file.seekToEnd()
      try file.write(contentsOf: Data("next".utf8))
      try file.close()
      let other = folder.url.appending(path: "other")
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
      for name in part() {
        try FileManager.default.copyItem(
          atPath: "\(crashes.logs)/\(name)",
          toPath: other.appending(path: name).path
        )
      }
      for (name, group) in try names([other.path], by: next) {
        #expect(group == all[name], "\(name), seed \(seed)")
      }
    }
  }

  @Test("does the same for an app that reports no addresses")
  func plainContract() throws {
    try TemporaryFolder.with { folder in
      // It dies by an exit status, as an app in another language does.
      let script = try folder.file(
        "plain.sh",
        """
        '\(warehouse.path)' "$@" > '\(folder.path("answer"))'.$$
        status=$?
        sed -e 's/"locates":true/"locates":false/' '\(folder.path("answer"))'.$$
        rm -f '\(folder.path("answer"))'.$$
        exit $status

        """
      )
      var crashes = try Crashes(in: folder)
      for bug in [2, 3, 7] { for seed in 1...3 { try crashes.record(bug, seed: seed) } }
      let run = try rewind.run(
        ["triage", crashes.logs, "--json", "--app", "/bin/sh", "--", script.path]
      )
      #expect(run.exit == .status(0), "\(run.errors)")
      let rows = try run.lines.map { try JSONValue(parsing: $0) }
      #expect(rows.map { Set(crashes.bugs(of: $0)).count } == [1, 1, 1])
      #expect(rows.map { $0["count"]?.int } == [3, 3, 3])
    }
  }

  @Test("groups by the fatal action and the end of the log where no app is given")
  func withoutApp() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      for bug in [2, 3, 17] { try crashes.record(bug, seed: bug) }
      var closed = SessionFile(app: "warehouse")
      closed.add(["after": 0, "state": [:], "made": true])
      closed.add(["end": "closed", "index": 0])
      _ = try closed.write(to: folder, as: "logs/closed.jsonl")
      let run = try rewind.run("triage", crashes.logs, "--json")
      let rows = try run.lines.map { try JSONValue(parsing: $0) }
      #expect(
        rows.map { $0["fatal"] } == [["WarehouseAction.checkOut"], ["WarehouseAction.search"], []]
      )
      #expect(rows.map { $0["count"]?.int } == [2, 1, 1])
      #expect(rows.last?.kind == "closed")
    }
  }

  @Test("drops no log: what is damaged, undecodable or survived is a group with its reason")
  func others() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      let path = try crashes.record(2, seed: 1)
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: URL(fileURLWithPath: "\(crashes.logs)/damaged.jsonl"))
      for (name, type) in [("survived", "tick"), ("unknown", "gone")] {
        var session = SessionFile(app: "warehouse")
        session.add(["after": 0, "state": [:], "made": true])
        let payload: JSONValue = [type: [:]]
        session.add(1, "WarehouseAction.\(type)", payload, state: nil)
        _ = try session.write(to: folder, as: "logs/\(name).jsonl")
      }
      try folder.file("logs/empty.jsonl", "")
      try folder.file("logs/other.jsonl", "{\"this\":\"is no session\"}\n")
      let rows = try crashes.triage()
      let kinds = ["crash", "not-reproduced", "undecodable", "damaged", "unreadable", "unreadable"]
      #expect(rows.map(\.kind) == kinds)
      #expect(rows.flatMap(\.files).count == 6)
      #expect(rows.dropFirst().allSatisfy { $0["reason"]?.string != nil })
      // The same members in each row, of the same types.
      for row in rows {
        #expect(row.object?.members.map(\.key) == rows[0].object?.members.map(\.key))
        #expect(row["fatal"]?.array != nil && row["versions"]?.array != nil)
      }
    }
  }

  @Test("puts logs that the app cannot decode into one group for each version")
  func undecodable() throws {
    try TemporaryFolder.with { folder in
      let crashes = try Crashes(in: folder)
      // Each log lacks another type, and one cannot even begin.
      for number in 1...12 {
        var session = SessionFile(["version": number > 10 ? "2.0" : "1.0"])
        if number == 12 {
          session.add(["after": 0, "state": ["ticks": "none"]])
          session.add(1, "WarehouseAction.tick", ["tick": [:]], state: nil)
        } else {
          session.add(["after": 0, "state": [:], "made": true])
          session.add(1, "Gone.type\(number % 5)", ["gone": [:]], state: [:])
          session.add(2, "Gone.last\(number)", ["gone": [:]], state: nil)
        }
        _ = try session.write(to: folder, as: "logs/\(number).jsonl")
      }
      let rows = try crashes.triage()
      #expect(rows.map(\.kind) == ["undecodable", "undecodable"])
      #expect(rows.map { $0["count"] } == [10, 2])
      #expect(rows.map { $0["versions"] } == [["1.0"], ["2.0"]])
      #expect(
        rows[0]["reason"]
          == "the app cannot decode Gone.last1, Gone.last10, Gone.last2 and 12 more"
      )
      #expect(rows[1]["reason"] == "the app cannot decode Gone.last11, Gone.type1, the state")
      #expect(rows[0]["fatal"]?.array?.count == 10)
      let table = try rewind.run("triage", crashes.logs, "--app", warehouse.path)
      #expect(table.output.contains("Gone.last1, Gone.last10, Gone.last2 and 7 more (undecodable)"))
      // The name is that of the app and version, whatever the logs lack.
      let one = try rewind.run(
        "triage",
        "\(crashes.logs)/3.jsonl",
        "--json",
        "--app",
        warehouse.path
      )
      #expect(try JSONValue(parsing: one.lines[0]).name == rows[0].name)
    }
  }

  @Test("goes on past a log that the app does not answer for, and tries it again")
  func unanswered() throws {
    try TemporaryFolder.with { folder in
      func add(_ name: String, _ store: String, _ type: String, _ payload: JSONValue) throws {
        var session = SessionFile(["store": .string(store)])
        session.add(["after": 0, "state": ["items": []], "made": true])
        session.add(1, type, payload, state: nil)
        _ = try session.write(to: folder, as: "logs/\(name).jsonl")
      }
      try FileManager.default.createDirectory(
        atPath: folder.path("logs"),
        withIntermediateDirectories: true
      )
      let triage = ["triage", folder.path("logs"), "--json", "--app", Program("two-stores").path]
      try add("foreign", "chat", "ChatAction.send", ["send": [:]])
      try add("other", "chat", "ChatAction.open", ["open": [:]])
      let none = try rewind.run(triage)
      #expect(none.exit == .status(2) && none.errors.contains("did not respond"), "\(none)")
      try add("own", "cart", "CartAction.remove", ["remove": ["_0": 0]])
      for _ in 1...2 {
        let run = try rewind.run(triage)
        #expect(run.exit == .status(0), "\(run.errors)")
        let rows = try run.lines.map { try JSONValue(parsing: $0) }
        #expect(rows.map(\.kind) == ["crash", "unanswered"])
        #expect(rows.last?["count"] == 2)
        #expect(
          rows.last?["reason"]?.string?.hasSuffix(
            "did not respond to --rewind-replay with a session."
          ) ?? false
        )
      }
    }
  }

  @Test("replays a log once, and says what is new since the last run")
  func cache() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      for seed in 1...2 { try crashes.record(2, seed: seed) }
      let app = try CountedApp(in: folder)
      let cache = "\(crashes.logs).memory"
      func triage() throws -> (rows: [JSONValue], starts: Int, errors: String) {
        let before = app.starts
        let words = ["triage", crashes.logs, "--json", "--memory", cache]
        let run = try rewind.run(words + app.command)
        #expect(run.exit == .status(0), "\(run.errors)")
        let rows = try run.lines.map { try JSONValue(parsing: $0) }
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
      for place in TestScale.isExhaustive ? [0, 20, kept.count / 3, kept.count - 2] : [20] {
        var bytes = kept
        bytes[place] ^= 1
        try bytes.write(to: URL(fileURLWithPath: cache))
        let run = try triage()
        #expect(run.errors.contains("is damaged or of another version and is not used"))
        #expect(run.starts > 0)
        #expect(run.rows.map { $0["files"] } == third.rows.map { $0["files"] })
      }
      try FileManager.default.removeItem(atPath: cache)
      #expect(try triage().rows.map { $0["group"] } == third.rows.map { $0["group"] })
    }
  }

  @Test("calls a group new until it was shown, though its logs were known from other groups")
  func new() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      for bug in [2, 3] { try crashes.record(bug, seed: bug) }
      func news(_ flags: String...) throws -> [String: [JSONValue?]] {
        let run = try rewind.run(["triage", crashes.logs, "--json"] + flags)
        let rows = try run.lines.map { try JSONValue(parsing: $0) }
        return Dictionary(grouping: rows) { $0.kind ?? "" }.mapValues { $0.map { $0["new"] } }
      }
      let app = warehouse.path
      #expect(try news() == ["crash": [true]])
      #expect(try news("--app", app) == ["crash": [true, true]])
      #expect(try news("--app", app) == ["crash": [false, false]])
      #expect(try news() == ["crash": [false]])
      let never: [String: [JSONValue?]] = [
        "crash": [false, false], "wrong-state": [true, true],
      ]
      #expect(try news("--app", app, "--never", "installments == 0") == never)
    }
  }

  @Test("takes a verdict under one limit for none under another: a limit may end a replay")
  func limits() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      try crashes.record(2, seed: 1)
      let app = try CountedApp(in: folder)
      var starts: [Int] = []
      for limit in [["--time-limit", "9"], ["--memory-limit", "900"], [], ["--time-limit", "9"]] {
        let before = app.starts
        let run = try rewind.run(["triage", crashes.logs, "--json"] + limit + app.command)
        #expect(try run.lines.map { try JSONValue(parsing: $0).kind } == ["crash"])
        starts.append(app.starts - before)
      }
      #expect(starts.dropLast().allSatisfy { $0 > 0 } && starts.last == 0, "\(starts)")
    }
  }

  @Test("judges everything again with --fresh: code that a program loads is not looked at")
  func fresh() throws {
    try TemporaryFolder.with { folder in
      let log = folder.path("logs/tap.jsonl")
      try FileManager.default.createDirectory(
        atPath: folder.path("logs"),
        withIntermediateDirectories: false
      )
      let crash = Recordings.path("memory-tunes/tap-while-loading.jsonl")
      try FileManager.default.copyItem(atPath: crash, toPath: log)
      let script = try folder.file(
        "run.sh",
        "exec \"$(cat '\(folder.path("current"))')\" \"$@\"\n"
      )
      func groups(_ program: String, _ flags: String...) throws -> [String] {
        try folder.file("current", Program(program).path)
        let run = try rewind.run(
          ["triage", folder.path("logs"), "--json"] + flags + [
            "--app", "/bin/sh", "--", script.path,
          ]
        )
        #expect(run.exit == .status(0), "\(run.errors)")
        return try run.lines.map {
          let row = try JSONValue(parsing: $0)
          return "\(row.kind ?? "")\(row["new"] == true ? ", new" : "")"
        }
      }
      #expect(try groups("memory-tunes") == ["crash, new"])
      #expect(try groups("memory-tunes-mended") == ["crash"])
      #expect(try groups("memory-tunes-mended", "--fresh") == ["not-reproduced, new"])
      #expect(try groups("memory-tunes-mended") == ["not-reproduced"])
    }
  }

  @Test("says so where nothing can be kept, and leaves nothing beside the logs")
  func readOnly() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      try crashes.record(9, seed: 1)
      // A user who may do anything may write to a read-only folder, too.
      let memory = "\(crashes.logs).memory"
      try FileManager.default.createDirectory(
        atPath: memory,
        withIntermediateDirectories: false
      )
      let files = try FileManager.default.contentsOfDirectory(atPath: crashes.logs)
      let run = try rewind.run(
        "triage",
        crashes.logs,
        "--app",
        warehouse.path,
        "--memory",
        memory
      )
      #expect(run.exit == .status(0))
      #expect(run.errors.contains("The findings cannot be kept in \(memory)"))
      #expect(try crashes.triage().count == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: crashes.logs) == files)
      #expect(run.output.contains("1 session: 1 cause of crashes."))
    }
  }

  @Test("keeps what it knows on ctrl-C, and goes on from there")
  func interruption() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      for bug in [2, 9, 11, 13, 17] { try crashes.record(bug, seed: bug) }
      let app = try CountedApp(in: folder, interruptingAt: 6)
      let run = try rewind.run(["triage", crashes.logs, "--json"] + app.command)
      #expect(run.exit == .signal(2))
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("the same command continues from there"))
      let before = app.starts
      let next = try rewind.run(["triage", crashes.logs, "--json"] + app.command)
      #expect(next.exit == .status(0))
      #expect(next.lines.count == 5)
      // What was not shown yet is new.
      #expect(try next.lines.allSatisfy { try JSONValue(parsing: $0)["new"] == true })
      let whole = try CountedApp(in: folder)
      let other = "\(crashes.logs).memory"
      _ = try rewind.run(["triage", crashes.logs, "--memory", other] + whole.command)
      #expect(app.starts - before < whole.starts)
    }
  }

  @Test("groups wrong states by the action that led to them")
  func never() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      for bug in [2, 3] { for seed in 1...2 { try crashes.record(bug, seed: seed) } }
      let rows = try crashes.triage("--never", "installments == 0")
      let wrong = rows.filter { $0.kind == "wrong-state" }
      #expect(
        Set(wrong.compactMap { $0["culprit"]?.string })
          == ["WarehouseAction.setInstallments", "WarehouseAction.importSettings"]
      )
      #expect(wrong.allSatisfy { $0["reason"] == "installments == 0" && $0["count"] == 2 })
      #expect(rows.filter { $0.kind == "crash" }.count == 2)
    }
  }

  @Test("writes a minimal session and a test for each group, once")
  func minimize() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      for bug in [2, 17] { for seed in 1...2 { try crashes.record(bug, seed: seed) } }
      let small = folder.path("small")
      let rows = try crashes.triage("--minimize", small, "--import", "Warehouse")
      let names = try FileManager.default.contentsOfDirectory(atPath: small).sorted()
      #expect(names.count == 4)
      for row in rows {
        let id = try #require(row["group"]?.string)
        let log = "\(small)/\(id).jsonl"
        let verify = try rewind.run("verify", log, "--app", warehouse.path, "--json")
        let result = try JSONValue(parsing: verify.lines[0])
        #expect(result["result"] == "same")
        #expect(result["actions"]?.int ?? 99 <= 2)
        let test = "\(small)/G\(id.dropFirst())Tests.swift"
        let source = try String(contentsOfFile: test, encoding: .utf8)
        #expect(
          source.contains("@testable import Warehouse") || source.contains("import Warehouse")
        )
      }
      let again = try rewind.run(
        "triage",
        crashes.logs,
        "--app",
        warehouse.path,
        "--minimize",
        small
      )
      #expect(again.errors.contains("0 minimal sessions with a test each written"))
      #expect(again.errors.contains("2 groups had one already"))
    }
  }

  @Test("does not count the minimal sessions that it wrote into the folder itself")
  func minimizeInside() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      try crashes.record(2, seed: 1)
      let small = "\(crashes.logs)/small"
      for _ in 1...2 {
        let rows = try crashes.triage("--minimize", small)
        #expect(rows.map { $0["count"] } == [1])
      }
      #expect(FileManager.default.fileExists(atPath: small))
      let inside = try rewind.run(
        ["triage", small, "--app", warehouse.path, "--minimize", small]
      )
      #expect(inside.exit == .status(2))
      #expect(inside.errors.contains("name another folder."), "\(inside.errors)")
    }
  }

  @Test("reports to CI servers: a crash fails, a log that cannot be judged is an error")
  func junit() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      try crashes.record(2, seed: 1)
      try folder.file("logs/empty.jsonl", "")
      let report = folder.path("report.xml")
      _ = try crashes.triage("--junit", report)
      let text = try String(contentsOfFile: report, encoding: .utf8)
      #expect(text.contains(#"tests="2" failures="1" errors="1""#))
      #expect(text.contains("WarehouseAction.checkOut ← WarehouseAction.setInstallments"))
    }
  }

  @Test("holds no file open: more logs than descriptors")
  func descriptors() throws {
    try TemporaryFolder.with { folder in
      var session = SessionFile(app: "warehouse")
      session.add(["after": 0, "state": [:], "made": true])
      try FileManager.default.createDirectory(
        atPath: folder.path("logs"),
        withIntermediateDirectories: false
      )
      for number in 1...300 { _ = try session.write(to: folder, as: "logs/\(number).jsonl") }
      let run = try rewind.run(
        ["triage", folder.path("logs"), "--json"],
        by: "ulimit -n 32; exec \"$@\""
      )
      #expect(run.exit == .status(0), "\(run.errors)")
      #expect(try JSONValue(parsing: run.lines[0])["count"] == 300)
    }
  }

  @Test("refuses what it cannot mean, in a sentence")
  func refusals() throws {
    try TemporaryFolder.with { folder in
      var crashes = try Crashes(in: folder)
      let log = try crashes.record(9, seed: 1)
      for (arguments, words) in [
        (["--app", "/nowhere/app"], "/nowhere/app: no such program"),
        (["--app", "1.0="], "--app 1.0= names no program. Write --app 1.0=PROGRAM."),
        (["--app", warehouse.path, "--app", warehouse.path], "--app names two programs"),
        (["--minimize", folder.path("m")], "--minimize needs --app PROGRAM"),
        (["--app", warehouse.path, "--junit", log], "is one of the sessions"),
      ] {
        let run = try rewind.run(["triage", log] + arguments)
        #expect(run.exit == .status(2))
        #expect(run.errors.contains(words), "\(run.errors)")
      }
      let missing = try rewind.run("triage", log, "/nowhere")
      #expect(missing.exit == .status(2))
      #expect(missing.errors == "rewind: /nowhere: no such file or folder.\n")
      let input = try rewind.run(["triage", "-"], input: "{}")
      #expect(input.errors.contains("Standard input is one session"))
    }
  }
}
#endif
