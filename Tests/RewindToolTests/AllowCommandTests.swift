#if os(macOS) || os(Linux)
import Foundation
import RewindTestSupport
import Testing

private let win = Recordings.path("memory-tunes/win.jsonl")
private let crash = Recordings.path("memory-tunes/tap-while-loading.jsonl")
private let game = Program("memory-tunes").path

/// What a program that must not run would leave behind.
private let trap = "#!/bin/sh\ntouch ran\n"

@Suite("The app of a project", .process)
struct AllowCommandTests {
  /// A package in a user's home, with a file `.rewind`, and a link to the game beside it.
  private func withProject(_ text: String?, _ body: (Home, String) throws -> Void) throws {
    try Home.with { home in
      try home.folder.file("here/Package.swift", "")
      try home.makeFolder("here/Sources/Shop")
      if let text { try home.folder.file("here/.rewind", text) }
      try FileManager.default.createSymbolicLink(
        atPath: home.folder.path("here/game"),
        withDestinationPath: game
      )
      try body(home, home.folder.url.appending(path: "here").resolvingSymlinksInPath().path)
    }
  }

  private func expectError(_ run: Program.Run, _ words: String) {
    #expect(run.exit == .status(2))
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("rewind: "))
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.hasSuffix(".\n"))
  }

  @Test("runs once it is allowed, from the package's folder and those in it")
  func allowed() throws {
    try withProject("# The game.\n\n  app =  game  \r\n") { home, project in
      for command in [["verify", win], ["bisect", crash]] {
        let run = try home.run(command)
        expectError(
          run,
          "\(project)/.rewind names the program \(project)/game, which you have not"
        )
        expectError(run, "run `rewind allow`.")
      }
      #expect(try home.run(["allow", "--list"]).exit == .status(1))
      let allow = try home.run(["allow"], in: "here/Sources/Shop")
      #expect(allow.exit == .status(0))
      #expect(allow.output == "\(project)/game is allowed for \(project)/.rewind.\n")
      for directory in ["here", "here/Sources/Shop"] {
        let verify = try home.run(["verify", win], in: directory)
        #expect(verify.exit == .status(0))
        #expect(
          verify.output == (try home.run(["verify", win, "--app", game], in: directory).output)
        )
        let found = try home.run(["bisect", crash], in: directory)
        #expect(found.exit == .status(0))
        #expect(found.output.contains("culprit 23  FetchTunesAction"))
        #expect(try home.run([crash], in: directory).lines.last == "rewind bisect \(crash)")
        let check = try home.run(["check", win], in: directory)
        #expect(check.output.contains("Replay by \(project)/game: fine"), "\(check.output)")
        let page = try home.run(["report", crash, "-o", "-"], in: directory)
        #expect(page.output.contains("\"culprit\":23"))
        let skipped = try home.run(["step", win, "--keys", "jjx"], in: directory)
        #expect(skipped.output.contains("without 2"), "\(skipped.output)")
      }
      #expect(try home.run(["allow"]).exit == .status(0))
      let list = try home.run(["allow", "--list"], in: ".")
      #expect(list.output == "\(project)/game  for \(project)/.rewind\n")
      #expect(try home.run(["allow", "--remove"]).output.hasSuffix(" is no longer allowed.\n"))
      #expect(try home.run(["allow", "--remove"]).exit == .status(1))
      expectError(try home.run(["verify", win]), "which you have not allowed yet")
    }
  }

  @Test("must be allowed again when the file names another, or has moved")
  func changed() throws {
    try withProject("app = game") { home, project in
      try home.folder.file("here/ran.sh", trap)
      try home.folder.file("other", "")
      #expect(try home.run(["allow"]).exit == .status(0))
      try home.folder.file("here/.rewind", "# a comment is no program\napp = \(project)/game")
      #expect(try home.run(["verify", win]).exit == .status(0))
      for app in ["./game", "ran.sh", "/bin/true"] {
        try home.folder.file("here/.rewind", "app = \(app)")
        expectError(try home.run(["verify", win]), "which you have not allowed yet")
        expectError(try home.run(["bisect", crash]), "which you have not allowed yet")
      }
      try home.folder.file("here/.rewind", "app = game")
      try FileManager.default.moveItem(
        atPath: home.folder.path("here"),
        toPath: home.folder.path("there")
      )
      expectError(try home.run(["verify", win], in: "there"), "which you have not allowed yet")
      #expect(!FileManager.default.fileExists(atPath: home.folder.path("there/ran")))
    }
  }

  @Test("is read from no file beside the session, and from none without a package")
  func besideTheSession() throws {
    try Home.with { home in
      try home.makeFolder("report")
      for name in ["report/Package.swift", "here/.rewind"] { try home.folder.file(name, "") }
      try home.folder.file("report/.rewind", "app = run.sh")
      try home.folder.file("report/run.sh", trap)
      try home.copy(crash, as: "report/crash.jsonl", at: 0)
      let run = try home.run(["bisect", "../report/crash.jsonl"])
      expectError(run, "needs --app PROGRAM")
      expectError(run, "write `app = PATH` in a file .rewind beside Package.swift")
      expectError(try home.run(["allow"]), "There is no .rewind beside a Package.swift")
      // In the unzipped folder itself it is found, and does not run.
      expectError(try home.run(["bisect", "crash.jsonl"], in: "report"), "have not allowed yet")
      let step = try home.run(["step", "crash.jsonl", "--keys", "x"], in: "report")
      #expect(step.exit == .status(0))
      #expect(!FileManager.default.fileExists(atPath: home.folder.path("report/ran")))
    }
  }

  @Test("is reported missing if it is not built, and --app takes precedence")
  func missing() throws {
    try withProject("app = .build/debug/shop") { home, project in
      let allow = try home.run(["allow"])
      #expect(allow.exit == .status(0))
      #expect(allow.errors == "rewind: There is no such program yet: build it.\n")
      expectError(
        try home.run(["verify", win]),
        "\(project)/.build/debug/shop: no such program. Build it first"
      )
      #expect(try home.run(["verify", win, "--app", game]).exit == .status(0))
      #expect(try home.run(["verify", win, "--git-bisect"]).exit == .status(125))
      #expect(try home.run(["step", win, "--keys", "j"]).exit == .status(0))
    }
  }

  @Test(
    "is not read from a faulty file, and the message quotes the line",
    arguments: [
      ("app game", "line 1: \"app game\" is not a setting"),
      ("#\napps = game", "line 2: there is no setting \"apps\", only `app` and `builds`"),
      ("app =", "line 1: `app` needs the path of a program"),
      ("app = a\napp = b", "line 2: a second app"),
      ("app = a\u{1B}[31m", "has an invisible character in it"),
      ("app = a\u{0}b", "has an invisible character in it"),
      (String(repeating: "#", count: 70_000), "is too long for a list of settings"),
    ]
  )
  func faulty(text: String, words: String) throws {
    try withProject(text) { home, _ in
      for command in [["verify", win], ["allow"]] {
        let run = try home.run(command)
        expectError(run, words)
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(!run.errors.contains("\u{1B}"))
      }
    }
  }

  @Test("is not read from a folder, a pipe, a link, or what is not text")
  func noFile() throws {
    for (words, make) in [
      (
        "cannot be read: Is a directory",
        { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) }
      ),
      ("a pipe or a device", { mkfifo($0, 0o600) }),
      ("is a symbolic link", { symlink("game", $0) }),
      ("is a symbolic link", { symlink("/nowhere", $0) }),
      ("is not UTF-8 text", { try Data([0x61, 0xFF, 0x0A]).write(to: URL(fileURLWithPath: $0)) }),
    ] as [(String, (String) throws -> Void)] {
      try withProject(nil) { home, _ in
        try make(home.folder.path("here/.rewind"))
        for command in [["verify", win], ["allow"]] {
          expectError(try home.run(command), words)
        }
      }
    }
  }

  @Test("is remembered for this user only, and a damaged list allows nothing")
  func list() throws {
    try withProject("app = game") { home, _ in
      let state = ["XDG_STATE_HOME": home.folder.path("state")]
      #expect(try home.run(["allow"], state).exit == .status(0))
      let path = home.folder.path("state/rewind/.allowed")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
      #expect(try home.run(["verify", win], state).exit == .status(0))
      expectError(try home.run(["verify", win]), "which you have not allowed yet")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for damaged in ["", "x", String(text.dropLast(5)), "[]\n{}\n{\"file\":1,\"app\":2}\n"] {
        try home.folder.file("state/rewind/.allowed", damaged)
        expectError(try home.run(["verify", win], state), "which you have not allowed yet")
      }
      try home.folder.file("state/rewind/.allowed", "x\n" + text)
      #expect(try home.run(["verify", win], state).exit == .status(0))
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      expectError(
        try home.run(["verify", win], state),
        "the list of allowed programs, cannot be"
      )
      // The tool's own file is not taken for a folder of sessions.
      #expect(try home.run([], state).output.contains("There is no session on this machine yet."))
    }
  }
}
#endif
