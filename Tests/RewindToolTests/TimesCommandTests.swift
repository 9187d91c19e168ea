#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("The times of a session on the command line", .process)
struct TimesCommandTests {
  /// Four actions: one at once, one whose reducer takes 20 ms, one whose subscribers take 310 ms, and one of both.
  private func withLog(_ body: (_ path: String) throws -> Void) throws {
    var file = SessionFile(app: "mail", ["configuration": "debug"])
    file.add(["after": 0, "state": ["mails": 0]])
    let times: [(took: String, held: String?)] = [
      ("999e-9", nil), ("20.0e-3", nil), ("123e-6", "310e-3"), ("8.00e-3", "16.0e-3"),
    ]
    for (index, time) in times.enumerated().map({ ($0 + 1, $1) }) {
      file.add([
        "index": JSONValue(index), "time": JSONValue(index),
        "action": ["type": .string(index == 2 ? "Sort" : "Fetch")],
      ])
      file.add([
        "after": JSONValue(index),
        "patch": [["op": "replace", "path": "/mails", "value": JSONValue(index)]],
        "took": try JSONValue(parsing: time.took),
      ])
      guard let held = time.held else { continue }
      file.add(["held": try JSONValue(parsing: held), "index": JSONValue(index), "main": true])
    }
    file.add(["end": "closed", "index": 4])
    try TemporaryFolder.with { try body(file.write(to: $0)) }
  }

  @Test(
    "are asked for in expressions, in any unit",
    arguments: [
      ("took > 8ms", [2]), ("took >= 8ms", [2, 4]), ("took >= 0.008s", [2, 4]), ("took < 1us", [1]),
      ("took < 1µs", [1]), ("took == 999ns", [1]), ("took == 20000us", [2]), ("held > 0.1s", [3]),
      ("held >= 16ms and took >= 8ms", [4]), ("took * 2 > 30ms", [2]), ("held == nil", [0, 1, 2]),
      ("mails == 2 and took > 8ms", [2]), ("held > 1.5s", []),
    ] as [(String, [Int])]
  )
  func expressions(condition: String, indexes: [Int]) throws {
    try withLog { path in
      let run = try rewind.run("log", path, "--where", condition, "--json")
      #expect(try run.lines.map { try JSONValue(parsing: $0)["index"]?.int } == indexes)
      #expect(run.exit == .status(indexes.isEmpty ? 1 : 0))
    }
  }

  @Test("stand at the end of the rows of slow actions, and in --json of all")
  func rows() throws {
    try withLog { path in
      let rows = try rewind.run("log", path).lines
      #expect(rows.map { $0.hasSuffix("  took 20.0 ms") } == [false, true, false, false])
      #expect(rows.map { $0.hasSuffix("  held 310 ms") } == [false, false, true, false])
      let json = try rewind.run("log", path, "--json").rows()
      #expect(json.map { $0["took"]?.text } == ["999e-9", "20.0e-3", "123e-6", "8.00e-3"])
      #expect(json.map { $0["held"]?.text } == [nil, nil, "310e-3", "16.0e-3"])
      let step = try rewind.run(["step", path], environment: ["COLUMNS": "100"])
      #expect(step.exit == .status(0))
    }
  }

  @Test("have tables and findings in stats, and one line in the overview if there were hangs")
  func stats() throws {
    try withLog { path in
      let lines = try rewind.run("stats", path).lines
      let first = try #require(lines.firstIndex { $0.hasPrefix("took in the reducer") })
      #expect(
        lines[first...].prefix(10) == [
          "took in the reducer   count     median        99 %     longest  at",
          "Sort                      1    20.0 ms     20.0 ms     20.0 ms  2",
          "Fetch                     3     123 µs     8.00 ms     8.00 ms  4", "",
          "held, with subscribers   count     median        99 %     longest  at",
          "Fetch                        2    16.0 ms      310 ms      310 ms  3", "",
          "1 hang of 250 ms or longer: Fetch 310 ms at 3",
          "These are times of a debug build; without optimization they are longer.", "",
        ]
      )
      let json = try rewind.run("stats", path, "--json").rows()
      let fetch = try #require(json.first { $0["type"] == "Fetch" && $0["kind"] == "type" })
      #expect(fetch["took"]?["median"]?.double == 0.000123 && fetch["held"]?["index"] == 3)
      #expect(json.contains { $0["kind"] == "hang" && $0["index"] == 3 })
      #expect(json.first?["framesLost"] == .null)
      let overview = try rewind.run(path)
      #expect(overview.lines[2] == "1 hang of 250 ms or longer: Fetch 310 ms at 3.")
      #expect(try rewind.run(path, "--json").json()["hangs"] == 1)
    }
  }
}

@Suite("A build whose speed is compared with another's", .process)
struct SpeedTests {
  private let folder = TemporaryFolder()
  private static let session: SessionFile = {
    var file = SessionFile(app: "walk")
    file.add(["after": 0, "state": ["n": 0]])
    for (index, type) in ["Slow", "Same", "Quick", "Noisy", "Fast", "Slow"].enumerated() {
      file.add(index + 1, type, state: ["n": JSONValue(index + 1)])
    }
    file.add(["end": "closed", "index": 6])
    return file
  }()

