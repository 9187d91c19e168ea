import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let cinema = Program("cinema")

@Suite("rewind explore", .process, .timeLimit(.minutes(hangingMinutes)))
struct ExploreCommandTests {
  private let folder = TemporaryFolder()
  private static let runs = "\(TestScale.count(200, of: 700))"

  /// Records sessions that go well.
  private func record(_ count: Int, in folder: TemporaryFolder) throws -> String {
    let logs = folder.path("logs")
    try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
    for seed in 1...count {
      try cinema.run(["record", "\(seed)", "\(logs)/\(seed).jsonl"], exits: 0)
    }
    return logs
  }

  @Test("does not say that nothing was found where there was no time for a run")
  func noTime() throws {
    let logs = try record(1, in: folder)
    let run = try rewind.run(
      ["explore", logs, "--for", "0.001", "--app", cinema.path],
      exits: 2
    )
    #expect(run.output == "")
    #expect(run.errors.contains("--for needs more seconds: they were over before the first run"))
  }

  @Test("writes a session for each finding, which other commands take; exits with 1")
  func findings() throws {
    let logs = try record(6, in: folder)
    let (found, app) = (folder.path("found"), ["--app", cinema.path])
    let run = try rewind.run(
      ["explore", logs, "--runs", Self.runs, "--seed", "7", "-o", found, "--json"] + app
    )
    #expect(run.exit == .status(1))
    #expect(run.errors == "")
    let records = try run.rows()
    let findings = records.dropLast()
    #expect(!findings.isEmpty)
    for (number, finding) in findings.enumerated() {
      let file = try #require(finding["file"]?.string)
      let signature = try #require(finding["signature"]?.string)
      #expect(["order", "repeat", "mix", "payload"].contains(finding["tier"]?.string))
      #expect(finding["from"]?.string?.hasPrefix(logs) == true)
      #expect(finding["runs"]?.int ?? .max <= 700)
      guard number < TestScale.count(1, of: 100) else { continue }
      let verified = try rewind.run(["verify", file, "--expect", "no-crash"] + app, exits: 1)
      #expect(verified.output.contains("it still crashes"))
      let bisected = try rewind.run(["bisect", file, "--json"] + app)
      let culprit = try JSONValue(parsing: bisected.lines[0])
      #expect(culprit["class"] == finding["class"])
      #expect(signature.hasPrefix(finding["class"]?.string ?? "?"))
    }
    let last = try #require(records.last)
    #expect(last["runs"]?.int == Int(Self.runs))
    #expect(last["findings"]?.int == findings.count)
    #expect(last["states"]?.int ?? 0 > 100)
    guard TestScale.hasTime else { return }
    // A session that cannot be written does not take the answer with it.
    let file = try #require(findings.first?["file"]?.string)
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    let kept = try rewind.run(
      ["explore", logs, "--runs", Self.runs, "--seed", "7", "-o", found, "--json"] + app
    )
    #expect(kept.exit == .status(2))
    #expect(kept.errors.contains(file))
    let told = try kept.rows()
    #expect(told.map { $0["signature"] } == records.map { $0["signature"] })
    #expect(told.first?["file"] == .null)
    // Groups have the same names in every run, so that the files are the same.
    #expect(told.dropFirst().map { $0["file"] } == records.dropFirst().map { $0["file"] })
    #expect(try FileManager.default.contentsOfDirectory(atPath: found).count == findings.count)
  }

  @Test(
    "does not explore from what an earlier run has found and written among the recordings",
    .oracle
  )
  func ownFindings() throws {
    let logs = try record(6, in: folder)
    let command = ["explore", logs, "--runs", "250", "--seed", "7", "-o", "\(logs)/found"]
    let first = try rewind.run(command + ["--app", cinema.path], exits: 1)
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(logs)/found")
    let again = try rewind.run(command + ["--app", cinema.path])
    #expect(again.output == first.output)
    let sessions = files.count == 1 ? "1 session" : "\(files.count) sessions"
    #expect(again.errors.contains("rewind: \(sessions) of earlier findings in "))
  }

  @Test("exits with 0 if it finds nothing")
  func nothing() throws {
    let logs = try record(2, in: folder)
    let run = try rewind.run(
      ["explore", logs, "--runs", "50", "--app", cinema.path, "--", "--mended"]
    )
    #expect(run.exit == .status(0))
    #expect(run.output.hasPrefix("50 runs from 2 recordings: "))
    #expect(run.lines[0].hasSuffix("kinds of states, nothing found."))
  }

  @Test("keeps what it has found when it is stopped by ctrl-C", .surroundings)
  func interruption() throws {
    let logs = try record(6, in: folder)
    // Presses ctrl-C once, at one of the starts after those that read the recordings.
    let script = try folder.file(
      "app.sh",
      """
      echo run >> '\(folder.path("starts"))'
      if [ "$(grep -c run '\(folder.path("starts"))')" -ge 120 ] && mkdir '\(folder.path("stopped"))' 2> /dev/null; then
        kill -INT "$PPID"
      fi
      exec '\(cinema.path)' "$@"

      """
    )
    let run = try rewind.start([
      "explore", logs, "--runs", "1000000", "-o", folder.path("found"), "--json",
      "--app", "/bin/sh", "--", script.path,
    ])
    let records = try run.rows()
    let last = try #require(records.last, "\(run)")
    #expect(last["runs"]?.int ?? .max < 1_000_000)
    #expect(last["findings"]?.int == records.count - 1)
    #expect(run.exit == .status(records.count > 1 ? 1 : 0), "\(run)")
    for finding in records.dropLast() {
      #expect(FileManager.default.fileExists(atPath: finding["file"]?.string ?? "?"))
    }
  }

  @Test("finds the same beside other work, and with one process at a time", .surroundings)
  func sameBesideLoad() throws {
    let logs = try record(6, in: folder)
    let command = ["explore", logs, "--runs", "250", "--seed", "7", "--json", "--app", cinema.path]
    let free = try rewind.run(command)
    let busy = try rewind.run(
      command,
      by: """
        while :; do :; done & work=$!
        if command -v taskset > /dev/null; then taskset -c 0 "$@"; else "$@"; fi; status=$?
        kill $work; exit $status
        """
    )
    #expect(free.lines.count > 1)
    #expect(busy.output == free.output)
    #expect(busy.exit == free.exit)
  }

  @Test("keeps the sessions although nobody reads the answer", .surroundings)
  func closedPipe() throws {
    let logs = try record(6, in: folder)
    let found = folder.path("found")
    let run = try rewind.run(
      ["explore", logs, "--runs", "250", "--seed", "7", "-o", found, "--app", cinema.path],
      by: #"{ "$@"; echo "status $?" >&2; } | true"#
    )
    #expect(run.errors.contains("status 1"), "\(run)")
    #expect(try !FileManager.default.contentsOfDirectory(atPath: found).isEmpty)
  }

  @Test("is a tool for agents, whose answer leads to the next call")
  func tool() throws {
    _ = try record(2, in: folder)
    let answers = try MCPClient.answers(
      to: [
        MCPClient.Era.stateless.call(
          1,
          "explore",
          ["files": ["logs"], "runs": 20, "output": "found"]
        ),
        MCPClient.Era.stateless.call(2, "explore", ["files": ["logs"], "output": "logs"]),
      ],
      .stateless,
      ["--app", cinema.path],
      in: folder.url
    )
    let next = answers[1]?.toolText.components(separatedBy: "\nnext: ").last
    #expect(next == "sessions" || next?.hasPrefix("bisect file=found/") == true)
    #expect(answers[2]?.isToolError == true)
  }
}
