#if os(macOS) || os(Linux)
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let rewind = Program("rewind")

/// A session of an app that has a store for each screen.
@Suite("A session of more stores than a program may have files open", .process)
struct ManyStoresTests {
  @Test("is read whole")
  func read() throws {
    try TemporaryFolder.with { folder in
      for number in 1...90 {
        var session = SessionFile(app: "screens", ["store": .string("screen-\(number)")])
        session.add(["after": 0, "state": ["n": 0]])
        session.add(1, "Open", [:], state: ["n": JSONValue(number)])
        _ = try session.write(to: folder, as: "s.screen-\(number).jsonl")
      }
      let run = try rewind.run(
        ["log", folder.url.path, "--json"],
        by: "ulimit -Sn 48; exec \"$@\""
      )
      #expect(run.errors == "")
      #expect(run.exit == .status(0))
      #expect(run.lines.count == 90)
      let state = try rewind.run(
        ["state", folder.url.path, "90"],
        by: "ulimit -Sn 48; exec \"$@\""
      )
      let stores = try JSONValue(parsing: Array(state.output.utf8))
      for number in 1...90 { #expect(stores["screen-\(number)"]?["n"]?.int == number) }
    }
  }
}
#endif
