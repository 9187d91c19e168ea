#if os(macOS) || os(Linux)
import FlakyApp
import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let rewind = Program("rewind")
private let flaky = Program("flaky")

@Suite("rewind compare", .timeLimit(.minutes(hangingMinutes)))
struct CompareCommandTests {
  /// Runs the command with JSON; returns its lines.
  private func compare(
    _ good: String,
    _ bad: String,
    _ flake: Flake,
    _ more: [String] = []
  ) throws -> (rows: [JSONValue], run: Program.Run) {
    let never = flake.never.map { ["--never", $0] } ?? []
    let run = try rewind.run(
      ["compare", good, bad, "--app", flaky.path, "--json"] + never + more
    )
    return (try run.lines.map { try JSONValue(parsing: Array($0.utf8)) }, run)
  }

  @Test("names the planted reason first for a folder of green and one of red runs, and proves it")
  func folders() throws {
    let seed = SeededGenerator.seed
    var wrong: [Flake] = []
    try TemporaryFolder.with { folder in
      for (number, flake) in Flake.allCases.enumerated() {
        let (good, bad) = try FlakySession.write(
          flake,
          count: 20,
          seed: seed &* 100 &+ UInt64(number),
          in: folder
        )
        let (rows, run) = try compare(good, bad, flake)
        let first = rows.first
        let isPlanted = flake.isPlanted(first?["difference"] ?? .null)
        if !isPlanted || first?["proof"] != "red" {
          wrong.append(flake)
          print(
            "\(flake), seed \(seed): \(run.lines.prefix(3).joined(separator: "\n")) \(run.errors)"
          )
        }
      }
    }
    #expect(wrong.count <= 2, "\(wrong), seed \(seed)")
  }
}
#endif
