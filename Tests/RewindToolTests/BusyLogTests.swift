import Foundation
import RewindJSON
import RewindSession
import RewindTestSupport
import Testing

@Suite("The tool, on a log made to keep it busy", .oracle, .timeLimit(.minutes(hangingMinutes)))
struct BusyLogTests {
  private let folder = TemporaryFolder()

  /// Runs the tool with a minute of computing time: thousands of times what it takes, and nothing of
  /// what it would take to count up to an index.
  private func run(_ arguments: String...) throws -> Program.Run {
    try run(arguments)
  }

  private func run(_ arguments: [String]) throws -> Program.Run {
    try rewind.run(arguments, by: #"ulimit -t 60; exec "$@""#)
  }

  /// Two actions with a trillion indexes between them.
  private func gap(in folder: TemporaryFolder) throws -> String {
    var session = SessionFile(
      app: "minefield",
      start: ["isArmed": false, "steps": 0],
      isMade: true
    )
    session.add(1, "Move.tick", ["tick": [:]], state: ["isArmed": false, "steps": 1])
    session.add(1_000_000_000_000, "Move.arm", ["arm": [:]], state: ["isArmed": true, "steps": 2])
    return try session.write(to: folder)
  }

  @Test("with a trillion indexes goes by its lines")
  func indexes() throws {
    let log = try gap(in: folder)
    let find = try run("log", log, "--where", "isArmed")
    #expect(find.output.hasPrefix("1000000000000 ") && find.lines.count == 1, "\(find)")
    let listed = try run("log", log, "--where", "index > 1", "--json")
    #expect(listed.lines.count == 1)
    let check = try run("check", log, "--app", Program("minefield").path)
    #expect(check.output.contains("2 actions"), "\(check.output)\(check.errors)")
    #expect(try run("decoders", log).output.contains("Move"))
    let package = folder.path("package")
    #expect(try run("init", log, "-o", package, "--package", "../app").exit == .status(0))
  }

  /// The commands that read a log, each with the end of its arguments.
  private static let readers: [[String]] = [
    ["log"], ["log", "--where", "changed(/n)"], ["show", "12"], ["state", "end", "/n"],
    ["diff", "12"], ["log", "--where", "n == 7"], ["blame", "/n", "--history"], ["blame", "/n"],
    ["blame", "/a/5"],
    ["why", "/n"], ["stats"], ["privacy"], ["check"], ["export"], ["decoders"],
    ["step", "--keys", "jjjGkkk"],
  ]

  /// Runs every reading command; one that takes too long is killed.
  private func expectQuick(_ log: String, _ comment: Comment) throws {
    for reader in Self.readers {
      let run = try run([reader[0], log] + reader.dropFirst())
      guard case .status = run.exit else {
        Issue.record("\(reader) \(comment): \(run.exit)")
        continue
      }
    }
  }

  @Test("whose lines copy the state into itself is read up to the one that makes it too large")
  func copies() throws {
    let doublings: [[JSONValue]] = [
      [
        ["op": "copy", "from": "/0", "path": "/0/-"], ["op": "copy", "from": "/0", "path": "/0/-"],
      ],
      [["op": "copy", "from": "", "path": "/b"], ["op": "copy", "from": "", "path": "/c"]],
      [
        ["op": "copy", "from": "/a", "path": "/b/x"], ["op": "copy", "from": "/b", "path": "/a/y"],
      ],
    ]
    for (number, patch) in doublings.enumerated() {
      try TemporaryFolder.with { folder in
        var session = SessionFile(app: "minefield")
        session.add(["after": 0, "state": ["0": ["lol"], "n": 0, "a": ["k": 1], "b": ["k": 1]]])
        for index in 1...300 {
          session.add(index, "T", state: nil)
          session.add(["after": JSONValue(index), "patch": .array(patch)])
        }
        let log = try session.write(to: folder)
        try expectQuick(log, "doubling \(number)")
        guard number < 2 else { return }  // The last one is too deep first.
        let check = try run("check", log)
        #expect(check.exit == .status(1))
        #expect(check.output.contains("copies would add more than 67108864 bytes"))
        let listed = try run("log", log)
        #expect(listed.lines.count == 300)
        #expect(listed.output.contains("its change is unknown"))
      }
    }
  }

  @Test("whose patches do not apply from some line on, or whose actions never end, is read once")
  func endless() throws {
    var broken = SessionFile(app: "minefield", start: ["n": 0, "a": []])
    var overlapping = broken
    for index in 1...3_000 {
      broken.add(index, "T", state: nil)
      let path: JSONValue = index == 2_000 ? "/missing/0" : "/a/-"
      broken.add(["after": JSONValue(index), "patch": [["op": "add", "path": path, "value": [:]]]])
      overlapping.add([
        "index": JSONValue(index), "time": 1, "action": ["type": "T"], "overlap": true,
      ])
    }
    try expectQuick(broken.write(to: folder, as: "broken.jsonl"), "broken")
    try expectQuick(overlapping.write(to: folder, as: "overlapping.jsonl"), "overlapping")
  }

  @Test("whose lines follow from nothing is gone over once")
  func strangers() throws {
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
    let report = try run.json()
    #expect(report["good"] == 1)
  }
}
