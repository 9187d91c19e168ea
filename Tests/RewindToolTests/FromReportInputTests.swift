import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// What a person gives by mistake on the way from a crash out there to a test: each answer says what is wrong, and what
/// to do.
@Suite("rewind bisect of an event, given something else", .process)
struct FromReportInputTests {
  private let folder = TemporaryFolder()
  private let id = FromReportTests.id

  private func run(
    _ folder: TemporaryFolder,
    _ flags: String...,
    event: String? = nil
  ) throws -> Program.Run {
    if let event { try folder.file("event.json", event) }
    return try rewind.run(["bisect", "event.json"] + flags, in: folder.url)
  }

  private func expectRefusal(_ run: Program.Run, _ words: String) {
    #expect(run.exit == .status(2), "\(run)")
    #expect(run.errors == "rewind: \(words)\n")
  }

  @Test(
    "says what an event has to have",
    arguments: ["{}", #"[{"tags":{"rewind.session":"a"}},{"session":"b"}]"#, "7"]
  )
  func events(event: String) throws {
    try FromReportTests.writeCrash(to: folder)
    let run = try run(folder, "--builds", "builds", event: event)
    #expect(run.exit == .status(2))
    let words = "event.json has neither a session nor a tag rewind.session of it. One event is {"
    #expect(run.errors.hasPrefix("rewind: \(words)"), "\(run)")
  }

  @Test(
    "takes the session from the tag that an app has set, as each reporter exports it",
    arguments: [
      #"{"tags":{"rewind.session":"ID"}}"#,
      #"{"event":{"tags":[["level","fatal"],["rewind.session","ID"]]}}"#,
      #"{"session":null,"tags":[{"key":"device","value":"phone"},{"key":"rewind.session","value":"ID"}]}"#,
      #"{"custom_keys":[{"key":"rewind_session","value":"ID"}]}"#,
      #"{"metaData":{"rewind":{"session":"ID"}}}"#,
    ]
  )
  func tags(event: String) throws {
    try FromReportTests.writeCrash(to: folder)
    let run = try run(folder, "--sessions", "logs", event: event.replacing("ID", with: id))
    #expect(run.errors.contains("The session is logs/sub/crash.jsonl, of storefront"), "\(run)")
  }

  @Test(
    "reads the stack of each reporter's own form",
    arguments: [
      #""tags":{"rewind.session":"ID"},"release":"shop@1.2+7","exception":{"values":[{"type":"Trap","stacktrace":{"frames":[{"function":"main"},{"function":"NAME"},{"instruction_addr":"0x10"}]}}]}"#,
      #""custom_keys":[{"key":"rewind_session","value":"ID"}],"application":{"display_version":"1.2"},"exceptions":[],"threads":[{"frames":[{"symbol":"idle"}]},{"crashed":true,"frames":[{"symbol":"NAME","line":9},{"symbol":"main"}]}]"#,
      #""session":"ID","crashDiagnostics":[{"diagnosticMetaData":{"appVersion":"1.2"},"callStackTree":{"callStacks":[{"threadAttributed":false},{"threadAttributed":true,"callStackRootFrames":[{"address":7,"subFrames":[{"symbol":"NAME","address":9}]}]}]}}]"#,
    ]
  )
  func stacks(event: String) throws {
    try FromReportTests.writeCrash(to: folder)
    let text = "{\(event)}".replacing("ID", with: id)
      .replacing("NAME", with: "checkoutReducer(state:action:)")
    let run = try run(folder, "--sessions", "logs", "--builds", "builds", event: text)
    #expect(run.lines.contains { $0.hasPrefix("The report's stack agrees") }, "\(run)")
  }

  @Test(
    "takes the version from the event where the log has none, and asks for it where neither has"
  )
  func versions() throws {
    try FromReportTests.writeCrash(["executable": "storefront"], to: folder)
    let why = "The log has neither a version nor a commit to choose a build in builds by."
    expectRefusal(
      try run(folder, "--sessions", "logs", "--builds", "builds"),
      #"\#(why) Write "version":"1.2" into the event, or name the program, --app PROGRAM."#
    )
    expectRefusal(
      try rewind.run(["bisect", "logs/sub/crash.jsonl", "--builds", "builds"], in: folder.url),
      "\(why) Name the program, --app PROGRAM."
    )
    let run = try run(
      folder,
      "--sessions",
      "logs",
      "--builds",
      "builds",
      event: #"{"session":"\#(id)","version":"1.2"}"#
    )
    #expect(run.exit == .status(0), "\(run)")
  }

  @Test("says of a log whose end is missing that nothing can be said of the crash")
  func cutLogs() throws {
    try FromReportTests.writeCrash(to: folder)
    let path = folder.path("logs/sub/crash.jsonl")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.dropLast(9).description.write(toFile: path, atomically: true, encoding: .utf8)
    let run = try run(folder, "--sessions", "logs", "--builds", "builds")
    #expect(run.exit == .status(1))
    #expect(
      Array(run.lines.suffix(2)) == [
        "The log ends early: the app survives the 3 actions that it has.",
        "What came after action 3 is missing or damaged, so nothing can be said of a crash there: get the log again, whole.",
      ],
      "\(run)"
    )
    // Cut between two lines, it looks like the log of an app that stopped there.
    for (lines, words) in [
      (
        1,
        [
          "The log has no action to replay.",
          "If the app crashed, it was before its first action, or the log's end is missing.",
        ]
      ),
      (
        4,
        [
          "No reducer crashes: the app survives the one action.",
          "If the app crashed, it was after action 1, outside the reducers or not in them alone, or the log's end is missing.",
        ]
      ),
    ] {
      let part = text.split(separator: "\n").prefix(lines).joined(separator: "\n") + "\n"
      try part.write(toFile: path, atomically: true, encoding: .utf8)
      // A slash at the end of a folder does not come back.
      let stopped = try self.run(folder, "--sessions", "logs", "--builds", "builds/")
      #expect(stopped.exit == .status(1), "\(stopped)")
      #expect(Array(stopped.lines.suffix(2)) == words, "\(stopped)")
      #expect(stopped.lines.contains("The build 1.2: builds/1.2/storefront"))
    }
  }

