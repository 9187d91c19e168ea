import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let warehouse = Program("warehouse")

@Suite("rewind triage", .process, .timeLimit(.minutes(hangingMinutes)))
struct TriageCommandTests {
  private let folder = TemporaryFolder()

  /// Bugs that look alike from outside, and one that looks like three:
  /// 1 dies in three actions; 2 and 3, 4 and 5, 15 and 16 die on one line; 6 and 7 in one helper; 9 and 10 in
  /// one action; 8 has a cause that is far back.
  private static let nasty =
    TestScale.isExhaustive
    ? [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 20] : [1, 2, 9]

  @Test("holds the crashes of one bug together, and those of two apart")
  func plan() throws {
    var crashes = try Crashes(in: folder)
    for (number, bug) in Self.nasty.enumerated() {
      for seed in 1...TestScale.count(2, of: 3) {
        try crashes.record(bug, seed: seed * 100 + number)
      }
    }
    let rows = try crashes.triage()
    for row in rows {
      #expect(Set(crashes.bugs(of: row)).count == 1, "\(row.text)")
      #expect(row["count"]?.int == row.groupFiles.count)
      #expect(row["first"]?.string ?? "" <= row["last"]?.string ?? "")
    }
    #expect(rows.count == Set(Self.nasty).count)
    #expect(rows.flatMap(crashes.bugs).count == crashes.bugs.count)
    let first = try #require(rows.first { crashes.bugs(of: $0).contains(1) })
    #expect(first["culprit"] == "WarehouseAction.remove")
    #expect(first["changed"] == ["/rows"])
  }

  @Test(
    "takes the logs of two builds for one bug where one build dies of the other's log alike",
    .oracle
  )
  func builds() throws {
    // The same program, with another key.
    let next = try folder.program("next", copyOf: warehouse.path, suffix: "next").path
    var crashes = try Crashes(in: folder)
    for bug in [2, 3, 9, 10] {
      try crashes.record(bug, seed: bug)
      try crashes.record(bug, seed: bug + 50, version: "2.0", by: next)
    }
    try crashes.record(17, seed: 1, version: "3.0")
    let rows = try crashes.triage("--app", "2.0=\(next)", by: "1.0=\(warehouse.path)")
    #expect(rows.count == 5)
    for row in rows where row.groupKind == "crash" {
      #expect(Set(crashes.bugs(of: row)).count == 1)
      #expect(row["versions"] == ["1.0", "2.0"])
    }
    let left = try #require(rows.first { $0.groupKind == "no-program" })
    #expect(left["reason"] == "no program for version 3.0")
    #expect(crashes.bugs(of: left) == [17])
  }

