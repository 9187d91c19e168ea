import RewindJSON
import RewindTestSupport
import Testing

@Suite("The summary of a session", .process)
struct SummaryTests {
  private func summary(of file: SessionFile) throws -> (lines: [String], json: JSONValue) {
    try TemporaryFolder.with { folder in
      let path = try file.write(to: folder)
      let run = try rewind.run([path], environment: ["COLUMNS": "500"])
      return (run.lines, try rewind.run(path, "--json").json())
    }
  }

  /// Two actions on top of what the header says.
  private func file(
    _ members: KeyValuePairs<String, JSONValue> = [:],
    _ second: KeyValuePairs<String, JSONValue> = [:]
  ) -> SessionFile {
    var file = SessionFile(app: "board", members)
    file.add(["after": 0, "state": ["n": 0]])
    file.add(1, "A", state: ["n": 1])
    var line: [(String, JSONValue)] = [
      ("index", 2), ("time", 2), ("action", ["type": "B", "payload": [:]]),
    ]
    line += second.map { ($0.key, $0.value) }
    file.add(.object(JSONObject(line)))
    file.add(["after": 2, "state": ["n": 2]])
    file.add(["end": "closed", "index": 2])
    return file
  }

  @Test("has no line for what is not so")
  func plain() throws {
    let (lines, json) = try summary(of: file())
    #expect(lines.prefix(3).dropFirst() == ["closed: the app ended the session.", ""])
    for member in ["overlapping", "reflected", "burst", "timeZone", "locale"] {
      #expect(json[member] == nil)
    }
  }

  @Test("tells that an app needs decoders, before it suggests to replay the session")
  func decoders() throws {
    var crash = SessionFile(app: "board")
    crash.add(["after": 0, "state": ["n": 0]])
    crash.add([
      "index": 1, "time": 1, "action": ["type": "A", "payload": [:]], "form": "reflected",
    ])
    let (lines, json) = try summary(of: crash)
    let warning = try #require(
      lines.firstIndex {
        $0.hasPrefix("The action can be replayed only by an app with decoders for them")
      }
    )
    let next = try #require(lines.firstIndex { $0.hasPrefix("rewind bisect ") })
    #expect(warning < next)
    #expect(json["reflected"] == 1)
  }

  @Test("tells of thousands of actions without a pause before the end, and which action began them")
  func burst() throws {
    var file = SessionFile(app: "account")
    file.add(["after": 0, "state": ["n": 0]])
    file.add(1, "Account.limit", ["to": 40], state: ["n": 1])
    for index in 2...1_500 {
      file.add([
        "index": JSONValue(index), "time": 1.5,
        "action": ["type": index % 2 == 0 ? "Account.raise" : "Account.lower", "payload": [:]],
      ])
      file.add(["after": JSONValue(index), "patch": []])
    }
    file.add(["index": 1_501, "time": 1.5, "action": ["type": "Account.lower", "payload": [:]]])
    let (lines, json) = try summary(of: file)
    #expect(
      lines.contains {
        $0.hasPrefix("1500 actions of type Account.lower and Account.raise without a pause")
          && $0.contains("before the end, begun by action ")
      },
      "\(lines)"
    )
    #expect(json["burst"]?["count"] == 1_500)
    #expect(json["burst"]?["first"] == 2)
  }
}
