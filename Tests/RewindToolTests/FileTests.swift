import Foundation
import RewindTestSupport
import Testing

@Suite("A file that is named", .process)
struct FileTests {
  private let folder = TemporaryFolder()

  @Test("- is standard input, a file or a pipe, for every command")
  func standardInput() throws {
    let text = try String(contentsOfFile: win, encoding: .utf8)
    for command in [["check"], ["log"], [], ["verify", "--app", game]] {
      let named = try rewind.run(command + [win])
      let file = try rewind.run(command + ["-"], input: text, exits: 0)
      // A session that comes from a pipe is saved before it is stepped through.
      let said = named.output.replacing(win, with: "-").split(separator: "\n# next")[0]
      #expect(file.output.split(separator: "\n# next")[0] == said, "\(command)")
    }
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "cat '\(win)' | '\(rewind.path)' check -"]
    shell.standardOutput = output
    try shell.start()
    let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(words == "-: intact, 23 actions, 7 keyframes, closed\n")
    #expect(try rewind.run("check", "-").errors.contains("- is empty: nothing was recorded in it."))
  }

  @Test("may be no pipe and no device: these might never end", .timeLimit(.minutes(hangingMinutes)))
  func notRegular() throws {
    let pipe = folder.path("pipe")
    mkfifo(pipe, 0o600)
    for path in [pipe, "/dev/zero"] {
      let repair = ["check", path, "--repair", folder.path("repaired")]
      for arguments in [[path], ["log", path], ["check", path], ["step", path], repair] {
        let run = try rewind.run(arguments, exits: 2)
        #expect(run.errors.contains("a pipe or a device, not a regular file."), "\(run.errors)")
      }
    }
  }

  @Test("and cannot be read does not keep the others from being checked")
  func several() throws {
    let cut = try folder.file(
      "cut",
      "\(String(contentsOfFile: crash, encoding: .utf8).dropLast(9))"
    )
    let run = try rewind.run("check", win, "/nowhere/a", cut.path, exits: 2)
    #expect(run.output.hasPrefix("\(win): intact") && run.output.contains("\(cut.path): cut,"))
    #expect(run.errors == "rewind: /nowhere/a cannot be read: No such file or directory.\n")
    #expect(try rewind.run("check", win, cut.path).exit == .status(1))
  }

  @Test("and comes from a log is for this user only, as the log is; a test may be read")
  func permissions() throws {
    func mode(_ name: String) throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
    func write(_ arguments: String...) throws {
      try rewind.run(arguments, in: folder.url, exits: 0)
    }
    try write("check", crash, "--repair", "log.jsonl", "--accept-edits")
    try write("check", "log.jsonl", "--repair", "repaired.jsonl")
    try write("edit", "log.jsonl", "--drop", "24", "--app", game, "-o", "edited.jsonl")
    try write("minimize", "log.jsonl", "--app", game, "-o", "minimized.jsonl")
    try write("report", "log.jsonl", "-o", "page.html")
    try write("test", "log.jsonl", "--app", game, "-o", "LogTests.swift")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.count == 6)
    for name in names {
      #expect(try mode(name) == (name == "LogTests.swift" ? 0o644 : 0o600), "\(name)")
    }
    // A file that replaces another keeps its permissions.
    let open: [FileAttributeKey: Any] = [.posixPermissions: 0o640]
    try FileManager.default.setAttributes(open, ofItemAtPath: folder.path("page.html"))
    try write("report", "log.jsonl", "-o", "page.html", "--force")
    #expect(try mode("page.html") == 0o640)
  }

  @Test("for a report or for sources is never replaced where it is a pipe, nor where it is a link")
  func reports() throws {
    let log = folder.path("log.jsonl")
    try FileManager.default.copyItem(atPath: crash, toPath: log)
    let sources = [["test", crash, "--app", game], ["decoders", crash, "--action", "Tap"]]
      .map { $0 + ["--force", "-o"] }
    let reports = [["verify", win, "--app", game], ["triage", log]]
      .map { $0 + ["--junit"] }
    for (number, command) in (sources + reports).enumerated() {
      let (pipe, link) = (folder.path("pipe-\(number)"), folder.path("link-\(number)"))
      mkfifo(pipe, 0o600)
      let refused = try rewind.run(command + [pipe], exits: 2)
      #expect(
        refused.errors.contains(
          "\(pipe) cannot be written: it is a pipe or a device, not a regular file."
        ),
        "\(refused.errors)"
      )
      var status = stat()
      #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
      let file = try folder.file("file-\(number)", "old").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
      #expect(try rewind.run(command + [link]).exit == .status(0), "\(command)")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
      #expect(try String(contentsOfFile: file, encoding: .utf8).count > 100)
    }
  }

  @Test("counts once, however often it is named, and a folder may be a link")
  func folders() throws {
    let logs = folder.path("logs")
    try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: win, toPath: "\(logs)/win.jsonl")
    try folder.link("link", to: logs)
    for operands in [["link/"], ["logs", "logs/", "./logs", logs, "link", "logs/win.jsonl"]] {
      func lines(_ command: String, _ flags: String...) throws -> [String] {
        let run = try rewind.run([command] + operands + flags, in: folder.url, exits: 0)
        return run.lines
      }
      #expect(try lines("verify", "--app", game).count == 1)
      #expect(try lines("triage").last?.hasPrefix("1 session: ") ?? false)
      #expect(try lines("export", "--rows", "-o", "rows", "--force")[0].contains(": 1 session,"))
      #expect(try lines("report", "-o", "page.html", "--force")[0].contains(": 1 session,"))
    }
  }

  @Test("- is standard output for a report, and results then go to standard error")
  func printedReport() throws {
    let log = folder.path("log.jsonl")
    try FileManager.default.copyItem(atPath: crash, toPath: log)
    // Nothing is new in the second run.
    _ = try rewind.run("triage", log)
    for command in [["verify", win, "--app", game], ["triage", log]] {
      let plain = try rewind.run(command)
      let run = try rewind.run(command + ["--junit", "-"])
      #expect(run.output.hasPrefix("<?xml") && run.output.hasSuffix("</testsuites>\n"))
      #expect(run.errors.hasSuffix(plain.output) && !plain.output.isEmpty)
      let link = folder.path("out-\(command[0])")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/fd/1")
      let named = try rewind.run(command + ["--junit", link])
      #expect(named.output.hasPrefix("<?xml") && named.errors == run.errors)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/fd/1")
      let both = try rewind.run(command + ["--junit", "-", "--json"], exits: 2)
      #expect(both.errors == "rewind: --junit - cannot be combined with --json.\n")
    }
  }

  @Test("as a program is found as a shell finds it")
  func program() throws {
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "game"),
      withDestinationURL: URL(fileURLWithPath: game)
    )
    func verify(_ app: String, path: String) throws -> Program.Run {
      try rewind.run(["verify", win, "--app", app], environment: ["PATH": path], in: folder.url)
    }
    let bare = try verify("game", path: "/usr/bin")
    #expect(bare.exit == .status(2))
    #expect(
      bare.errors
        == "rewind: game: no such program in PATH. For the one in this folder, write ./game.\n"
    )
    #expect(try verify("./game", path: "/usr/bin").exit == .status(0))
    #expect(try verify("game", path: "/usr/bin:\(folder.url.path)").exit == .status(0))
    #expect(try verify("gone", path: "/usr/bin").errors.contains("gone: no such program in PATH"))
  }
}
