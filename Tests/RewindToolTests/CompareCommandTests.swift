import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("rewind compare", .process, .timeLimit(.minutes(hangingMinutes)))
struct CompareCommandTests {
  private let folder = TemporaryFolder()
  private let seed = SeededGenerator.seed

  /// Runs the command with JSON; returns its lines.
  private func compare(
    _ good: String,
    _ bad: String,
    never: String? = nil
  ) throws -> (rows: [JSONValue], run: Program.Run) {
    let app = FerrySession.app.registered(as: "ferry")
    let flags = never.map { ["--never", $0] } ?? []
    let run = try rewind.run(["compare", good, bad, "--app", app, "--json"] + flags)
    return (try run.rows(), run)
  }

  @Test(
    "names and proves the planted reason of folders, and tells nothing that is not so of the logs",
    arguments: TestScale.some(1, of: FerryFlake.allCases)
  )
  func ferries(flake: FerryFlake) throws {
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
      let (rows, _) = try compare(folders.good, folders.bad, never: flake.never)
      let sessions = try [folders.good, folders.bad].map { folder in
        let logs = try FileManager.default.contentsOfDirectory(atPath: folder)
          .map { try ToldSentence.Log("\(folder)/\($0)") }
        return Array(Dictionary(grouping: logs) { $0.lines[0]["session"] }.values)
      }
      for row in rows {
        let text = row["rule"]?.string ?? ""
        let sentence = ToldSentence(text)
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

  @Test("compares sessions that have no action in common")
  func strangers() throws {
    // The unequal actions of both are aligned by their types, of which there are as many.
    let paths = try ["a", "b"].map { name in
      var file = SessionFile(app: name, start: ["count": 0])
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
    _ = FerrySession.app.registered(as: "ferry")
    let json = try rewind.run("compare", paths[0], paths[1], "--app", "ferry", "--json", exits: 1)
    #expect(try json.json()["result"] == "unresolved")
  }

  /// Writes one green and one red run.
  private func runs(of flake: FerryFlake, in folder: TemporaryFolder) throws -> [String] {
    try [false, true].map { isRed in
      try FerrySession(flake, isRed: isRed, seed: isRed ? seed + 1 : seed, noise: 12).file
        .write(to: folder, as: "\(isRed).jsonl")
    }
  }

  @Test(
    "proves the planted reason with one green and one red run",
    arguments: TestScale.some(5, of: FerryFlake.allCases.filter(\.isSingle))
  )
  func pairs(flake: FerryFlake) throws {
    let paths = try runs(of: flake, in: folder)
    let (rows, run) = try compare(paths[0], paths[1], never: flake.never)
    let cause = rows.first?["cause"]?.array ?? []
    #expect(run.exit == .status(0), "\(run)")
    let names = flake.words[0].split { !$0.isLetter }.filter { $0.count > 2 && $0 != "first" }
    #expect(
      cause.count == 1 && names.contains { cause[0].text.contains($0) },
      "\(flake) \(cause), seed \(seed)"
    )
    #expect(rows.first?["undone"] == "green", "\(flake), seed \(seed)")
  }

  @Test("judges a condition at the end, and tells where the good session has it in passing")
  func passing() throws {
    let paths = try runs(of: .quoteNever, in: folder)
    _ = FerrySession.app.registered(as: "ferry")
    let run = try rewind.run(
      ["compare"] + paths + ["--app", "ferry", "--never", "not exists(quote)"]
    )
    #expect(run.exit == .status(0) && run.output.contains(" of the good one.\n"), "\(run)")
    let lines = try String(contentsOfFile: paths[0], encoding: .utf8).split(separator: "\n")
    let quote = try #require(lines.first { $0.contains(#""quote","payload"#) })
    let index = try #require(try JSONValue(parsing: Array(quote.utf8))["index"]?.double)
    let last = "last after action \(Int(index) - 1); the end counts.\n"
    #expect(run.output.contains("holds in passing in the good session, \(last)"), "\(run.output)")
  }

  @Test("follows a missing answer to its request, and names the action that came first")
  func missingAnswer() throws {
    func session(_ types: [String], _ name: String) throws -> String {
      var file = SessionFile(app: "page", start: 0)
      var state = 0
      for (number, type) in types.enumerated() {
        let index = number + 1
        // What is sent first leaves nothing to be shown.
        if type != "shown" || !types[..<number].contains("send") { state += 1 }
        file.add(
          index,
          type,
          state: JSONValue(state),
          cause: type == "loaded" ? types.firstIndex(of: "shown").map { $0 + 1 } : nil
        )
      }
      return try file.write(to: folder, as: name)
    }
    let good = try session(["open", "look", "shown", "loaded", "send", "end"], "good.jsonl")
    let bad = try session(["open", "send", "look", "shown", "end"], "bad.jsonl")
    let run = try rewind.run("compare", good, bad)
    #expect(
      run.output.contains(
        "loaded is missing because shown (4) changed nothing: send (2) came first.\n"
      ),
      "\(run.output)"
    )
  }

  @Test("says why nothing is proved")
  func obstacles() throws {
    let green = try FerrySession(.nothing, isRed: false, seed: seed, noise: 9).file
    let good = try green.write(to: folder, as: "good.jsonl")
    func result(_ bad: String, _ flags: String...) throws -> (JSONValue?, Program.Exit) {
      let run = try rewind.run(["compare", good, bad, "--json"] + flags)
      return (try run.json()["result"], run.exit)
    }
    let app = ["--app", FerrySession.app.registered(as: "ferry")]
    // It ends inside its last action, which the app survives.
    var killed = SessionFile(app: "ferry")
    for line in green.lines.dropFirst().dropLast(2) { killed.add(line) }
    let cases = [
      (good, "alike"),
      (try killed.write(to: folder, as: "killed.jsonl"), "bad-is-green"),
    ]
    for (bad, expected) in cases {
      let (found, exit) = try result(bad, app[0], app[1])
      #expect(found == .string(expected) && exit == .status(1), "seed \(seed)")
    }
    let mixed = try rewind.run("compare", good, folder.url.path, exits: 2)
    #expect(mixed.errors.contains("is a folder"))
  }

  @Test("leaves out a log of a folder that cannot be read, with a warning")
  func damaged() throws {
    let (good, bad) = try FerrySession.write(.draftLeft, count: 4, seed: 1, noise: 9, in: folder)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: "\(bad)/11.jsonl"))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: "\(bad)/11.jsonl"))
    let (rows, run) = try compare(good, bad)
    #expect(rows.first?["ofBad"] == 3 && rows.first?["ofGood"] == 4)
    #expect(run.errors.contains("11.jsonl is left out"))
    #expect(rows.first?["rule"] == #"/draft of the first state is "a letter""#)
  }
}
