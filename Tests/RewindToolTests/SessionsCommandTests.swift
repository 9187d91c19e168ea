import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// A user's home with nothing in it, and a current folder in it.
struct Home {
  let folder: TemporaryFolder

  static func with(_ body: (Home) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let home = Home(folder: folder)
      try home.makeFolder("here")
      try body(home)
    }
  }

  func makeFolder(_ name: String) throws {
    try folder.makeFolder(name)
  }

  /// Writes a file that was last written so many seconds after a common time.
  @discardableResult
  func file(_ name: String, _ text: String, at seconds: Double) throws -> String {
    let url = folder.url.appending(path: name)
    try makeFolder(String(name[..<(name.lastIndex(of: "/") ?? name.startIndex)]))
    try Data(text.utf8).write(to: url)
    let date = Date(timeIntervalSince1970: 1_790_000_000 + seconds)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
    return url.path
  }

  func copy(_ log: String, as name: String, at seconds: Double) throws {
    try file(name, String(contentsOfFile: log, encoding: .utf8), at: seconds)
  }

  func run(
    _ arguments: [String],
    _ environment: [String: String] = [:],
    in path: String = "here"
  ) throws -> Program.Run {
    try rewind.run(
      arguments,
      environment: ["HOME": folder.url.path, "TZ": "UTC"].merging(environment) { $1 },
      in: folder.url.appending(path: path)
    )
  }
}

/// A session of another app, in its folder.
private func session(app: String, _ members: KeyValuePairs<String, JSONValue> = [:]) -> String {
  var log = SessionFile(app: app, members, start: ["count": 0])
  log.add(1, "Add", state: ["count": 1])
  return String(decoding: log.bytes, as: UTF8.self)
}

private let name = "20261121T080000123Z-1f0c86a1.main.jsonl"

