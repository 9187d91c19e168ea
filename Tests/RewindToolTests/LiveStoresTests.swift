#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// An app of three stores that does what is typed.
private final class TypedBazaar {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  init(_ log: String) throws {
    process.executableURL = URL(fileURLWithPath: Program("bazaar").path)
    process.arguments = [log, "typed"]
    process.environment = ["SWIFT_BACKTRACE": "enable=no"].merging(Sanitizer.environment) { $1 }
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    try process.start()
  }

  /// Types lines, and waits until the app has done what they say, or is gone.
  func type(_ lines: String...) throws {
    for line in lines {
      try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
      _ = output.fileHandleForReading.availableData
    }
  }

  func finish() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

@Suite("A live session of several stores")
struct LiveStoresTests {
  /// Returns the facts and the actions of the newest session, by their stores.
  private func shown(_ tool: LiveTool) throws -> (facts: JSONValue, actions: [String]) {
    guard let id = try tool.json("sessions").array?.last?["id"]?.string,
      let text = try tool.ask("window?session=\(id)")?.body
    else { return (.null, []) }
    let lines = text.split(separator: "\n")
    let actions = try lines.dropFirst().filter { $0.hasPrefix("a ") }.map { line in
      let json = try JSONValue(parsing: Array(line.drop { $0 != "{" }.utf8))
      return "\(json["store"]?.string ?? "?") \(json["storeIndex"]?.int ?? 0)"
    }
    return (try JSONValue(parsing: Array((lines.first ?? "null").utf8)), actions)
  }

  @Test(
    "grows action by action in the order of the whole, and ends in the one in which the app died"
  )
  func grows() throws {
    try TemporaryFolder.with { folder in
      let app = try TypedBazaar(folder.path("b.jsonl"))
      try app.type("login")
      try LiveTool.with(".", arguments: ["--stores"], in: folder) { tool in
        try tool.waitForSession(1)
        let events = try tool.events(session: 1, from: 1)
        try app.type("fetch ap", "answer", "pick 1", "logout", "answer")
        try events.wait { $0.contains(#""store":"cart","storeIndex":3"#) }
        let expected = [
          "user 1", "search 1", "search 2", "cart 1", "cart 2", "user 2", "search 3", "search 4",
          "cart 3",
        ]
        #expect(try shown(tool).actions == expected)
        #expect(try shown(tool).facts["stores"] == ["cart", "search", "user"])
        try app.type("pick 0")
        try events.waitForFacts { $0["end"] == "crashed" && $0["last"] == 10 }
        #expect(try shown(tool).actions == expected + ["cart 4"])
        let drive = try tool.ask("app?session=1", method: "POST", body: #"{"command":"status"}"#)
        #expect(drive?.body.contains("not connected") == true)
      }
    }
  }

  @Test("is closed when all stores are")
  func closes() throws {
    try TemporaryFolder.with { folder in
      let app = try TypedBazaar(folder.path("b.jsonl"))
      try app.type("login", "logout")
      try LiveTool.with(".", arguments: ["--stores"], in: folder) { tool in
        try tool.waitForSession(1)
        let events = try tool.events(session: 1, from: 1)
        try app.finish()
        try events.waitForFacts { $0["end"] == "closed" && $0["last"] == 3 }
      }
    }
  }
}
#endif