  /// Writes a program that answers with given nanoseconds; of two, the second in every other run.
  private func build(
    _ name: String,
    _ costs: [String: (Int, Int)],
    instructions: [String: Int] = [:],
    in folder: TemporaryFolder
  ) throws -> String {
    let cases = costs.sorted { $0.key < $1.key }.map { type, cost in
      let more = instructions[type].map { #","instructions":\#($0)"# } ?? ""
      return """
        \(type)) if [ $((runs % 2)) = 0 ]; then cost=\(cost.0); else cost=\(cost.1); fi; more='\(more)' ;;
        """
    }
    return try folder.program(
      name,
      """
      runs=$(cat "$0.runs" 2> /dev/null || echo 0)
      echo $((runs + 1)) > "$0.runs"
      echo '{"rewind":1,"replay":1,"actions":["Slow","Same","Quick","Noisy","Fast"]}'
      while read -r line; do
        case $line in *'"action"'*) ;; *) continue ;; esac
        index=${line#*'"index":'} index=${index%%,*}
        type=${line#*'"type":"'} type=${type%%'"'*}
        echo '{"index":'$index',"action":{"type":"'$type'"}}'
        case $type in
        \(cases.joined(separator: "\n"))
        *) continue ;;
        esac
        echo '{"reduced":'$index',"took":'$cost'e-9'$more'}'
      done
      echo '{"end":"closed"}'
      """
    ).path
  }

  private static let old = [
    "Slow": (300_000, 310_000), "Same": (400_000, 400_000), "Quick": (20_000, 20_000),
    "Noisy": (1_000_000, 1_700_000), "Fast": (900_000, 900_000),
  ]
  private static let new = [
    "Slow": (480_000, 500_000), "Same": (520_000, 520_000), "Quick": (90_000, 90_000),
    "Noisy": (1_800_000, 1_000_000), "Fast": (100_000, 100_000),
  ]

  private func run(
    _ old: [String: (Int, Int)],
    _ new: [String: (Int, Int)],
    _ flags: [String] = [],
    instructions: (old: [String: Int], new: [String: Int]) = ([:], [:])
  ) throws -> Program.Run {
    try TemporaryFolder.with { folder in
      let path = try Self.session.write(to: folder)
      let old = try build("old", old, instructions: instructions.old, in: folder)
      let new = try build("new", new, instructions: instructions.new, in: folder)
      return try rewind.run(
        ["verify", path, "--app", new, "--against", old, "--slower", "1.5"] + flags
      )
    }
  }

  @Test("is told the types that are slower, and those that nobody can tell")
  func verdicts() throws {
    let run = try run(Self.old, Self.new)
    #expect(run.exit == .status(1))
    #expect(
      run.lines.prefix(2) == [
        "Slow: slower: 1.60 times as long: 600 µs, now 960 µs (2 actions)",
        "Noisy: unclear: 1.00 times as long, but the runs of one build differ by 1.80 (1 action)",
      ]
    )
    let summary = run.lines.last ?? ""
    #expect(
      summary.hasPrefix(
        "5 types in 1 session: 1 slower, 1 unclear, 2 not slower, 1 below 100 µs in all; against "
      )
    )
    #expect(summary.hasSuffix(", by processor time, the least of 18 runs."))
    let json = try self.run(Self.old, Self.new, ["--json"]).rows()
    let results = json.map { "\($0["type"]?.string ?? "") \($0["result"]?.string ?? "")" }
    #expect(
      results.sorted() == [
        "Fast same", "Noisy unclear", "Quick too-quick", "Same same", "Slow slower",
      ]
    )
  }

  @Test("is judged by instructions where both builds count them")
  func instructions() throws {
    let few = Self.old.mapValues { _ in 1_000_000 }
    let run = try run(
      Self.old,
      Self.old,
      instructions: (few, few.merging(["Same": 2_000_000]) { $1 })
    )
    #expect(run.exit == .status(1))
    #expect(run.lines.first == "Same: slower: 2.00 times as long: 400 µs, now 400 µs (1 action)")
    #expect(run.lines.last?.contains("by instructions") == true)
    #expect(
      try self.run(Self.old, Self.old, instructions: (few, [:])).lines.last?.contains(
        "by processor time"
      ) == true
    )
  }

  @Test("has its verdict in every report")
  func reports() throws {
    let junit = try run(Self.old, Self.new, ["--junit", "-"]).output
    #expect(junit.contains(#"<testcase name="Slow""#) && junit.contains(#"type="slower""#))
    #expect(junit.contains(#"tests="5" failures="1""#))
    let page = try run(Self.old, Self.new, ["--summary", "-"]).lines
    #expect(page.first == "### rewind verify: 1 type slower")
    #expect(page.contains("- `Slow`: slower: 1.60 times as long: 600 µs, now 960 µs (2 actions)"))
  }

  @Test("is classified for git bisect")
  func gitBisect() throws {
    let calm = Self.old.filter { $0.key != "Noisy" }
    #expect(try run(Self.old, Self.new, ["--git-bisect"]).exit == .status(1))
    #expect(try run(Self.old, Self.old, ["--git-bisect"]).exit == .status(125))
    #expect(try run(calm, calm, ["--git-bisect"]).exit == .status(0))
  }

  @Test("must tell times")
  func refusals() throws {
    let silent = try run(Self.old, [:])
    #expect(silent.exit == .status(2))
    #expect(silent.errors.contains("does not tell how long its reducers take"))
  }

  @Test("made with this library tells the cost of each action")
  func library() throws {
    let app = game
    let run = try rewind.run(
      ["verify", win, "--app", app, "--against", app, "--slower", "999", "--json"]
    )
    #expect(run.exit == .status(0))
    let rows = try run.rows()
    #expect(rows.count == 5 && rows.allSatisfy { ($0["old"]?.double ?? 0) > 0 })
  }
}
#endif