  @Test(
    "calls a bug by one name: after a rebuild, from PATH, and whatever other logs there are",
    .oracle
  )
  func names() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    var crashes = try Crashes(in: folder)
    let count = TestScale.count(3, of: 20)
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
        for file in row.groupFiles {
          names[URL(fileURLWithPath: file).lastPathComponent] = row.groupName
        }
      }
      return names
    }
    let all = try names([crashes.logs], by: warehouse.path)
    #expect(all.count == crashes.bugs.count)
    #expect(Set(all.values).count == count)
    #expect(try names([crashes.logs], by: "warehouse") == all)
    func part() -> [String] { all.keys.sorted().filter { _ in Bool.random(using: &random) } }
    for _ in 1...TestScale.count(1, of: 20) {
      let part = part()
      guard !part.isEmpty else { continue }
      let found = try names(part.map { "\(crashes.logs)/\($0)" }, by: warehouse.path)
      for name in part { #expect(found[name] == all[name], "\(name), seed \(seed)") }
    }
    // The same program in another folder, with other contents; nothing is known of it, nor of these logs.
    let next = try folder.program("warehouse", copyOf: warehouse.path, suffix: "next").path
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

  @Test("does the same for an app that reports no addresses", .oracle)
  func plainContract() throws {
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
    let rows = try run.rows()
    #expect(rows.map { Set(crashes.bugs(of: $0)).count } == [1, 1, 1])
    #expect(rows.map { $0["count"]?.int } == [3, 3, 3])
  }

  @Test("groups by the fatal action and the end of the log where no app is given")
  func withoutApp() throws {
    var crashes = try Crashes(in: folder)
    for bug in [2, 3, 17] { try crashes.record(bug, seed: bug) }
    var closed = SessionFile(app: "warehouse", start: [:], isMade: true)
    closed.add(["end": "closed", "index": 0])
    _ = try closed.write(to: folder, as: "logs/closed.jsonl")
    let run = try rewind.run("triage", crashes.logs, "--json")
    let rows = try run.rows()
    #expect(
      rows.map { $0["fatal"] } == [["WarehouseAction.checkOut"], ["WarehouseAction.search"], []]
    )
    #expect(rows.map { $0["count"]?.int } == [2, 1, 1])
    #expect(rows.last?.groupKind == "closed")
  }

  @Test("drops no log: what is damaged, undecodable or survived is a group with its reason")
  func others() throws {
    var crashes = try Crashes(in: folder)
    let path = try crashes.record(2, seed: 1)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: "\(crashes.logs)/damaged.jsonl"))
    for (name, type) in [("survived", "tick"), ("unknown", "gone")] {
      var session = SessionFile(app: "warehouse", start: [:], isMade: true)
      let payload: JSONValue = [type: [:]]
      session.add(1, "WarehouseAction.\(type)", payload, state: nil)
      _ = try session.write(to: folder, as: "logs/\(name).jsonl")
    }
    try folder.file("logs/empty.jsonl", "")
    try folder.file("logs/other.jsonl", "{\"this\":\"is no session\"}\n")
    let rows = try crashes.triage()
    let kinds = ["crash", "not-reproduced", "undecodable", "damaged", "unreadable", "unreadable"]
    #expect(rows.map(\.groupKind) == kinds)
    #expect(rows.flatMap(\.groupFiles).count == 6)
    #expect(rows.dropFirst().allSatisfy { $0["reason"]?.string != nil })
    // The same members in each row, of the same types.
    for row in rows {
      #expect(row.object?.members.map(\.key) == rows[0].object?.members.map(\.key))
      #expect(row["fatal"]?.array != nil && row["versions"]?.array != nil)
    }
  }

  @Test("puts logs that the app cannot decode into one group for each version")
  func undecodable() throws {
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
    #expect(rows.map(\.groupKind) == ["undecodable", "undecodable"])
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
    let one = try rewind.run([
      "triage", "\(crashes.logs)/3.jsonl", "--json", "--app", warehouse.path,
    ])
    #expect(try JSONValue(parsing: one.lines[0]).groupName == rows[0].groupName)
  }

  @Test("goes on past a log that the app does not answer for, and tries it again")
  func unanswered() throws {
    func add(_ name: String, _ store: String, _ type: String, _ payload: JSONValue) throws {
      var session = SessionFile(["store": .string(store)], start: ["items": []], isMade: true)
      session.add(1, type, payload, state: nil)
      _ = try session.write(to: folder, as: "logs/\(name).jsonl")
    }
    try folder.makeFolder("logs")
    let triage = ["triage", folder.path("logs"), "--json", "--app", Program("two-stores").path]
    try add("foreign", "chat", "ChatAction.send", ["send": [:]])
    try add("other", "chat", "ChatAction.open", ["open": [:]])
    let none = try rewind.run(triage, exits: 2)
    #expect(none.errors.contains("did not respond"), "\(none)")
    try add("own", "cart", "CartAction.remove", ["remove": ["_0": 0]])
    for _ in 1...2 {
      let run = try rewind.run(triage, exits: 0)
      let rows = try run.rows()
      #expect(rows.map(\.groupKind) == ["crash", "unanswered"])
      #expect(rows.last?["count"] == 2)
      #expect(
        rows.last?["reason"]?.string?.hasSuffix(
          "did not respond to --rewind-replay with a session."
        ) ?? false
      )
    }
  }

  @Test("groups wrong states by the action that led to them")
  func never() throws {
    var crashes = try Crashes(in: folder)
    for bug in [2, 3] { try crashes.record(bug, seed: bug) }
    let rows = try crashes.triage("--never", "installments == 0")
    let wrong = rows.filter { $0.groupKind == "wrong-state" }
    #expect(
      Set(wrong.compactMap { $0["culprit"]?.string })
        == ["WarehouseAction.setInstallments", "WarehouseAction.importSettings"]
    )
    #expect(wrong.allSatisfy { $0["reason"] == "installments == 0" && $0["count"] == 1 })
    #expect(rows.filter { $0.groupKind == "crash" }.count == 2)
  }
}
