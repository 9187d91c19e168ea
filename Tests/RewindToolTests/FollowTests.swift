import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// A running app that records into a file, and reads its commands from the test.
private struct RunningApp {
  private let process = Process()
  private let input = Pipe()

  init(recordingTo path: String) throws {
    try self.init("home-list", ["--record", path])
  }

  init(_ name: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: Program(name).path)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
  }

  func type(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  func kill() throws {
    try Tmux.kill("KILL", "\(process.processIdentifier)")
    process.waitUntilExit()
  }

  func finish() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

@Suite("Following an app", .process, .needsTmux)
struct FollowTests {
  @Test("waits for its file, sees the app die, and switches to its next launch")
  func launches() throws {
    try Tmux.with(columns: 80, rows: 24) { tmux in
      try tmux.type("rewind step log.jsonl --follow; echo status $?\n")
      try tmux.wait(for: "rewind: Waiting for a session; ctrl-C ends this.")
      let first = try RunningApp(recordingTo: tmux.path("log.jsonl"))
      try first.type("arrive")
      try tmux.wait(for: "following")
      try tmux.wait(for: " home-list  2 of 2")
      try first.kill()
      try tmux.wait(for: "seems to have died")
      try tmux.wait(for: "The app seems to have died: its process ")
      let second = try RunningApp(recordingTo: tmux.path("log.jsonl"))
      try tmux.wait(for: "The app has started again.")
      try second.type("arrive")
      try tmux.wait(for: " home-list  2 of 2")
      try tmux.wait(until: "that it lives") {
        $0.contains("following") && !$0.contains("seems to have died in")
      }
      try second.finish()
      try tmux.wait(for: " closed\n")
      try tmux.type("q")
      try tmux.wait(for: "status 0")
    }
  }

  /// A session that began at a second of a minute.
  private func session(_ app: String, at second: Int, segment: Int? = nil) -> String {
    var log = SessionFile(
      app: app,
      [
        "started": .string("2026-11-21T08:00:0\(second).000Z"),
        "session": .string("00000000-0000-0000-0000-00000000000\(second)"),
        "segment": segment.map { JSONValue($0) } ?? 1,
      ]
    )
    log.add(["after": 0, "state": ["count": 0]])
    return String(decoding: log.bytes, as: UTF8.self)
  }

  @Test("waits for its folder, and switches to the session that began last")
  func folder() throws {
    try Tmux.with(columns: 80, rows: 24) { tmux in
      func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: tmux.path("sessions/\(name)")))
      }
      try tmux.type("rewind step sessions --follow; echo status $?\n")
      try tmux.wait(for: "Waiting for a session")
      try FileManager.default.createDirectory(
        atPath: tmux.path("sessions"),
        withIntermediateDirectories: false
      )
      try write("empty.jsonl", "")
      try write("half.jsonl", #"{"rewind":1,"#)
      try write("b.jsonl", session("second", at: 2))
      try tmux.wait(for: " second  0 of 0")
      // An older one that is copied there is not the app's start.
      try write("a.jsonl", session("older", at: 1))
      try write("c.jsonl", session("third", at: 3))
      try tmux.wait(for: " third  0 of 0")
      try tmux.wait(for: "The app has started again.")
      try write("c.2.jsonl", session("third later", at: 3, segment: 2))
      try tmux.wait(for: " third later  0 of 0")
      try tmux.wait(for: "The session goes on in a new segment.")
      try tmux.type("q")
      try tmux.wait(for: "status 0")
    }
  }

  @Test("shows all stores of a folder's session, and those of the next launch")
  func stores() throws {
    try Tmux.with(columns: 100, rows: 24) { tmux in
      try FileManager.default.createDirectory(
        atPath: tmux.path("sessions"),
        withIntermediateDirectories: false
      )
      try tmux.type("rewind step sessions --follow; echo status $?\n")
      try tmux.wait(for: "Waiting for a session")
      let first = try RunningApp("bazaar", [tmux.path("sessions/a.jsonl"), "typed"])
      for line in ["login", "fetch ap", "answer", "pick 1"] { try first.type(line) }
      try tmux.wait(for: " bazaar  5 of 5")
      // The actions of all stores, their causes, and a state that has all of them.
      for row in ["user   UserAction.login", "search SearchAction.fetch", "cart   CartAction.pick"]
      {
        try tmux.wait(for: row)
      }
      for store in ["cart  {2}", "search  {", "user  {"] { try tmux.wait(for: store) }
      try tmux.type("k")
      try tmux.wait(for: "answers 2")
      try tmux.type("G")
      try first.type("logout")
      try tmux.wait(for: " bazaar  7 of 7")
      try first.kill()
      try tmux.wait(for: "seems to have died")
      let second = try RunningApp("bazaar", [tmux.path("sessions/b.jsonl"), "typed"])
      for line in ["login", "fetch b", "answer"] { try second.type(line) }
      try tmux.wait(for: "The app has started again.")
      try tmux.wait(for: " bazaar  4 of 4")
      try tmux.type("s")
      try tmux.wait(for: "action.store == \"cart\"")
      try second.finish()
      try tmux.type("q")
      try tmux.wait(for: "status 0")
    }
  }

  @Test("ends on ctrl-C while it waits, and does not wait for a file that is not a session")
  func noSession() throws {
    try Tmux.with(columns: 80, rows: 24) { tmux in
      try tmux.type("rewind step nothing/at/all --follow\n")
      try tmux.wait(for: "Waiting for a session")
      try tmux.press("C-c")
      try tmux.wait(for: "^C\n$")
      try tmux.type("echo status $?\n")
      try tmux.wait(for: "status 130")
      try tmux.type("clear; echo hello > text; rewind step text --follow; echo status $?\n")
      try tmux.wait(for: "text is not a session log")
      try tmux.wait(for: "status 2")
      try tmux.type("clear; mkfifo pipe; rewind step pipe --follow; echo status $?\n")
      try tmux.wait(for: "not a regular file")
      try tmux.wait(for: "status 2")
    }
  }

  @Test("begins at the newest session of a folder, and needs a terminal to wait")
  func withoutTerminal() throws {
    try Home.with { home in
      try home.file("here/a.jsonl", session("first", at: 1), at: 9)
      try home.file("here/b.jsonl", session("second", at: 2), at: 1)
      let screen = try home.run(["step", ".", "--follow", "--keys", "?"])
      #expect(screen.exit == .status(0), "\(screen)")
      #expect(try home.run(["step", ".", "--follow", "--keys", "j"]).output.contains("second"))
      #expect(try home.run(["step", "@last", "--follow", "--keys", "j"]).output.contains("second"))
      for path in ["nowhere", ".", "a.jsonl"] {
        let run = try home.run(["step", path, "--follow"])
        #expect(run.exit == .status(2), "\(run)")
        #expect(run.errors == "rewind: --follow needs a terminal.\n")
      }
      #expect(try home.run(["step", "nowhere", "--follow", "--keys", "j"]).exit == .status(2))
    }
  }
}
