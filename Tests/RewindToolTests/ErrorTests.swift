import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("An error", .process)
struct ErrorTests {
  private let folder = TemporaryFolder()

  /// Runs the tool and expects one sentence, exit status 2 and nothing on standard output.
  private func expectError(_ arguments: [String], _ words: String) throws {
    let run = try rewind.run(arguments, exits: 2)
    #expect(run.output == "", "\(arguments)")
    #expect(run.errors.hasPrefix("rewind: "), "\(run.errors)")
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.hasSuffix(".\n") || run.errors.hasSuffix("?\n"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  @Test("with the command line quotes the word and says what to do")
  func commandLine() throws {
    try expectError(["lgo", win], "Did you mean `rewind log`?")
    try expectError(["frobnicate"], "neither a command nor a file")
    try expectError(["find", win, "true"], "Instead: `rewind log FILE --where EXPR`")
    try expectError(["help", "from-report"], "Instead: `rewind bisect EVENT.json --sessions DIR`")
    try expectError(["log"], "needs FILE")
    try expectError(["log", win, "--jsno"], "Did you mean --json?")
    try expectError(["log", win, "--bogus"], "has no flag --bogus. It has: --type")
    try expectError(["log", win, "--type"], "--type needs a value")
    try expectError(["log", win, "1", "extra"], "\"extra\" is an unexpected argument")
    try expectError(["show", win], "needs FILE N, not only")
    try expectError(["state", win, "twelve"], "is not a position")
    try expectError(["state", win, "9999"], "There is no action 9999")
    try expectError(["state", win, "end-9999"], "is before the start")
    try expectError(["state", win, "note:nowhere"], "The session's notes: \"about to win\"")
    try expectError(["state", win, "0", "gameStat"], "has no /gameStat")
    try expectError(["state", win, "0", "/gameState/x"], "/gameState has ")
    try expectError(["diff", win, "0"], "0 is the start")
    try expectError(["bisect", win], "needs --app PROGRAM")
    try expectError(["verify", win], "Missing --app PROGRAM")
    try expectError(["verify", win, "--app", game, "--expect", "joy"], "recorded or no-crash")
    try expectError(["blame", win, "/nowhere"], "has no /nowhere")
    try expectError(["blame", win, "gameState/x"], "has no /gameState/x")
    try expectError(["state", win, "0", "[\"gameStat\"]"], "has no /gameStat")
    try expectError(
      ["check", win, "--repair", "x", "--accept-edits", "--after", "3"],
      "--accept-edits cannot be combined with --after."
    )
    try expectError(["help", "lgo"], "Did you mean \"log\"?")
  }

  @Test("with a file says what is wrong with it")
  func files() throws {
    let empty = try folder.file("empty.jsonl", "").path
    let prose = try folder.file("prose.txt", "Dear diary,\nit crashed.\n").path
    let json = try folder.file("other.jsonl", "{\"a\":1}\n").path
    let newer = try folder.file("newer.jsonl", "{\"rewind\":2,\"session\":\"x\"}\n").path
    let noLine = try folder.file("piece.jsonl", "{\"rewind\":1").path
    for command in [["log"], [], ["check"], ["step"]] {
      try expectError(command + [folder.path("missing.jsonl")], "No such file")
      try expectError(command + [empty], "is empty")
      try expectError(command + [prose], "is not a session log: its first line is not JSON")
      try expectError(command + [json], "has no member \"rewind\"")
      try expectError(command + [newer], "format 2")
      try expectError(command + [noLine], "first line is cut off")
    }
    for command in [["log"], ["state"], ["step"]] {
      let position = command == ["state"] ? ["0"] : []
      try expectError(command + [folder.url.path] + position, "No session logs in")
    }
  }

  @Test("with a byte order mark before the log, or lines of another system, says how they go away")
  func byteOrderMark() throws {
    let log = try String(contentsOfFile: win, encoding: .utf8)
    let path = try folder.file("marked.jsonl", "\u{FEFF}" + log).path
    for command in [["log"], [], ["stats"], ["step"]] {
      try expectError(
        command + [path],
        """
        \(path) has a byte order mark before its first line, which no recorder writes: an editor \
        added it. `tail -c +4 \(path) > OUT` removes it; `rewind check` shows any other damage.
        """
      )
    }
    let lines = log.split(separator: "\n").map { "\($0)\r\n" }.joined()
    let copied = try folder.file("copied.jsonl", lines).path
    for words in [["log", copied], [copied]] {
      try expectError(words, "Line 1 ends with a carriage return (CRLF), which no recorder writes")
    }
    let prose = try folder.file("prose.txt", "\u{FEFF}Dear diary,\n").path
    try expectError(["log", prose], "is not a session log: its first line is not JSON")
  }

  @Test("with a result that cannot be written names the file and the reason")
  func results() throws {
    let nowhere = "/nowhere/result"
    for command in [
      ["check", win, "--repair"], ["check", win, "--accept-edits", "--repair"],
      ["decoders", win, "-o"],
      ["test", crash, "--app", game, "-o"], ["edit", win, "--drop", "3", "--app", game, "-o"],
    ] {
      let run = try rewind.run(command + [nowhere], exits: 2)
      #expect(
        run.errors
          == "rewind: /nowhere/result cannot be written: No such file or directory.\n"
      )
    }
  }

  @Test("with the story's flags calls it as it is typed")
  func story() throws {
    try expectError([win, "--jsn"], "`rewind FILE` has no flag --jsn. Did you mean --json?")
    try expectError([win, "extra"], "\"extra\" is an unexpected argument for `rewind FILE`.")
    try expectError(["overview"], "`rewind FILE` needs FILE. See `rewind --help`.")
  }

  @Test("with the app says that it cannot be started or does not speak the contract")
  func apps() throws {
    try expectError(["verify", win, "--app", "/nowhere/app"], "/nowhere/app: no such program")
    try expectError(["bisect", win, "--app", "/nowhere/app"], "no such program")
    try expectError(["bisect", win, "--app", win], "cannot be executed")
    let cat = try rewind.run("verify", win, "--app", "/bin/cat", exits: 2)
    #expect(cat.errors.contains("`rewind help contract`"))
    #expect(cat.errors.contains("It wrote:\n  /bin/cat: "), "\(cat.errors)")
    for app in ["/bin/true", "/bin/echo"] {
      try expectError(["bisect", win, "--app", app], "`rewind help contract`")
      try expectError(["verify", win, "--app", app], "`rewind help contract`")
    }
  }

  @Test("with actions that the app cannot make again names all of them, and what helps")
  func undecodable() throws {
    let foreign = Recordings.path("to-do/delete-twice.jsonl")
    // Builds of one app may be called differently: only the name tells another app.
    let own = folder.path("to-do-next")
    try FileManager.default.createSymbolicLink(atPath: own, withDestinationPath: game)
    for (app, verdict, help) in [
      (own, "", "For a Swift app, `rewind decoders FILE` writes decoders for recorded actions."),
      (
        game, "; the log is of to-do",
        "The log is of to-do. Is \(game) another app? Then name the program of to-do, by --app."
      ),
    ] {
      let words = """
        TodoAction (4 times, first at 1): no decoder is registered for it
        \(help)

        """
      #expect(
        try rewind.run("bisect", foreign, "--app", app).errors
          == "rewind: The app cannot replay this session:\n" + words
      )
      let verify = try rewind.run("verify", foreign, "--app", app)
      #expect(
        verify.lines.first == "\(foreign): undecodable: the app cannot decode these\(verdict)"
      )
      #expect(verify.lines.suffix(2).map { $0.dropFirst(2) } == words.split(separator: "\n"))
    }
  }
}