@Suite("The sessions of a machine", .process)
struct SessionsCommandTests {
  @Test("are listed wherever recorders write by default, the newest first")
  func paths() throws {
    try Home.with { home in
      let support = "Library/Application Support"
      let simulators = "Library/Developer/CoreSimulator/Devices/D/data/Containers/Data/Application"
      let paths = [
        "here/session.jsonl", ".local/state/rewind/linux/\(name)",
        "\(support)/com.example.mac/Rewind/Sessions/\(name)",
        "Library/Containers/com.example.box/Data/\(support)/com.example.box/Rewind/Sessions/\(name)",
        "\(simulators)/A/\(support)/Rewind/Sessions/\(name)",
        "\(simulators)/B/Library/Caches/Rewind/Sessions/\(name)",
      ]
      for (number, path) in paths.enumerated() {
        try home.file(path, session(app: "app\(number)"), at: Double(-number))
      }
      // What lies elsewhere is not searched.
      try home.file("here/deeper/a.jsonl", session(app: "deep"), at: 9)
      try home.file(".local/state/other/a.jsonl", session(app: "other"), at: 9)
      let lines = try home.run(["--json"]).rows()
      #expect(lines.map { $0["app"]?.string } == (0...5).map { "app\($0)" })
      #expect(lines.map { $0["name"]?.string } == ["@last", "@2", "@3", "@4", "@5", "@6"])
      let root = home.folder.url.path
      #expect(
        lines.map { $0["file"]?.string }
          == ["session.jsonl"] + paths.dropFirst().map { "\(root)/\($0)" }
      )
    }
  }

  @Test("are shown with app, length, end and time, and the next command works")
  func text() throws {
    try Home.with { home in
      try home.copy(crash, as: "here/crash.jsonl", at: 3)
      try home.copy(win, as: "here/win.jsonl", at: 2)
      try home.file("here/other.jsonl", session(app: "shop", ["store": "chat"]), at: 1)
      let run = try home.run([])
      #expect(run.exit == .status(0), "\(run)")
      #expect(run.errors == "")
      #expect(
        run.output == """
          @last  memory-tunes  24 actions  crashed in 24  2026-11-21 13:12:31  crash.jsonl
          @2     memory-tunes  23 actions  closed         2026-11-21 13:12:27  win.jsonl
          @3     shop (chat)   1 action    stopped        2026-11-21 08:00:00  other.jsonl

          # next: a summary of the newest one
          rewind last

          """
      )
      #expect(try home.run(["-n", "1"]).lines.count == 4)
      let story = try home.run(["crash.jsonl"])
      #expect(story.exit == .status(0), "\(story)")
      for word in ["last", "@last", "@1"] {
        #expect(try home.run([word]).output == story.output, "\(word)")
      }
      let time = try home.run([], ["TZ": "EST5"]).lines[0]
      #expect(time.contains("2026-11-21 08:12:31"))
    }
  }

  @Test("stand for a FILE in every command, and for no other operand")
  func references() throws {
    try Home.with { home in
      try home.copy(crash, as: "here/crash.jsonl", at: 3)
      try home.copy(win, as: "here/win.jsonl", at: 2)
      for words in [
        ["log"], ["show", "1"], ["state", "end"], ["diff", "0", "5"],
        ["log", "--where", "index > 3"],
        ["blame", "/gameState", "--history"], ["blame", "/gameState"], ["why", "/gameState"],
        ["stats"],
        ["check"], ["decoders"], ["export"], ["step", "--keys", ""],
      ] {
        func run(_ file: String) throws -> Program.Run {
          try home.run([words[0], file] + words.dropFirst())
        }
        let named = try run("win.jsonl")
        #expect(named.exit != .status(2), "\(words): \(named.errors)")
        #expect(try run("@2").output == named.output, "\(words)")
      }
      let several = try home.run(["check", "@2", "@last"])
      #expect(several.lines.map { $0.prefix { $0 != ":" } } == ["win.jsonl", "crash.jsonl"])
      #expect(
        try home.run(["show", "win.jsonl", "@2"]).errors.contains("\"@2\" is not a position")
      )
      #expect(try home.run(["completions", "@last"]).exit == .status(2))
    }
  }

  @Test("are the newest by their start: one derived later does not replace it")
  func derived() throws {
    try Home.with { home in
      try home.copy(win, as: "here/older.jsonl", at: 1)
      try home.copy(crash, as: "here/newest.jsonl", at: 2)
      #expect(try home.run(["check", "@last", "--repair", "part.jsonl"]).exit == .status(0))
      #expect(try home.run(["check", "@3", "--repair", "old-part.jsonl"]).exit == .status(0))
      let files = try home.run(["--json"]).lines.map { try JSONValue(parsing: $0)["file"]?.string }
      #expect(
        files.map { $0?.split(separator: "/").last }
          == ["newest.jsonl", "part.jsonl", "older.jsonl", "old-part.jsonl"]
      )
    }
  }

  @Test("are named by @ even where a file has that name: ./ still names it")
  func realFile() throws {
    try Home.with { home in
      try home.copy(crash, as: "here/@last", at: 3)
      // Of two files of one session the later one was derived from the first.
      try home.copy(win, as: "here/@2.jsonl", at: 1)
      try home.copy(win, as: "here/-x.jsonl", at: 2)
      #expect(try home.run(["check", "@last"]).output.hasPrefix("./@2.jsonl: intact, 23 actions"))
      #expect(try home.run(["check", "./@last"]).output.hasPrefix("./@last: intact, 24 actions"))
      #expect(try home.run(["check", "@2"]).output.hasPrefix("./-x.jsonl: "))
      #expect(try home.run(["check", "@2.jsonl"]).output.hasPrefix("@2.jsonl: intact"))
    }
  }

  @Test("that are not there, or that no number means, are said to be so")
  func none() throws {
    try Home.with { home in
      let empty = try home.run([])
      #expect(empty.exit == .status(1), "\(empty)")
      let path = home.folder.url.appending(path: "here").resolvingSymlinksInPath().path
      #expect(
        empty.output.replacing("/private/", with: "/") == """
          There is no session on this machine yet. These folders were searched:
            \(path) (the current folder)

          Run an app that records, and type `rewind` again; or name a log: `rewind FILE`.
          `rewind --help` lists the commands.

          """
      )
      #expect(try home.run(["--json"]).output == "")
      try home.file("here/empty.jsonl", "", at: 2)
      #expect(try home.run([]).lines.last == "rewind check @last")
      try FileManager.default.removeItem(atPath: home.folder.path("here/empty.jsonl"))
      #expect(try home.run(["last"]).errors.contains("There is no session on this machine yet."))
      try home.copy(win, as: "here/win.jsonl", at: 1)
      #expect(try home.run(["log", "@2"]).errors.contains("There is only 1 session."))
      for word in ["@0", "@101", "@99999999999999999999"] {
        let run = try home.run(["log", word])
        #expect(run.exit == .status(2), "\(run)")
        #expect(run.errors.hasPrefix("rewind: \(word) names no session"), "\(run.errors)")
      }
      #expect(try home.run(["log", "@lsat"]).errors.contains("@lsat cannot be read"))
      #expect(try home.run(["-n", "0"]).errors.contains("-n takes a number from 1 to 100"))
      #expect(try home.run(["-n", "3", win]).exit == .status(2))
    }
  }

  @Test("that are broken are listed with the fault, and other files are not listed")
  func broken() throws {
    try Home.with { home in
      let good = session(app: "good")
      let text = Array(good.utf8)
      try home.file("here/a.jsonl", "", at: 9)
      try home.file("here/b.jsonl", #"{"rewind":1,"ses"#, at: 8)
      try home.file("here/c.jsonl", String(decoding: text.dropLast(9), as: UTF8.self), at: 7)
      try home.file("here/d.jsonl", good + String(repeating: "\n", count: 100_000), at: 6)
      try home.file("here/e.jsonl", good + String(repeating: "x", count: 5 << 20), at: 5)
      let hostile = session(app: "\u{1B}[31m" + String(repeating: "long", count: 99))
      try home.file("here/f.jsonl", hostile, at: 4)
      try home.file("here/g.jsonl", #"{"rows":1}"#, at: 3)
      try home.makeFolder("here/h.jsonl")
      mkfifo(home.folder.path("here/i.jsonl"), 0o600)
      symlink("/nowhere", home.folder.path("here/j.jsonl"))
      let path = try home.file("here/k.jsonl", good, at: 2)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.truncate(atOffset: 1 << 36)
      try file.close()
      let run = try home.run(["--json"])
      #expect(run.exit == .status(0), "\(run)")
      let lines = try run.rows()
      let ends = Dictionary(
        uniqueKeysWithValues: lines.map {
          ($0["file"]?.string ?? "", $0["broken"]?.string ?? $0["end"]?.string ?? "unknown")
        }
      )
      #expect(
        ends == [
          "a.jsonl": "empty", "b.jsonl": "damaged at its start", "c.jsonl": "cut",
          "d.jsonl": "cut", "e.jsonl": "unknown", "f.jsonl": "stopped", "k.jsonl": "unknown",
        ]
      )
      let shown = try home.run([]).output
      #expect(!shown.contains("\u{1B}"))
      #expect(shown.contains("  \\u{1b}[31mlonglonglonglonglongl…  1 action"), "\(shown)")
    }
  }

  @Test("are found among a great many other files, of which few are opened")
  func many() throws {
    try Home.with { home in
      try home.copy(win, as: ".local/state/rewind/game/\(name)", at: -9)
      try home.copy(crash, as: "here/crash.jsonl", at: -8)
      for number in 0..<1_500 { try home.folder.file("here/\(number).jsonl", "{}") }
      let run = try home.run(["--json"])
      #expect(run.lines.count == 1)
      #expect(run.output.contains(name))
      #expect(run.errors.contains("only the newest were opened."))
    }
  }

  @Test("show of one in segments the newest, and of one that is written that it runs")
  func segmentsAndRunning() throws {
    try Home.with { home in
      for (segment, time) in [(1, 5), (2, 7), (3, 6)] {
        let text = session(app: "long", ["segment": JSONValue(segment)])
        try home.file("here/s.\(segment).jsonl", text, at: Double(time))
      }
      let id = ProcessInfo.processInfo.processIdentifier
      for (name, executable) in [("mine", Self.executable), ("other", "elsewhere")] {
        let members: KeyValuePairs<String, JSONValue> = [
          "process": JSONValue(id), "executable": .string(executable),
        ]
        try home.file("here/\(name).jsonl", session(app: name, members), at: 1)
      }
      let lines = try home.run([]).lines
      #expect(lines.count == 6)
      #expect(
        lines[0].contains("long") && lines[0].contains("to 1") && lines[0].hasSuffix("s.2.jsonl")
      )
      #expect(lines[1].contains("other") && lines[1].contains("stopped"))
      #expect(lines[2].contains("mine") && lines[2].contains("running"))
    }
  }

  /// The name of the executable that runs these tests.
  private static var executable: String {
    let path = Bundle.main.executablePath ?? ""
    return path.split(separator: "/").last.map(String.init) ?? ""
  }
}

