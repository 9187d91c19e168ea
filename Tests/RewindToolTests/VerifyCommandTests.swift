import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let changed = Program("memory-tunes-changed").path
private let minefield = Program("minefield").path

@Suite("rewind verify in CI", .process)
struct VerifyCommandTests {
  private let folder = TemporaryFolder()

  /// Copies the recordings of the game, as a working copy has them.
  init() throws {
    for name in ["win", "category-out-of-range", "tap-while-loading"] {
      try folder.copy(Recordings.path("memory-tunes/\(name).jsonl"), as: "\(name).jsonl")
    }
    try folder.file("notes.jsonl", "{\"this\":\"is no session\"}\n")
  }

  @Test("and check go on to their exit status when their reader has gone")
  func closedPipe() throws {
    for (arguments, status) in [
      (["verify", ".", "--app", changed], 1),
      (["check", "category-out-of-range.jsonl", "nowhere.jsonl"], 2),
    ] {
      let process = Process()
      let output = Pipe()
      try output.fileHandleForReading.close()
      process.executableURL = URL(fileURLWithPath: rewind.path)
      process.arguments = arguments
      process.currentDirectoryURL = folder.url
      process.standardOutput = output.fileHandleForWriting
      process.standardError = FileHandle.nullDevice
      try process.start()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == status, "\(arguments[0])")
    }
  }

  @Test("--update reports by its exit status that something was not updated")
  func notUpdated() throws {
    let path = folder.path("win.jsonl")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let run = try rewind.run("verify", path, "--app", game, "--update", exits: 1)
    #expect(run.output.contains("not updated"))
    let input = try rewind.run(["verify", "-", "--app", game, "--update"], input: "", exits: 2)
    #expect(input.errors.contains("\"-\" is not possible here."))
  }

  @Test("takes a folder for the sessions in it, in the order of their names")
  func inOrder() throws {
    let run = try rewind.run(["verify", ".", "--app", game], in: folder.url, exits: 0)
    #expect(
      run.lines.map { $0.replacing(#/\d+ actions/#, with: "N actions") } == [
        "./category-out-of-range.jsonl: same, N actions, the crash (trap) included",
        "./tap-while-loading.jsonl: same, N actions, the crash (trap) included",
        "./win.jsonl: same, N actions",
      ]
    )
    #expect(
      run.errors == """
        rewind: ./notes.jsonl is skipped: it does not begin with {"rewind":…}, as a session log does.
        3 sessions: 3 same

        """
    )
  }

  @Test("mentions files that are not logs, and a log that is cut off within a line")
  func oddFiles() throws {
    try folder.file("empty.jsonl", "")
    let whole = try folder.text("win.jsonl")
    let lines = whole.split(separator: "\n").prefix(20).joined(separator: "\n")
    try folder.file("cut.jsonl", lines + "\n{\"aft")
    let run = try rewind.run(["verify", ".", "--app", game], in: folder.url, exits: 0)
    #expect(
      run.lines.contains { line in
        line.hasPrefix("./cut.jsonl: same, ")
          && line.hasSuffix("; the log is cut off in its last line, which was not compared")
      }
    )
    #expect(run.errors.contains("rewind: ./empty.jsonl is skipped: it is empty.\n"))
  }

  @Test("goes on past a file that cannot be read")
  func unreadable() throws {
    try folder.file("broken.jsonl", "{\"rewind\":7}\n")
    let run = try rewind.run(["verify", ".", "--app", game, "--junit", "out.xml"], in: folder.url)
    #expect(run.exit == .status(2))
    #expect(run.lines.count == 4)
    #expect(run.lines[0].hasPrefix("./broken.jsonl: error: "))
    let xml = try folder.text("out.xml")
    #expect(xml.contains(#"tests="4" failures="0" errors="1""#))
  }

  @Test("ends a bisection that no build can decide, instead of having every build skipped")
  func impossible() throws {
    try folder.file("broken.jsonl", "{\"rewind\":7}\n")
    try folder.file("empty.jsonl", "")
    var damaged = try Data(contentsOf: folder.url.appending(path: "win.jsonl"))
    damaged[damaged.count / 2] ^= 1
    try damaged.write(to: folder.url.appending(path: "damaged.jsonl"))
    func bisect(_ words: String...) throws -> Program.Exit {
      try rewind.run(["verify"] + words + ["--git-bisect"], in: folder.url).exit
    }
    for log in ["broken.jsonl", "empty.jsonl", "damaged.jsonl", "nowhere.jsonl", "."] {
      #expect(try bisect(log, "--app", game) == .status(128), "\(log)")
    }
    #expect(try bisect("win.jsonl", "--ap", game) == .status(128))
    #expect(try bisect("win.jsonl") == .status(128))
    // What the build may be to blame for is skipped.
    #expect(try bisect("win.jsonl", "--app", "/nowhere/app") == .status(125))
    #expect(try bisect("win.jsonl", "--app", "./win.jsonl") == .status(125))
    #expect(try bisect("win.jsonl", "--app", "/bin/true") == .status(125))
    #expect(try bisect("win.jsonl", "--app", changed) == .status(1))
    #expect(try bisect("win.jsonl", "--app", game) == .status(0))
  }

  @Test("writes a JUnit file and annotations")
  func reports() throws {
    let run = try rewind.run(
      ["verify", "win.jsonl", "--app", changed, "--junit", "out.xml", "--github"],
      in: folder.url
    )
    #expect(run.exit == .status(1))
    let annotation = try #require(run.lines.last)
    #expect(annotation.hasPrefix("::error file=win.jsonl,line="))
    #expect(annotation.contains("%0A    recorded  true%0A    replayed  false"))
    let xml = try folder.text("out.xml")
    #expect(xml.contains(#"<failure type="diverged" message="win.jsonl: diverged at action"#))
  }

  @Test("annotates the line of the file, pieces between its lines included")
  func annotatedLine() throws {
    var session = SessionFile(
      app: "minefield",
      start: ["isArmed": false, "steps": 0],
      isMade: true
    )
    session.add(1, "Move.tick", ["tick": [:]], state: ["isArmed": true, "steps": 1])
    let text = String(decoding: session.bytes, as: UTF8.self)
      .replacing("\n", with: "\n{\"aft\n", maxReplacements: 1)
    try folder.file("log.jsonl", text)
    let minefield = Program("minefield").path
    let run = try rewind.run(
      ["verify", "log.jsonl", "--app", minefield, "--github"],
      in: folder.url
    )
    #expect(run.lines.last?.hasPrefix("::error file=log.jsonl,line=4") ?? false, "\(run.output)")
  }

  @Test("reports every value in which the program diverges from the recording")
  func table() throws {
    let run = try rewind.run(["verify", win, "--app", changed])
    #expect(run.output.contains("Continuing from the recorded state after each, "))
    #expect(
      run.output.contains(" × FlipCardAction  /gameState/memoryCards/*/isFlipped  (first at ")
    )
  }

  @Test("records the states again after a deliberate change, and nothing else")
  func update() throws {
    let before = try folder.text("win.jsonl")
    let update = try rewind.run(["verify", ".", "--app", changed, "--update"], in: folder.url)
    #expect(update.exit == .status(0))
    #expect(update.output.contains("states re-recorded"))
    _ = try rewind.run(["verify", ".", "--app", changed], in: folder.url, exits: 0)
    #expect(try rewind.run(["check", "win.jsonl"], in: folder.url).exit == .status(0))
    // With the old program again, the file is as it was, but for the form of its patches.
    #expect(
      try rewind.run(["verify", ".", "--app", game, "--update"], in: folder.url).exit
        == .status(0)
    )
    let again = try folder.text("win.jsonl")
    func kept(_ text: String) throws -> [JSONValue] {
      try text.split(separator: "\n").map { line in
        var object = try #require(try JSONValue(parsing: String(line)).object)
        for name in ["crc", "patch", "state"] { object[name] = nil }
        return .object(object)
      }
    }
    #expect(try kept(again) == kept(before))
  }

  @Test("says that an update leaves the recording without its crash")
  func updateOfAFixedCrash() throws {
    let verify = [
      "verify", "category-out-of-range.jsonl", "--app", Program("memory-tunes-mended").path,
    ]
    let update = try rewind.run(verify + ["--update"], in: folder.url)
    #expect(update.output.contains("  updated: the recording no longer crashes\n"))
    let after = try rewind.run(verify, in: folder.url)
    #expect(after.output.contains("category-out-of-range.jsonl: same"))
  }

  @Test("does not miss inputs that were drawn for a state that the replay is given")
  func givenState() throws {
    for name in ["win", "tap-while-loading", "category-out-of-range"] {
      let path = Recordings.path("memory-tunes/\(name).jsonl")
      for flags in [["--pure"], ["--start", "recorded"]] {
        let run = try rewind.run(["verify", path, "--app", game] + flags, exits: 0)
        #expect(run.output.hasPrefix("\(path): same, "))
      }
    }
  }

  @Test("takes its children with it when it is interrupted", .timeLimit(.minutes(hangingMinutes)))
  func stopped() throws {
    let pipe = folder.path("pipe")
    mkfifo(pipe, 0o600)
    var session = SessionFile(app: "minefield", start: ["isArmed": false, "steps": 0])
    session.add(1, "Move.hold", ["hold": ["_0": .string(pipe)]], state: nil)
    let path = try session.write(to: folder)
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      let tool = Process()
      tool.executableURL = URL(fileURLWithPath: rewind.path)
      tool.arguments = ["verify", path, "--app", Program("minefield").path, "--time-limit", "1000"]
      try tool.start()
      // Opens when the app has opened it, and ends when the last of its processes has gone.
      let listener = try FileHandle(forReadingFrom: URL(fileURLWithPath: pipe))
      let first = try #require(try listener.read(upToCount: 1))
      kill(tool.processIdentifier, signal)
      let rest = try listener.readToEnd() ?? Data()
      // Its process ID; after it, that its children have started, if it came that far.
      let lines = String(decoding: first + rest, as: UTF8.self).split(separator: "\n")
      #expect(lines.first.flatMap { Int($0) } != nil)
      tool.waitUntilExit()
      #expect(tool.terminationReason == .uncaughtSignal)
      #expect(tool.terminationStatus == signal)
    }
  }

  /// A session of the minefield in which its reducer arms and disarms in turn.
  private func moves(_ kinds: String, isRight: Bool = true) -> SessionFile {
    var file = SessionFile(app: "minefield", start: ["isArmed": false, "steps": 0], isMade: true)
    for (index, kind) in kinds.enumerated() {
      let name = kind == "a" ? "arm" : "disarm"
      let state: JSONValue = [
        "isArmed": .bool(kind == "a"), "steps": JSONValue(isRight ? index + 1 : -1),
      ]
      file.add(index + 1, "Move.\(name)", [name: [:]], state: state)
    }
    return file
  }

  @Test("--keep takes what is new in few actions, and lets a longer session of its own go")
  func keep() throws {
    let all = folder.url.appending(path: "all")
    try FileManager.default.createDirectory(at: all, withIntermediateDirectories: true)
    let sessions = TemporaryFolder(url: all)
    func keep(_ words: String...) throws -> (answer: JSONValue, files: [String]) {
      let run = try rewind.run(
        ["verify"] + words + ["--app", minefield, "--keep", "kept", "--json"],
        in: folder.url
      )
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("kept"))
        .sorted()
      return (try JSONValue(parsing: Array(#require(run.lines.last).utf8)), files)
    }
    _ = try moves("adadadaddaad").write(to: sessions, as: "long.jsonl")
    _ = try moves("ad", isRight: false).write(to: sessions, as: "wrong.jsonl")
    let (first, old) = try keep("all")
    #expect(old.count == 1 && first["notSame"] == ["all/wrong.jsonl"])
    let texts = try [
      all.appending(path: "long.jsonl"), folder.url.appending(path: "kept/\(old[0])"),
    ]
    .map { try Data(contentsOf: $0) }
    #expect(texts[0] == texts[1])
    let effects = first["kept"]?.array?.first?["for"]?.array?.map {
      "\($0["type"]?.string ?? "") \($0["effect"]?.string ?? "")"
    }
    #expect(
      effects == [
        "Move.arm ~ /isArmed", "Move.arm ~ /steps", "Move.disarm ~ /isArmed",
        "Move.disarm ~ /steps",
      ]
    )
    #expect(try keep("all").files == old)
    // A shorter one that does the same.
    _ = try moves("ad").write(to: sessions, as: "short.jsonl")
    let (second, new) = try keep("all")
    #expect(new.count == 1 && new != old)
    #expect(second["removed"] == [.string("kept/\(old[0])")])
    let (third, same) = try keep("all/short.jsonl", "all/wrong.jsonl", "all/long.jsonl")
    #expect(same == new && third["others"] == ["all/long.jsonl"])
    // What someone else has put there stays, and need not be shown again.
    try FileManager.default.removeItem(atPath: folder.path("kept/\(new[0])"))
    _ = try moves("addd").write(
      to: TemporaryFolder(url: folder.url.appending(path: "kept")),
      as: "mine.jsonl"
    )
    #expect(try keep("all").files == ["mine.jsonl"])
  }

  @Test("--keep takes a session for each cause of a crash")
  func keepCrashes() throws {
    let run = try rewind.run(["verify", ".", "--app", game, "--keep", "kept"], in: folder.url)
    #expect(run.exit == .status(0))
    #expect(
      run.output.matches(of: #/, for [A-Za-z]+ \(crash g[0-9a-f]{8}\)/#).count == 2,
      "\(run.output)"
    )
    #expect(
      run.output.contains("\nkept: 2 of 3 sessions with 28 of 51 actions show all 12 behaviors"),
      "\(run.output)"
    )
    for words in [["--never", "true"], ["--git-bisect"]] {
      let refused = try rewind.run(
        ["verify", ".", "--app", game, "--keep", "kept"] + words,
        in: folder.url
      )
      #expect(refused.errors.contains("cannot be combined with"))
    }
  }

  @Test("--keep takes the few actions that a crash needs, where others show the rest")
  func keepMinimized() throws {
    _ = try moves("ad").write(to: folder, as: "short.jsonl")
    var crash = moves("adadadada")
    crash.add(10, "Move.step", ["step": [:]], state: nil)
    _ = try crash.write(to: folder, as: "crash.jsonl")
    let words = ["verify", "short.jsonl", "crash.jsonl", "--app", minefield, "--keep", "kept"]
    let first = try rewind.run(words, in: folder.url).output
    #expect(first.contains(", minimized from crash.jsonl, 2 actions, for "), "\(first)")
    #expect(first.contains("\nkept: 2 of 2 sessions with 4 of 12 actions show all"))
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path("kept")).sorted()
    }
    let kept = try files()
    let second = try rewind.run(words, in: folder.url).output
    #expect(try files() == kept && !second.contains("minimized"), "\(second)")
  }
}