  @Test("says whose log it is where the program is another app's")
  func otherApps() throws {
    try FromReportTests.writeCrash(to: folder)
    let app = Program("shop").path
    let words =
      "The log is of storefront. Is \(app) another app? Then name the program of storefront, by --app."
    let run = try run(folder, "--sessions", "logs", "--app", app)
    #expect(run.exit == .status(2))
    #expect(run.errors.hasSuffix("\n\(words)\n"), "\(run)")
    // In a folder of several apps, and on the page of all.
    let verify = try rewind.run(
      ["verify", "logs", "--app", app, "--summary", "page.md"],
      in: folder.url
    )
    #expect(verify.exit == .status(1))
    let verdict = "undecodable: the app cannot decode these; the log is of storefront"
    #expect(verify.lines.contains("logs/sub/crash.jsonl: \(verdict)"), "\(verify)")
    #expect(verify.lines.contains("  \(words)"))
    let page = try folder.text("page.md")
    #expect(page.contains("- `logs/sub/crash.jsonl`: `\(verdict)`"), "\(page)")
  }

  @Test("chooses the build for what follows in the same way, one log or many")
  func followers() throws {
    try FromReportTests.writeCrash(to: folder)
    let (log, builds) = ("logs/sub/crash.jsonl", ["--builds", "builds"])
    func run(_ command: [String]) throws -> Program.Run {
      try rewind.run(command + builds, in: folder.url)
    }
    let minimize = try run(["minimize", log, "-o", "small.jsonl"])
    #expect(minimize.exit == .status(0), "\(minimize)")
    let test = try run(["test", "small.jsonl", "-o", "SmallTests.swift"])
    #expect(test.exit == .status(0), "\(test)")
    // A log of another version is told, and not replayed.
    _ = try SessionFile.storefront(user: nil, total: 5, installments: 0, ["version": "9.9"])
      .write(to: folder, as: "logs/later.jsonl")
    let triage = try rewind.run(
      ["triage", "logs", "--json"] + builds,
      environment: ["HOME": folder.url.path, "XDG_CACHE_HOME": folder.path("cache")],
      in: folder.url
    )
    #expect(triage.exit == .status(0), "\(triage)")
    #expect(
      triage.errors.contains(
        "rewind: No build of 9.9 in builds: it has 1.1, 1.2. Such logs are not replayed.\n"
      ),
      "\(triage)"
    )
    let rows = try triage.rows()
    let crash = try #require(rows.first { $0["kind"] == "crash" })
    #expect(crash["culprit"] == "StorefrontAction.checkout.chooseInstallments", "\(rows)")
    let left = try #require(rows.first { $0["kind"] == "no-program" })
    #expect(left["reason"] == "no program for version 9.9")
    // Nothing to replay with is an error.
    try FileManager.default.removeItem(atPath: folder.path("logs/sub"))
    let none = try run(["triage", "logs"])
    #expect(none.exit == .status(2))
    #expect(none.errors.contains("No build of 9.9 in builds: it has 1.1, 1.2."))
  }
}