@Suite("The sessions of an app on a device")
struct DeviceTests {
  /// A program that stands for `xcrun`; the real one was never asked.
  private static let xcrun = #"""
    printf '%s\n' "$@" > "$HOME/asked"
    case $* in *Locked*) echo "The device is locked." >&2; exit 1 ;; esac
    while [ "$1" != --destination ]; do shift; done
    mkdir "$2/Sessions"
    cp "$HOME"/device/*.jsonl "$2/Sessions"
    """#

  @Test("are copied to where @last finds them, and again once there are more")
  func copied() throws {
    try Home.with { home in
      try home.makeFolder("tools")
      _ = try TemporaryFolder(url: home.folder.url.appending(path: "tools"))
        .program("xcrun", Self.xcrun)
      let path = ["PATH": "\(home.folder.path("tools")):/usr/bin:/bin"]
      try home.copy(win, as: "device/win.jsonl", at: 1)
      let run = try home.run(["--device", "com.example.shop@Ada's iPhone"], path)
      #expect(run.exit == .status(0), "\(run)")
      #expect(run.output.hasPrefix("memory-tunes  23 actions"))
      let asked = try String(contentsOfFile: home.folder.path("asked"), encoding: .utf8)
      let words = asked.split(separator: "\n").map(String.init)
      #expect(
        words.prefix(6) == ["devicectl", "device", "copy", "from", "--device", "Ada's iPhone"]
      )
      #expect(words.contains("com.example.shop"))
      try home.copy(crash, as: "device/crash.jsonl", at: 2)
      let both = try home.run(["--device", "com.example.shop@Ada's iPhone"], path).output
      #expect(both.contains("23 actions") && both.contains("24 actions"))
      #expect(try home.run(["last"]).output.hasPrefix("memory-tunes, "))
      let state = home.folder.path(".local/state/rewind/com.example.shop")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: state).sorted()
          == ["crash.jsonl", "win.jsonl"]
      )
      let locked = try home.run(["--device", "com.example.shop@Locked"], path)
      #expect(locked.exit == .status(2), "\(locked)")
      #expect(locked.errors.contains("The device is locked."))
      for text in ["com.example.shop", "@iPhone", "../x@iPhone", "-x@iPhone", "a/b@iPhone"] {
        let run = try home.run(["--device", text], path)
        #expect(run.errors.contains("is not an app on a device"), "\(text)")
      }
    }
  }
}

@Suite("The logs of the stores of a session")
struct StoreLogsTests {
  @Test("are listed as one, by the log that crashed, or else by the one that was written last")
  func named() throws {
    var crashed = SessionFile(app: "shop", ["store": "cart"], start: ["count": 0])
    crashed.add(1, "Pick", state: nil)
    let cart = String(decoding: crashed.bytes, as: UTF8.self)
    let cases = [
      (cart, 1.0, "crashed in cart 1", "cart"), (cart, 3, "crashed in cart 1", "cart"),
      (session(app: "shop", ["store": "cart"]), 1, "stopped", "user"),
      (session(app: "shop", ["store": "cart"]), 3, "stopped", "cart"),
    ]
    for (log, seconds, end, named) in cases {
      try Home.with { home in
        try home.file("here/cart.jsonl", log, at: seconds)
        try home.file("here/user.jsonl", session(app: "shop", ["store": "user"]), at: 2)
        let folder = home.folder.path("here")
        let lines = try rewind.run(folder).lines
        #expect(lines[0].hasPrefix("shop (cart, user)  2 actions  \(end)  "), "\(lines)")
        #expect(lines.last == "rewind \(folder)/\(named).jsonl --stores")
      }
    }
  }
}
