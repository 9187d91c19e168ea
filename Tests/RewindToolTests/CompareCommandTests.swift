#if os(macOS) || os(Linux)
import FlakyApp
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let rewind = Program("rewind")
private let flaky = Program("flaky")

@Suite("rewind compare", .process, .timeLimit(.minutes(hangingMinutes)))
struct CompareCommandTests {
  /// Runs the command with JSON; returns its lines.
  private func compare(
    _ good: String,
    _ bad: String,
    _ flake: Flake,
    _ more: [String] = []
  ) throws -> (rows: [JSONValue], run: Program.Run) {
    let never = flake.never.map { ["--never", $0] } ?? []
    let run = try rewind.run(
      ["compare", good, bad, "--app", flaky.path, "--json"] + never + more
    )
    return (try run.lines.map { try JSONValue(parsing: Array($0.utf8)) }, run)
  }

  @Test("names the planted reason first for a folder of green and one of red runs, and proves it")
  func folders() throws {
    let seed = SeededGenerator.seed
    var wrong: [Flake] = []
    try TemporaryFolder.with { folder in
      var random = SeededGenerator(seed: seed)
      let flakes = Array(Flake.allCases.enumerated())
      for (number, flake) in TestScale.isExhaustive
        ? flakes : Array(flakes.shuffled(using: &random).prefix(1))
      {
        let (good, bad) = try FlakySession.write(
          flake,
          count: 20,
          seed: seed &* 100 &+ UInt64(number),
          in: folder
        )
        let (rows, run) = try compare(good, bad, flake)
        let first = rows.first
        let isPlanted = flake.isPlanted(first?["difference"] ?? .null)
        if !isPlanted || first?["proof"] != "red" {
          wrong.append(flake)
          print(
            "\(flake), seed \(seed): \(run.lines.prefix(3).joined(separator: "\n")) \(run.errors)"
          )
        }
      }
    }
    #expect(wrong.count <= TestScale.count(1, of: 2), "\(wrong), seed \(seed)")
  }

