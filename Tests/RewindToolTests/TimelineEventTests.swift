import RewindJSON
import RewindTestSupport
import Testing

@Suite("The events between two actions")
struct TimelineEventTests {
  /// A session in which the user goes back in the running app, and continues from there.
  private func journey(_ check: (_ path: String) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      var session = SessionFile()
      session.add(["after": 0, "state": ["n": 0]])
      session.add(["note": "it begins", "index": 0])
      session.add(1, "Add", state: ["n": 1])
      session.add(["travel": "jump", "index": 1, "to": 0])
      session.add([
        "external": true, "after": 1, "patch": [["op": "replace", "path": "/n", "value": 0]],
      ])
      session.add(["travel": "branch", "index": 1, "to": 0])
      session.add(2, "Add", state: ["n": 5])
      session.add(["travel": "unskip", "index": 2])
      try check(session.write(to: folder))
    }
  }

  @Test("stands between them in the log, but for where only some actions are asked for")
  func log() throws {
    try journey { path in
      let listing = try rewind.run("log", path)
      #expect(
        listing.lines == [
          "             – note \"it begins\"",
          "1     1.000  Add                                       ~ /n",
          "             – jumped to the initial state",
          "             – the state was changed externally: /n",
          "             – a new branch begins at the initial state",
          "2     2.000  Add                                       ~ /n",
          "             – time travel (unskip)",
        ]
      )
      #expect(try rewind.run("log", path, "--type", "Add").lines.count == 2)
      #expect(try rewind.run("log", path, "--where", "/n == 5").lines.count == 1)
      #expect(try rewind.run("log", path, "--json").lines.count == 2)
    }
  }

  @Test("is shown with the action that follows")
  func show() throws {
    try journey { path in
      let lines = try rewind.run("show", path, "2").lines
      #expect(lines.filter { $0.hasPrefix("before") }.count == 3)
      #expect(lines.contains("before  the state was changed externally: /n"))
      let screen = try rewind.run("step", path, "--keys", "G").output
      #expect(screen.contains("before: jumped to the initial state"))
    }
  }
}
