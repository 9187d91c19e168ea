#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindSession
import RewindTestSupport
import Testing

private let rewind = Program("rewind")

@Suite("The tool, on a log made to keep it busy", .timeLimit(.minutes(hangingMinutes)))
struct BusyLogTests {
  /// Runs the tool with a minute of computing time: thousands of times what it takes, and nothing of
  /// what it would take to count up to an index.
  private func run(_ arguments: String...) throws -> Program.Run {
    try rewind.run(arguments, by: #"ulimit -t 60; exec "$@""#)
  }

  /// Two actions with a trillion indexes between them.
  private func gap(in folder: TemporaryFolder) throws -> String {
    var session = SessionFile(app: "minefield")
    session.add(["after": 0, "state": ["isArmed": false, "steps": 0], "made": true])
    session.add(1, "Move.tick", ["tick": [:]], state: ["isArmed": false, "steps": 1])
    session.add(
      1_000_000_000_000,
      "Move.arm",
      ["arm": [:]],
      state: ["isArmed": true, "steps": 2]
    )
    return try session.write(to: folder)
  }

  @Test("with a trillion indexes goes by its lines")
  func indexes() throws {
    try TemporaryFolder.with { folder in
      let log = try gap(in: folder)
      let find = try run("find", log, "isArmed")
      #expect(find.output == "1000000000000  Move.arm\n")
      let listed = try run("log", log, "--where", "index > 1", "--json")
      #expect(listed.lines.count == 1)
      let search = try run("bisect", log, "--where", "isArmed", "--json")
      #expect(
        search.output
          == #"{"index":1000000000000,"probes":3,"result":"found","#
          + #""flips":[{"index":1000000000000,"holds":true}]}"# + "\n"
      )
      let check = try run("check", log, "--app", Program("minefield").path)
      #expect(check.output.contains("2 actions"), "\(check.output)\(check.errors)")
      #expect(try run("decoders", log).output.contains("Move"))
      let package = folder.path("package")
      #expect(try run("init", log, "-o", package, "--package", "../app").exit == .status(0))
    }
  }

  @Test("whose lines follow from nothing is gone over once")
  func strangers() throws {
    try TemporaryFolder.with { folder in
      var bytes = SessionFile().bytes
      let pairs = 100_000
      for pair in 0..<pairs {
        // No line has the checksum that the first of the two needs; the second needs the first's.
        var checksum = Checksum(0x5EED_0000 &+ UInt32(pair))
        for body in [#"{"first":\#(pair)"#, #"{"second":\#(pair)"#] {
          var line = Array(body.utf8)
          checksum = line.seal(after: checksum)
          bytes += line
        }
      }
      let path = folder.path("log.jsonl")
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let run = try run("check", path, "--json")
      #expect(run.exit == .status(1))
      let report = try JSONValue(parsing: run.output)
      #expect(report["good"] == 1)
    }
  }
}
#endif
