import Foundation
import RewindTestSupport
import Testing

/// What tests see of a command within their process is what a person sees of it.
@Suite("A command within the tests' process", .process)
struct ProcessContractTests {
  private static let app = ["--app", game]

  private static let commands: [[String]] = [
    ["--help"], ["help", "bisect"], ["--version"], ["nonsense"], ["log"], [crash],
    [crash, "--json"],
    ["log", win, "--type", "Flip*"], ["log", win, "--json", "--color", "always"],
    ["show", win, "99"], ["state", win, "end"], ["diff", win, "0", "end"], ["diff", win, "3", "3"],
    ["log", win, "--where", "type ==="], ["log", win, "--where", "false"],
    ["blame", win, "/gameState/memoryCards"],
    ["check", Recordings.path("memory-tunes")], ["stats", win], ["log", "missing.jsonl"],
    ["verify", win, crash] + app, ["bisect", crash] + app, ["bisect", win] + app,
    ["verify", win, "--junit", "-"] + app, ["bisect", crash, "--app", "no-such-program"],
  ]

  @Test("prints and ends as it does in a process of its own", arguments: commands)
  func same(command: [String]) throws {
    let (within, apart) = (try rewind.run(command), try rewind.start(command))
    #expect(plain(within.output) == plain(apart.output))
    #expect(plain(within.errors) == plain(apart.errors))
    #expect(within.exit == apart.exit)
  }

  /// The text without the times that a run took.
  private func plain(_ text: String) -> String {
    text.replacing(#/time="[0-9.]+"/#, with: "").replacing(#/timestamp="[^"]+"/#, with: "")
  }
}
