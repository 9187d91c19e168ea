import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("The names of actions in the tool")
struct ActionNameTests {
  /// A session of an app whose actions are cases of one enum; its state has a member that is called like a case.
  private func session(
    _ names: [String] = [
      "AppAction.inbox.loaded", "AppAction.inbox.row[…].tapped", "AppAction.opened",
    ]
  ) -> String {
    var file = SessionFile(app: "mail")
    file.add(["after": 0, "state": ["inbox": ["loaded": false], "count": 0]])
    for (number, name) in names.enumerated() {
      file.add(
        number + 1,
        name,
        ["x": JSONValue(number)],
        state: ["inbox": ["loaded": false], "count": JSONValue(number + 1)]
      )
    }
    return String(decoding: file.bytes, as: UTF8.self)
  }

  private func with(_ text: String, _ body: (String) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try folder.file("mail.jsonl", text)
      try body(folder.path("mail.jsonl"))
    }
  }

  @Test("are listed without the enum that all share, and whole for scripts")
  func shared() throws {
    try with(session()) { log in
      let names = try names(in: log)
      #expect(names == [".inbox.loaded", ".inbox.row[…].tapped", ".opened"])
      let statistics = try rewind.run("stats", log).lines[0]
      #expect(statistics.hasPrefix("3 actions of 3 types of AppAction, "))
      let found = try rewind.run("log", log, "--where", "count == 2")
      #expect(found.lines.count == 1 && found.output.contains(#".inbox.row[…].tapped {"x":1}"#))
      let json = try rewind.run("log", log, "--json").output
      #expect(json.contains(#""type":"AppAction.opened""#))
    }
  }

  @Test("are whole in a session with actions of several types")
  func several() throws {
    let types = ["AppAction.inbox.loaded", "AppAction.inbox.row[…].tapped", "Tick", "App.load"]
    try with(session(types)) { log in
      let names = try names(in: log)
      #expect(names == types)
      for (word, type) in [("load", "App.load"), ("row.tapped", "AppAction.inbox.row[…].tapped")] {
        let lines = try rewind.run("log", log, "--type", word).lines
        #expect(lines.count == 1 && lines[0].contains(type), "\(lines)")
      }
    }
  }

  @Test(
    "find their actions by a word that is one, or ends one, also if the state has such a path",
    arguments: ["AppAction.inbox.loaded", "inbox.loaded", ".inbox.loaded"]
  )
  func words(word: String) throws {
    try with(session()) { log in
      let found = try rewind.run("log", log, "--where", word)
      #expect(found.lines.count == 1 && found.output.contains(#".inbox.loaded {"x":0}"#))
      #expect(try rewind.run("log", log, "--type", word).lines.count == 1)
      let never = try rewind.run("bisect", log, "--never", word)
      #expect((never.output + never.errors).contains(/culprit 1 |write \.inbox\.loaded/))
    }
  }

  @Test("do not stand in the way of a path of the state that no action is called as")
  func paths() throws {
    try with(session(["AppAction.opened", "AppAction.closed"])) { log in
      let run = try rewind.run("log", log, "--where", "inbox.loaded")
      #expect(run.lines.isEmpty)
      #expect(run.exit == .status(1))
      let paths = try rewind.run("log", log, "--where", "inbox.loaded == false")
      #expect(paths.lines.count == 3)
    }
  }

  /// The names in the rows of `log`, after their numbers and times.
  private func names(in log: String) throws -> [String] {
    try rewind.run("log", log).lines.map { row in
      String(row.split(separator: " ").dropFirst(2).first ?? "")
    }
  }
}
