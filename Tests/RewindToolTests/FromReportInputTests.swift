#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let rewind = Program("rewind")

/// What a person gives by mistake on the way from a crash out there to a test: each answer says what is wrong, and what
/// to do.
@Suite("rewind bisect of an event, given something else", .process)
struct FromReportInputTests {
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

  @Test("says what an event has to have")
  func events() throws {
    try FromReportTests.withCrash { folder in
      let form =
        #"An event is {"session":"ID","version":"1.2","stack":["function", …]}, of which only the session must be there."#
      for (event, words) in [
        (" \n", "event.json is empty. \(form)"),
        ("Dear diary", #"event.json is not JSON: "D" stands where a value is expected. \#(form)"#),
        ("{}", "event.json has neither a session nor a tag rewind.session of it. \(form)"),
        (
          #"[{"session":"a"},{"session":"b"}]"#,
          "event.json is a list of 2 values, not one event. Write the one that you mean into a file of its own: jq '.[0]' event.json > one.json"
        ),
        (
          "{\"session\":\"a\"}\n{\"session\":\"b\"}\n",
          "event.json has several events. Write the one that you mean into a file of its own: head -1 event.json > one.json"
        ),
        ("7", "event.json has neither a session nor a tag rewind.session of it. \(form)"),
      ] {
        expectRefusal(try run(folder, "--builds", "builds", event: event), words)
      }
      let log = try String(contentsOfFile: folder.path("logs/other.jsonl"), encoding: .utf8)
      expectRefusal(
        try run(folder, "--sessions", "logs", event: log),
        "event.json is a session's log, not the event of a crash reporter. Begin with `rewind event.json`."
      )
      expectRefusal(
        try rewind.run(["bisect", "logs", "--sessions", "logs"], in: folder.url),
        "logs is a folder. Name the event's file; the folder with the logs follows --sessions."
      )
    }
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
    try FromReportTests.withCrash { folder in
      let run = try run(folder, "--sessions", "logs", event: event.replacing("ID", with: id))
      #expect(run.errors.contains("The session is logs/sub/crash.jsonl, of storefront"), "\(run)")
    }
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
    try FromReportTests.withCrash { folder in
      let text = "{\(event)}".replacing("ID", with: id)
        .replacing("NAME", with: "checkoutReducer(state:action:)")
      let run = try run(folder, "--sessions", "logs", "--builds", "builds", event: text)
      #expect(run.lines.contains { $0.hasPrefix("The report's stack agrees") }, "\(run)")
    }
  }

  @Test("finds the log where it is, or says where it is not")
  func logs() throws {
    try FromReportTests.withCrash { folder in
      // One log instead of a folder.
      let log = try run(folder, "--sessions", "logs/sub/crash.jsonl", "--builds", "builds")
      #expect(log.exit == .status(0), "\(log)")
      expectRefusal(
        try run(folder, "--sessions", "logs/other.jsonl"),
        "logs/other.jsonl is the log of another session than the event's, which is \(id). --sessions also takes a folder of logs."
      )
      expectRefusal(
        try run(folder, "--sessions", "none"),
        "none: no such folder. --sessions takes the folder with the logs."
      )
      let none = #"No session logs in builds (*.jsonl files that begin with {"rewind":…)."#
      expectRefusal(
        try run(folder, "--sessions", "builds/1.1"),
        none.replacing("builds", with: "builds/1.1")
      )
      try FileManager.default.moveItem(
        atPath: folder.path("logs/sub/crash.jsonl"),
        toPath: folder.path("builds/1.1/crash.txt")
      )
      expectRefusal(
        try run(folder, "--sessions", "builds"),
        "\(none) builds/1.1/crash.txt is one by its contents: let its name end in .jsonl."
      )
      try Data([0x1F, 0x8B, 0x08, 0x00]).write(
        to: folder.url.appending(path: "builds/1.1/a.jsonl.gz")
      )
      expectRefusal(
        try run(folder, "--sessions", "builds"),
        "\(none) builds/1.1/a.jsonl.gz is compressed with gzip: unpack it first."
      )
    }
  }

  @Test("says how to name a build where none is named, none fits, or what is named is none")
  func builds() throws {
    try FromReportTests.withCrash { folder in
      func run(_ builds: String...) throws -> Program.Run {
        try rewind.run(
          ["bisect", "event.json", "--sessions", "logs"] + builds,
          in: folder.url
        )
      }
      expectRefusal(
        try run(),
        "The session is logs/sub/crash.jsonl, of storefront 1.2. Missing --app PROGRAM, the app whose reducers replay the session, or --builds DIR, a folder with its builds. To leave out --app, set REWIND_APP in the environment."
      )
      expectRefusal(
        try run("--builds", "builds/1.2"),
        "builds/1.2 is the folder of one build. Name the folder above it, --builds builds, or the program, --app builds/1.2/storefront."
      )
      expectRefusal(
        try rewind.run(
          ["bisect", "../../event.json", "--sessions", "../../logs", "--builds", "."],
          in: folder.url.appending(path: "builds/1.2")
        ),
        ". is the folder of one build. Name the folder above it, --builds .., or the program, --app ./storefront."
      )
      expectRefusal(
        try run("--builds", "event.json"),
        "event.json is no folder of builds. It has a folder for each build, called as its version or its commit. A program is named by --app."
      )
      expectRefusal(
        try run("--app", "builds/1.2"),
        "builds/1.2 is a folder. Give the path of the program in it."
      )
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600],
        ofItemAtPath: folder.path("builds/1.2/storefront")
      )
      expectRefusal(
        try run("--builds", "builds"),
        "builds/1.2/storefront cannot be executed. Run chmod +x builds/1.2/storefront."
      )
      expectRefusal(
        try run("--app", "builds/1.2/storefront"),
        "builds/1.2/storefront cannot be executed. If it is the app's program, run chmod +x builds/1.2/storefront."
      )
      try FileManager.default.removeItem(atPath: folder.path("builds/1.2"))
      expectRefusal(
        try run("--builds", "builds"),
        "No build of 1.2 in builds: it has 1.1. Put it there, in a folder of that name, or try another build: --app PROGRAM."
      )
    }
  }

  @Test(
    "takes the version from the event where the log has none, and asks for it where neither has"
  )
  func versions() throws {
    try FromReportTests.withCrash(["executable": "storefront"]) { folder in
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
  }

  @Test("says of a log whose end is missing that nothing can be said of the crash")
  func cutLogs() throws {
    try FromReportTests.withCrash { folder in
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
        #expect(stopped.exit == .status(1))
        #expect(Array(stopped.lines.suffix(2)) == words, "\(stopped)")
        #expect(stopped.lines.contains("The build 1.2: builds/1.2/storefront"))
      }
    }
  }

  @Test("says whose log it is where the program is another app's")
  func otherApps() throws {
    try FromReportTests.withCrash { folder in
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
      let page = try String(contentsOfFile: folder.path("page.md"), encoding: .utf8)
      #expect(page.contains("- `logs/sub/crash.jsonl`: `\(verdict)`"), "\(page)")
    }
  }

  @Test("chooses the build for what follows in the same way, one log or many")
  func followers() throws {
    try FromReportTests.withCrash { folder in
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
      let rows = try triage.lines.map { try JSONValue(parsing: $0) }
      let crash = try #require(rows.first { $0["kind"] == "crash" })
      #expect(crash["culprit"] == "StorefrontAction.checkout.chooseInstallments", "\(rows)")
      let left = try #require(rows.first { $0["kind"] == "no-program" })
      #expect(left["reason"] == "no program for version 9.9")
      // Nothing to replay with is an error.
      try FileManager.default.removeItem(atPath: folder.path("logs/sub"))
      let none = try run(["triage", "logs"])
      #expect(none.exit == .status(2))
      #expect(none.errors.contains("No build of 9.9 in builds: it has 1.1, 1.2. Put it there"))
    }
  }
}
#endif
