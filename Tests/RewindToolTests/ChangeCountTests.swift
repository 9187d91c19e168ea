import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("The changes of an action", .process)
struct ChangeCountTests {
  /// The number of changes that a line lists: its first pointer, and `and 2 more` or `+2`.
  private func count(_ line: String) -> Int {
    guard line.contains("~ ") else { return 0 }
    let others = line.firstMatch(of: #/ (?:and |\+)(\d+)(?: more)?(?:  answers \d+)?$/#)
    return 1 + (others.flatMap { Int($0.1) } ?? 0)
  }

  @Test("are as many in the log, the story, the rows and the action itself")
  func counts() throws {
    let log = try rewind.run("log", crash).lines
    let json = try rewind.run("log", crash, "--json").rows()
    let story = try rewind.run(crash).lines
    try TemporaryFolder.with { folder in
      try rewind.run("export", crash, "--rows", "-o", folder.path("tables"), exits: 0)
      let file = folder.url.appending(path: "tables/actions.jsonl")
      let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .map { try JSONValue(parsing: String($0)) }
      for index in 1...23 {
        let shown = try rewind.run("show", crash, "\(index)").lines
          .filter { $0.wholeMatch(of: #/ {2}[~+-] \/.*/#) != nil }
        let pointers = JSONValue.array(shown.map { .string(String($0.split(separator: " ")[1])) })
        #expect(count(log[index - 1]) == shown.count, "\(index)")
        #expect(json[index - 1]["changed"] == pointers)
        #expect(rows[index - 1]["changed"] == json[index - 1]["changed"])
        if let line = story.first(where: { $0.hasPrefix("      \(index)  ") }) {
          #expect(count(line) == shown.count, "\(line)")
        }
      }
    }
    #expect(log[22].hasSuffix("~ /gameState/memoryCards and 2 more  answers 22"))
  }

  @Test("are shown by the ends of their pointers if the terminal is narrow", .needsTmux)
  func narrow() throws {
    try Tmux.with(columns: 80, rows: 24) { tmux in
      try tmux.type("rewind log \(crash) 17..22; echo done\n")
      try tmux.wait(for: "\ndone")
      let rows = try tmux.screen().split(separator: "\n")
        .filter { $0.contains("FlipCardAction") }.map { $0.split(separator: "~")[1] }
      #expect(
        rows == [
          " memoryCards/8/isFlipped false → true", " 8/isAlreadyGuessed false → true +2",
          " memoryCards/9/isFlipped false → true", " 9/isAlreadyGuessed false → true +2",
          " 11/isFlipped false → true", " 11/isAlreadyGuessed false → true +3",
        ]
      )
    }
  }
}
