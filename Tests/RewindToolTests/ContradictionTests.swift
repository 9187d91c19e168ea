import Foundation
import RewindJSON
import RewindSession
import RewindTestSupport
import Testing

@Suite("The tool, on a log that says more than one thing", .process)
struct ContradictionTests {
  private let folder = TemporaryFolder()

  @Test("does not have the reserved lines, unless a member of theirs is of the wrong type")
  func reserved() throws {
    let lines: [JSONValue] = [
      ["after": 1, "patch": [["op": "replace", "path": "/n", "value": 1]], "took": 0.001],
      ["held": 0.004, "index": 1, "main": true], ["keyframe": 1, "state": ["n": 1]],
    ]
    let faults: [(line: Int, JSONValue, why: String)] = [
      (0, ["after": 1, "state": ["n": 1], "took": "long"], "\"took\" is of type string"),
      (1, ["held": "long", "index": 1], "\"held\" is of type string"),
      (1, ["held": 0.31, "index": 1, "main": false], "\"main\" is of type bool"),
      (2, ["keyframe": 1], "the keyframe line has no \"state\""),
    ]
    func log(_ lines: [JSONValue], _ name: String) throws -> String {
      var file = SessionFile(start: ["n": 0])
      file.add(1, "Add", state: nil)
      for line in lines { file.add(line) }
      file.add(["end": "closed", "index": 1])
      return try file.write(to: folder, as: name)
    }
    let (with, without) = (try log(lines, "a.jsonl"), try log(Array(lines.prefix(1)), "b.jsonl"))
    #expect(try rewind.run("check", with).exit == .status(0))
    for question in [["log"], ["state", "end"], ["diff", "0", "1"]] {
      func ask(_ path: String) throws -> String {
        try rewind.run([question[0], path] + question.dropFirst()).output
      }
      #expect(try ask(with) == ask(without))
    }
    let copy = folder.path("c.jsonl")
    _ = try rewind.run("check", with, "--repair", copy)
    #expect(try Data(contentsOf: URL(filePath: copy)) == Data(contentsOf: URL(filePath: with)))
    for fault in faults {
      var wrong = lines
      wrong[fault.line] = fault.1
      let run = try rewind.run("check", log(wrong, "d.jsonl"))
      #expect(run.output.contains(fault.why), "\(run.output)")
    }
  }

  @Test(
    "is clean once it is repaired, and its page says what was wrong",
    arguments: [
      "no-json", "twice-after", "twice-index", "misfit-end", "disagreement-end", "cut",
    ]
  )
  func repaired(name: String) throws {
    let path = Recordings.fixture("Answers/\(name).jsonl").path
    let (output, page) = (folder.path("good.jsonl"), folder.path("page.html"))
    let repair = try rewind.run("check", path, "--repair", output, exits: 0)
    #expect(repair.errors.contains("left out."))
    let check = try rewind.run("check", output, "--json", exits: 0).json()
    // An action that is cut off may have come to its end: what is left out must not look like a crash.
    #expect(check["end"] == "stopped")
    guard name == "disagreement-end" else { return }
    try rewind.run("report", path, "-o", page, exits: 0)
    #expect(try folder.text("page.html").contains(#""contradiction":"Line 4: The patches"#))
  }
}

@Suite("The tool, on texts that could steer a terminal", .process)
struct TerminalTextTests {
  private static let evil =
    "\u{9B}\u{85}\u{7F}\u{202E}\u{2066}\u{200B}\u{61C}\u{200F}\u{FEFF}\u{E0041}"

  private func withLog(_ body: (_ path: String) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      var session = SessionFile(start: ["name": 1, "na\u{200B}me": 2])
      session.add(1, "T", ["text": .string(Self.evil)], state: ["text": .string(Self.evil)])
      try body(session.write(to: folder))
    }
  }

  /// The lines of JSON that a command shows on a terminal.
  private func seen(_ arguments: [String], _ tmux: Tmux) throws -> [String] {
    // The end of each command is distinguished from that of the one before.
    let name = arguments.filter { !$0.contains("jsonl") }.joined().filter {
      $0.isLetter || $0.isNumber
    }
    try tmux.type(
      "clear; rewind \(arguments.joined(separator: " ")); echo end $((6 * 7)) \(name)\n"
    )
    try tmux.wait(for: "end 42 \(name)")
    return try tmux.screen().split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("$") && !$0.hasPrefix("end") }
  }

  @Test("prints JSON that has escapes on a terminal, and means the same", .needsTmux)
  func json() throws {
    try withLog { path in
      try Tmux.with(columns: 600, rows: 20) { tmux in
        for arguments in [
          ["export", path, "--states"], ["log", path, "--json"], ["state", path, "1", "--json"],
          ["diff", path, "1", "--patch"], ["diff", path, "1", "--json"],
          ["show", path, "1", "--json"], ["blame", path, "/text", "--history", "--json"],
          ["blame", path, "/text", "--json"],
        ] {
          let piped = try rewind.run(arguments).lines
          let texts = try piped.map { try JSONValue(parsing: $0).text }
          #expect(texts.joined().contains(Self.evil), "\(arguments)")
          let seen = try seen(arguments, tmux)
          let isPlain = seen.joined().unicodeScalars.allSatisfy(\.isASCII)
          #expect(isPlain, "\(arguments): \(seen)")
          #expect(
            try seen.map { try JSONValue(parsing: $0) } == piped.map { try JSONValue(parsing: $0) },
            "\(arguments)"
          )
        }
        let state = try seen(["state", path, "1"], tmux).joined()
        #expect(try JSONValue(parsing: state) == ["text": .string(Self.evil)])
        let escapes = #""\u009b\u0085\u007f\u202e\u2066\u200b\u061c\u200f\ufeff\udb40\udc41""#
        #expect(state.contains(escapes))
      }
    }
  }

  @Test("shows the difference of two names that differ in invisible characters")
  func names() throws {
    try withLog { path in
      let run = try rewind.run("diff", path, "0", "1")
      #expect(run.output.contains(#"na\u{200b}me"#) || run.output.contains(#"na\u200bme"#))
      let trouble = try rewind.run("state", path, "0", "/x")
      #expect(trouble.errors.contains(#"The state has name, na\u{200b}me."#))
    }
  }
}
