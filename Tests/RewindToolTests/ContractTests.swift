import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("rewind help contract", .process)
struct ContractTests {
  /// The Python program in the help text.
  private func host() throws -> String {
    let text = try rewind.run("help", "contract").output
    let program = try #require(text.firstMatch(of: #/(?s)in Python:\n\n(.*?)\nExample:/#)).1
    return program.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.dropFirst(2)) }.joined(separator: "\n")
  }

  /// Adds, rolls a die that falls on `dice`, adds, and rolls it again.
  private func session(_ second: Int) -> SessionFile {
    var session = SessionFile(app: "counter", start: ["count": 0], isMade: true)
    session.add(1, "Add", ["by": 12], state: ["count": 12])
    session.add(2, "Roll", [:], state: nil)
    session.add(["index": 2, "input": ["name": "dice", "value": 6]])
    session.add(["after": 2, "state": ["count": 2]])
    session.add(3, "Add", ["by": 4], state: ["count": 6])
    session.add(4, "Roll", [:], state: nil)
    session.add(["index": 4, "input": ["name": "dice", "value": JSONValue(second)]])
    if second != 0 { session.add(["after": 4, "state": ["count": JSONValue(6 / second)]]) }
    return session
  }

  private func run(
    _ command: [String],
    on session: SessionFile,
    by host: String? = nil
  ) throws -> Program.Run {
    try TemporaryFolder.with { folder in
      _ = try session.write(to: folder, as: "s.jsonl")
      try folder.file("app.py", try host ?? self.host())
      let app = ["--app", Interpreter.python.path ?? "", "--", "app.py"]
      return try rewind.run(command + app, in: folder.url)
    }
  }

  @Test("fits into forty lines of Python")
  func length() throws {
    #expect(try host().split(separator: "\n").count <= 40)
  }

  @Test("has a program that takes part in everything", .needsPython)
  func everything() throws {
    let same = try run(["verify", "s.jsonl"], on: session(3))
    #expect(same.lines == ["s.jsonl: same, 4 actions"], "\(same.errors)")
    let crash = try run(["verify", "s.jsonl"], on: session(0))
    #expect(crash.lines == ["s.jsonl: same, 4 actions, the crash (exit(1)) included"])
    let bisect = try run(["bisect", "s.jsonl", "--json"], on: session(0))
    let found = try bisect.json()
    #expect(found["fatal"] == 4)
    #expect(found["culprit"] == 4)
    #expect(
      found["signature"] == "exit(1) in Roll: ZeroDivisionError at reduce < replay < <module>"
    )
    #expect(found["wrote"]?.array?.last == "ZeroDivisionError: integer division or modulo by zero")
    let minimize = try run(["minimize", "s.jsonl", "-o", "small.jsonl", "--json"], on: session(0))
    #expect(try minimize.json()["kept"] == [4], "\(minimize.errors)")
    let edit = try run(["edit", "s.jsonl", "--drop", "4", "-o", "e.jsonl"], on: session(0))
    #expect(
      edit.lines.first
        == "The app survives all 3 actions; action 4, in which the recording crashed, is left out."
    )
  }

  @Test("has a program that says what it cannot do", .needsPython)
  func refusals() throws {
    var foreign = session(3)
    foreign.add(5, "Sub", ["by": 1], state: ["count": 1])
    let undecodable = try run(["verify", "s.jsonl"], on: foreign)
    #expect(undecodable.exit == .status(1))
    #expect(undecodable.lines.first == "s.jsonl: undecodable: the app cannot decode these")
    #expect(undecodable.output.contains("\n  Sub: unknown\n"))
    var incomplete = SessionFile(app: "counter", start: ["count": 0], isMade: true)
    incomplete.add(1, "Roll", [:], state: ["count": 0])
    let unresolved = try run(["verify", "s.jsonl"], on: incomplete)
    #expect(unresolved.exit == .status(1))
    #expect(unresolved.output.contains(#"read "dice""#), "\(unresolved.output)")
  }
}

@Suite("An app that does not keep to the contract", .process)
struct BrokenAppTests {
  private func run(_ script: String, _ command: [String] = ["verify"]) throws -> Program.Run {
    try TemporaryFolder.with { folder in
      _ = try folder.program("app", script)
      return try rewind.run(
        [command[0], win, "--app", "./app"] + command.dropFirst(),
        in: folder.url
      )
    }
  }

  private static let greeting = #"echo '{"rewind":1,"replay":1,"actions":[]}'"#
  private static let refusal = #"echo '{"end":"refused","why":"there is no level 3"}'"#

  @Test(
    "and refuses is quoted, whether it says where or greets, or not",
    arguments: [
      "\(greeting); \(refusal)", refusal,
      #"\#(greeting); echo '{"end":"refused","index":0,"why":"there is no level 3."}'"#,
    ]
  )
  func refused(script: String) throws {
    for command in [
      ["verify"], ["bisect"], ["minimize", "-o", "m"], ["edit", "-o", "e", "--drop", "1"],
    ] {
      let run = try run(script, command)
      #expect(run.exit == .status(2))
      #expect(run.errors == "rewind: ./app refused to replay: there is no level 3.\n", "\(command)")
    }
  }

  @Test("is shown the way to it, and its own words")
  func words() throws {
    let help = "`rewind help contract` explains how to make a program replayable"
    let died = try run(
      "echo 'Traceback (most recent call last):' >&2; echo '  File \"app.py\", line 1' >&2; echo 'ImportError: no module' >&2; exit 1"
    )
    #expect(died.exit == .status(2))
    #expect(
      died.errors == """
        rewind: ./app exited with status 1 and did not respond to --rewind-replay with a session. \
        \(help); a Swift app calls `answerReplayRequest`. It wrote:
          Traceback (most recent call last):
            File "app.py", line 1
          ImportError: no module

        """
    )
    for script in [
      "echo hello", "\(Self.greeting); echo hello", "\(Self.greeting); echo '{\"end\":\"closed\"}'",
    ] {
      let run = try run(script)
      #expect(run.exit == .status(2))
      #expect(run.errors.contains(help), "\(script): \(run.errors)")
    }
  }
}