@Suite("Help", .process)
struct HelpTests {
  @Test("fits 79 columns and shows an example, for every command")
  func width() throws {
    let contents = try rewind.run("--help", exits: 0)
    let names = [
      "log", "show", "state", "diff", "blame", "why", "stats", "step", "report", "live", "verify",
      "compare", "bisect", "triage", "explore", "minimize", "edit", "test", "decoders", "init",
      "privacy", "check", "export", "import", "mcp",
    ]
    for name in names { #expect(contents.output.contains("  \(name) ")) }
    let topics = [
      "expressions", "contract", "format", "redux", "rows", "app", "conditions", "output",
    ]
    for arguments in [["--help"], ["help"]]
      + topics.map({ ["help", $0] })
      + names.map({ [$0, "-h"] })
      + names.map({ ["help", $0] })
    {
      let run = try rewind.run(arguments, exits: 0)
      #expect(run.errors == "")
      for line in run.lines { #expect(line.count <= 79, "\(line)") }
      #expect(run.output.contains("Example"))
    }
    // What many commands take is explained once, and what is one's own fits a screen.
    for command in ["log", "bisect", "minimize"] {
      let page = try rewind.run("help", command).output
      #expect(page.contains("`rewind help app` explains --app PROGRAM, "))
      #expect(!page.contains("The app that replays"), "\(command)")
    }
    for name in names {
      #expect(try rewind.run(name, "-h").output == rewind.run("help", name).output)
    }
  }
}

@Suite("A log that does not exist", .process)
struct HostileLogTests {
  private func run(_ lines: [JSONValue], _ arguments: String...) throws -> Program.Run {
    try TemporaryFolder.with { folder in
      var file = SessionFile()
      for line in lines { file.add(line) }
      let path = try file.write(to: folder)
      return try rewind.run(arguments.map { $0 == "LOG" ? path : $0 })
    }
  }

  private let action: JSONValue = ["type": "A"]

  @Test("cannot crash the tool with numbers that are too large")
  func numbers() throws {
    let late: [JSONValue] = [["index": 1, "time": JSONValue(1e300), "action": action]]
    #expect(try run(late, "LOG").exit == .status(0))
    #expect(try run(late, "show", "LOG", "1").exit == .status(0))
    let far: [JSONValue] = [["index": JSONValue(Int.max), "time": 1, "action": action]]
    for command in [["LOG"], ["log", "LOG"], ["check", "LOG"]] {
      let run = try TemporaryFolder.with { folder in
        var file = SessionFile()
        for line in far { file.add(line) }
        let path = try file.write(to: folder)
        return try rewind.run(command.map { $0 == "LOG" ? path : $0 })
      }
      #expect(run.exit != .trap)
    }
  }
}
