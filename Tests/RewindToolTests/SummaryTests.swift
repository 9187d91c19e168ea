import RewindJSON
import RewindTestSupport
import Testing

@Suite("The summary of a session", .process)
struct SummaryTests {
  private let folder = TemporaryFolder()

  @Test("tells of thousands of actions without a pause before the end, and which action began them")
  func burst() throws {
    var file = SessionFile(app: "account", start: ["n": 0])
    file.add(1, "Account.limit", ["to": 40], state: ["n": 1])
    for index in 2...1_500 {
      file.add([
        "index": JSONValue(index), "time": 1.5,
        "action": ["type": index % 2 == 0 ? "Account.raise" : "Account.lower", "payload": [:]],
      ])
      file.add(["after": JSONValue(index), "patch": []])
    }
    file.add(["index": 1_501, "time": 1.5, "action": ["type": "Account.lower", "payload": [:]]])
    let path = try file.write(to: folder)
    let lines = try rewind.run([path], environment: ["COLUMNS": "500"]).lines
    let json = try rewind.run(path, "--json").json()
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