  @Test(
    "names and proves the planted reason of folders, and tells nothing that is not so of the logs",
    arguments: TestScale.cases(6, of: FerryFlake.allCases)
  )
  func ferries(flake: FerryFlake) throws {
    let app = FerrySession.app.registered(as: "ferry-\(flake)")
    try TemporaryFolder.with { folder in
      for round in 0..<TestScale.count(1, of: UInt64(4)) {
        let seed = SeededGenerator.seed &* 100 &+ round
        let folders = try FerrySession.write(
          flake,
          count: 12,
          seed: seed,
          noise: round == 1 ? 40 : 12,
          hasStores: round == 2,
          in: folder
        )
        let never = flake.never.map { ["--never", $0] } ?? []
        let run = try rewind.run(
          ["compare", folders.good, folders.bad, "--app", app, "--json"] + never
        )
        let rows = try run.lines.map { try JSONValue(parsing: Array($0.utf8)) }
        let sessions = try [folders.good, folders.bad].map { folder in
          let logs = try FileManager.default.contentsOfDirectory(atPath: folder)
            .map { try ToldSentence.Log("\(folder)/\($0)") }
          return Array(Dictionary(grouping: logs) { $0.lines[0]["session"] }.values)
        }
        for row in rows {
          let text = row["rule"]?.string ?? ""
          let sentence = ToldSentence(text, good: sessions[0].flatMap { $0 })
          let counts = sessions.map { $0.count(where: sentence.holds) }
          #expect(
            [row["good"], row["bad"]] == counts.map { JSONValue($0) }
              && row["ofGood"] == 12 && row["ofBad"] == 12,
            "\(flake), seed \(seed): \(text): \(row), and not \(counts)"
          )
        }
        let first = rows.first?["rule"]?.string ?? ""
        let isRight =
          flake == .nothing
          ? !rows.contains { $0["proof"] == "red" }
          : rows.first?["proof"] == "red" && flake.words.allSatisfy(first.contains)
        #expect(isRight, "\(flake), seed \(seed): \(rows.first ?? .null)")
      }
    }
  }

  @Test("compares sessions that have no action in common")
  func strangers() throws {
    try TemporaryFolder.with { folder in
      // The unequal actions of both are aligned by their types, of which there are as many.
      let paths = try ["a", "b"].map { name in
        var file = SessionFile(app: name)
        file.add(["after": 0, "state": ["count": 0]])
        for index in 1...200 {
          file.add(index, "\(name).step\(index)", state: ["count": JSONValue(index)])
        }
        return try file.write(to: folder, as: "\(name).jsonl")
      }
      let run = try rewind.run("compare", paths[0], paths[1])
      #expect([.status(0), .status(1)].contains(run.exit), "\(run.exit) \(run.errors)")
      #expect(run.output.contains("And 390 more differences."), "\(run.output)")
      #expect(run.lines.first == "These are sessions of two apps, a and b.")
      // An app that can replay neither proves nothing.
      let json = try rewind.run("compare", paths[0], paths[1], "--app", flaky.path, "--json")
      #expect(try JSONValue(parsing: Array(json.output.utf8))["result"] == "unresolved")
      #expect(json.exit == .status(1))
    }
  }

  @Test("says what is different where actions and inputs are equal, or where there are none")
  func alike() throws {
    try TemporaryFolder.with { folder in
      func session(
        _ name: String,
        _ states: [JSONValue],
        payload: JSONValue? = nil
      ) throws -> String {
        var file = SessionFile(app: "one")
        for (index, state) in states.enumerated() {
          if index > 0 { file.add(index, "A.set", payload ?? [:], state: nil) }
          file.add(["after": JSONValue(index), "state": state])
        }
        return try file.write(to: folder, as: name)
      }
      let six = try session("six.jsonl", [5, 6])
      let empty = try session("empty.jsonl", [5])
      for (good, bad, expected) in [
        (
          six, six,
          ["Both begin with the same action.", "Their actions, inputs, and states are equal."]
        ),
        (
          six, try session("text.jsonl", [5, "six"]),
          [
            "Both begin with the same action.",
            "Their actions, inputs and first states are equal. All the same, from action 1 on the states differ:",
            "  ~ (the whole state)  6 → \"six\"",
          ]
        ),
        (
          empty, empty,
          ["Neither session has an action.", "Their actions, inputs, and states are equal."]
        ),
        (
          six, empty,
          [
            "The bad session has no action.",
            "The bad session lacks action 1 A.set of the good one.",
            "With --app PROGRAM, the one that matters is proved by replays.",
          ]
        ),
        (
          six, try session("list.jsonl", [5, 6], payload: [1]),
          [
            "Both begin with the same action.", "Action 1 A.set carries another value:",
            "  ~ (the whole payload)  {} → [1]",
            "With --app PROGRAM, the one that matters is proved by replays.",
          ]
        ),
      ] {
        let run = try rewind.run("compare", good, bad)
        #expect(run.lines == expected)
        // Without a difference, there is nothing to prove.
        let isDifferent = expected.last?.hasPrefix("With --app") ?? false
        #expect(run.exit == .status(isDifferent ? 0 : 1))
      }
    }
  }

  @Test(
    "proves the planted reason with one green and one red run",
    arguments: TestScale.cases(3, of: Flake.allCases)
  )
  func pairs(flake: Flake) throws {
    // Where the last state counts, everything that makes it differ is needed.
    guard flake.isFatal || flake.never != nil else { return }
    let seed = SeededGenerator.seed
    try TemporaryFolder.with { folder in
      let good = try FlakySession(flake, isRed: false, seed: seed).file
        .write(to: folder, as: "good.jsonl")
      let bad = try FlakySession(flake, isRed: true, seed: seed &+ 1).file
        .write(to: folder, as: "bad.jsonl")
      let (rows, run) = try compare(good, bad, flake)
      let cause = rows.first?["cause"]?.array ?? []
      #expect(run.exit == .status(0), "\(run)")
      #expect(cause.count == 1 && flake.isPlanted(cause[0]), "\(cause), seed \(seed)")
      #expect(rows.first?["undone"] == "green", "seed \(seed)")
    }
  }

  @Test("finds two reasons that are enough only together")
  func together() throws {
    let seed = SeededGenerator.seed
    try TemporaryFolder.with { folder in
      let good = try FlakySession(.decimals, isRed: false, seed: seed).file
        .write(to: folder, as: "good.jsonl")
      let bad = try FlakySession(.decimals, isRed: true, seed: seed &+ 1) { $0.page = 1 }.file
        .write(to: folder, as: "bad.jsonl")
      let run = try rewind.run(
        "compare",
        good,
        bad,
        "--app",
        flaky.path,
        "--json",
        "--never",
        "discount < 0 and page > 2"
      )
      let cause = try JSONValue(parsing: Array(run.output.utf8))["cause"]?.array ?? []
      #expect(Set(cause.map { $0["kind"] }) == ["input", "start"], "\(run), seed \(seed)")
      let text = try rewind.run(
        "compare",
        good,
        bad,
        "--app",
        flaky.path,
        "--never",
        "discount < 0 and page > 2"
      )
      #expect(text.output.contains("None of them is enough alone."))
      #expect(text.output.contains("  ~ /page  0 → 1\n"))
      #expect(text.output.contains("  ~ /decimals  2 → 3\n"))
    }
  }

  @Test("says why nothing is proved")
  func obstacles() throws {
    let seed = SeededGenerator.seed
    try TemporaryFolder.with { folder in
      let green = try FlakySession(.evening, isRed: false, seed: seed).file
      let good = try green.write(to: folder, as: "good.jsonl")
      func result(_ bad: String, _ flags: String...) throws -> (JSONValue?, Program.Exit) {
        let run = try rewind.run(["compare", good, bad, "--json"] + flags)
        return (try JSONValue(parsing: Array(run.output.utf8))["result"], run.exit)
      }
      let app = ["--app", flaky.path]
      // It ends inside its last action, which the app survives.
      var killed = SessionFile(app: "flaky")
      var open = SessionFile(app: "flaky")
      for line in green.lines.dropFirst().dropLast(2) { killed.add(line) }
      for line in green.lines.dropFirst().dropLast() { open.add(line) }
      open.add(["external": true, "after": 1, "patch": []])
      let cases = [
        (good, "alike"),
        (try killed.write(to: folder, as: "killed.jsonl"), "bad-is-green"),
      ]
      for (bad, expected) in cases {
        let (found, exit) = try result(bad, app[0], app[1])
        #expect(found == .string(expected) && exit == .status(1), "seed \(seed)")
      }
      let same = try rewind.run(["compare", good, good])
      #expect(same.exit == .status(1))
      #expect(same.output.hasSuffix("Their actions, inputs, and states are equal.\n"))
      let mixed = try rewind.run("compare", good, folder.url.path)
      #expect(mixed.exit == .status(2))
      #expect(mixed.errors.contains("is a folder"))
    }
  }

  @Test("leaves out a log of a folder that cannot be read, with a warning")
  func damaged() throws {
    try TemporaryFolder.with { folder in
      let (good, bad) = try FlakySession.write(.page, count: 4, seed: 1, in: folder)
      var bytes = try Data(contentsOf: URL(fileURLWithPath: "\(bad)/01.jsonl"))
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: URL(fileURLWithPath: "\(bad)/01.jsonl"))
      let (rows, run) = try compare(good, bad, .page)
      #expect(rows.first?["ofBad"] == 3 && rows.first?["ofGood"] == 4)
      #expect(run.errors.contains("01.jsonl is left out"))
      let text = try rewind.run("compare", good, bad, "--app", flaky.path)
      #expect(
        text.output.hasPrefix("4 good sessions, 3 bad ones.\n\n1. /page of the first state is 1")
      )
      #expect(
        text.output.contains("\nThe bad session begins with another state:\n  ~ /page  0 → 1\n")
      )
    }
  }
}
#endif
