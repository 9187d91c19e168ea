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
      var file = SessionFile()
      file.add(["after": 0, "state": ["n": 0]])
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

  private static let action: JSONValue = ["index": 1, "time": 1, "action": ["type": "T"]]
  private static let start: JSONValue = ["after": 0, "state": ["a": 1]]

  /// A log of lines that are JSON or not, with right checksums.
  private func write(
    _ bodies: [String],
    tail: String = "",
    _ folder: TemporaryFolder
  ) throws -> String {
    var bytes: [UInt8] = []
    var checksum = Checksum()
    for body in [#"{"rewind":1,"session":"s","app":"a"}"#] + bodies {
      var line = Array(body.utf8.dropLast())
      checksum = line.seal(after: checksum)
      bytes += line
    }
    let path = folder.path("log.jsonl")
    try Data(bytes + Array(tail.utf8)).write(to: URL(fileURLWithPath: path))
    return path
  }

  private static let contradictions: [(lines: [String], line: Int, kind: String)] = [
    ([#"{"after":0,"state":{"a":1,,}}"#], 2, "contradiction"),
    (
      [start.text, action.text, #"{"after":1,"patch":[]}"#, #"{"after":1,"patch":[]}"#], 5,
      "contradiction"
    ),
    ([start.text, action.text, action.text], 4, "contradiction"),
    (
      [start.text, action.text, #"{"after":1,"patch":[{"op":"remove","path":"/b"}]}"#], 4,
      "contradiction"
    ),
    (
      [
        start.text, action.text,
        #"{"after":1,"state":{"a":3},"patch":[{"op":"replace","path":"/a","value":2}]}"#,
      ], 4, "contradiction"
    ),
  ]

  @Test(
    "reports what contradicts what, and that the checksums are right",
    arguments: contradictions
  )
  func kinds(lines: [String], line: Int, kind: String) throws {
    let path = try write(lines, folder)
    let run = try rewind.run("check", path, "--json")
    #expect(run.exit == .status(1))
    let damage = try #require(try run.json()["damage"])
    #expect(damage["line"]?.int == line)
    #expect(damage["kind"]?.string == kind)
    #expect(try rewind.run("check", path).output.contains("contradicts itself"))
    #expect(try rewind.run("check", path, "--quick").exit == .status(0))
    let output = folder.path("good.jsonl")
    let repair = try rewind.run("check", path, "--repair", output)
    #expect(repair.exit == .status(0))
    #expect(repair.errors.contains("left out."))
    #expect(try rewind.run("check", output).exit == .status(0))
  }

  @Test("says so in one warning, whatever is asked of it")
  func warnings() throws {
    let path = try write(
      [
        Self.start.text, Self.action.text,
        #"{"after":1,"state":{"a":3},"patch":[{"op":"replace","path":"/a","value":2}]}"#,
        #"{"end":"closed","index":1}"#,
      ],
      folder
    )
    let page = folder.path("page.html")
    for arguments in [
      [path], ["log", path], ["export", path, "--states"], ["state", path, "1"],
      ["log", path, "--where", "a == 3"], ["diff", path, "0", "1"],
      ["blame", path, "/a", "--history"],
      ["report", path, "-o", page],
    ] {
      let run = try rewind.run(arguments)
      #expect(
        run.errors
          == """
          rewind: \(path) contradicts itself. Line 4: The patches and the keyframe disagree \
          at /a. See `rewind check \(path)`.\n
          """,
        "\(arguments)"
      )
    }
    #expect(
      try String(contentsOfFile: page, encoding: .utf8)
        .contains(#""contradiction":"Line 4: The patches"#)
    )
  }

  @Test("says that a log is cut off inside a line, so that it does not look like a short session")
  func cut() throws {
    let path = try write([Self.start.text, Self.action.text], tail: #"{"after":1,"pat"#, folder)
    for arguments in [
      [path], ["log", path], ["export", path], ["state", path, "0"],
      ["log", path, "--where", "a == 1"],
    ] {
      #expect(
        try rewind.run(arguments).errors
          == """
          rewind: \(path) is cut off inside line 4: it was not completely written or copied. The \
          following is about lines 1 to 3. See `rewind check \(path)`.\n
          """,
        "\(arguments)"
      )
    }
    // The action may have come to its end: what is left out must not look like a crash.
    let output = folder.path("good.jsonl")
    let repair = try rewind.run("check", path, "--repair", output)
    #expect(repair.errors.hasPrefix("rewind: Line 4 is left out."))
    let check = try rewind.run("check", output, "--json")
    #expect(check.exit == .status(0))
    #expect(try check.json()["end"] == "stopped")
  }

  @Test("lists the actions around a patch that does not fit")
  func misfit() throws {
    let path = try write(
      [
        Self.start.text, Self.action.text,
        #"{"after":1,"patch":[{"op":"remove","path":"/b"}]}"#,
        #"{"index":2,"time":2,"action":{"type":"U"}}"#, #"{"after":2,"state":{"a":2}}"#,
      ],
      folder
    )
    let run = try rewind.run("log", path)
    #expect(run.exit == .status(0))
    #expect(run.lines.count == 2)
    #expect(
      run.lines.last?.hasSuffix("its change is unknown: the states contradict each other")
        ?? false
    )
  }
}

@Suite("The tool, on texts that could steer a terminal", .process)
struct TerminalTextTests {
  private static let evil =
    "\u{9B}\u{85}\u{7F}\u{202E}\u{2066}\u{200B}\u{61C}\u{200F}\u{FEFF}\u{E0041}"

  private func withLog(_ body: (_ path: String) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      var session = SessionFile()
      session.add(["after": 0, "state": ["name": 1, "na\u{200B}me": 2]])
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
