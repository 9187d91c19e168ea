import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("rewind import", .process)
struct ImportCommandTests {
  private let folder = TemporaryFolder()

  @Test("reads standard input, answers scripts, and replaces a file only with --force")
  func output() throws {
    let path = folder.path("s.jsonl")
    let file = Recordings.fixture("Answers/devtools/lifted.json")
    let lifted = try String(contentsOf: file, encoding: .utf8)
    let run = try rewind.run(["import", "-", "-o", path, "--json"], input: lifted)
    #expect(
      try run.json() == [
        "file": .string(path), "form": "lifted", "actions": 3, "states": true, "end": "closed",
      ]
    )
    let again = try rewind.run(["import", "-", "-o", path], input: lifted, exits: 2)
    #expect(again.errors.contains("--force"))
    try rewind.run(["import", "-", "-o", path, "--force"], input: lifted, exits: 0)
    try rewind.run("import", folder.path("none"), "-o", "x", exits: 2)
  }
}
