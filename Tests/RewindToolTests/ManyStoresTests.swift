import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// A session of an app that has a store for each screen.
@Suite("A session of more stores than a program may have files open", .process)
struct ManyStoresTests {
  private let folder = TemporaryFolder()

  @Test("is read whole")
  func read() throws {
    for number in 1...90 {
      var session = SessionFile(app: "screens", ["store": .string("screen-\(number)")])
      session.add(["after": 0, "state": ["n": 0]])
      session.add(1, "Open", [:], state: ["n": JSONValue(number)])
      _ = try session.write(to: folder, as: "s.screen-\(number).jsonl")
    }
    let run = try rewind.run(["log", folder.url.path, "--json"], by: "ulimit -Sn 48; exec \"$@\"")
    #expect(run.errors == "")
    #expect(run.exit == .status(0))
    #expect(run.lines.count == 90)
    let state = try rewind.run(["state", folder.url.path, "90"], by: "ulimit -Sn 48; exec \"$@\"")
    let stores = try state.json()
    for number in 1...90 { #expect(stores["screen-\(number)"]?["n"]?.int == number) }
  }
}

@Suite("A command that takes more logs than a program may have files open", .process)
struct ManyLogsTests {
  private let folder = TemporaryFolder()

  @Test(
    "has one open at a time",
    arguments: [
      ["report", "-o", "page.html"], ["export", "--rows", "-o", "tables"], ["triage"],
    ]
  )
  func descriptors(command: [String]) throws {
    let session = SessionFile(start: ["n": 0])
    try folder.makeFolder("logs")
    for number in 1...100 { _ = try session.write(to: folder, as: "logs/\(number).jsonl") }
    let run = try rewind.run(
      [command[0], "logs"] + command.dropFirst(),
      in: folder.url,
      by: #"ulimit -n 32; exec "$@""#
    )
    #expect(run.exit == .status(0), "\(run.errors)")
    #expect(run.output.contains("100 sessions"), "\(run)")
  }
}
