import Foundation
import RewindTestSupport
import Testing

@Suite("Completions", .process)
struct CompletionTests {
  @Test("for a shell are a script that it can read", arguments: ["bash", "fish", "zsh"])
  func syntax(shell: String) throws {
    let run = try rewind.run("completions", shell, exits: 0)
    guard
      let path = ["/bin", "/usr/bin", "/usr/local/bin"].map({ "\($0)/\(shell)" })
        .first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else { return }
    #expect(try status(path, ["-n"], run.output) == 0)
  }

  @Test("for bash offer commands, flags and their values")
  func bash() throws {
    guard FileManager.default.isExecutableFile(atPath: "/bin/bash") else { return }
    let script = try rewind.run("completions", "bash").output
    func offered(_ words: String...) throws -> [String] {
      let test = """
        \(script)
        PATH="$BIN:$PATH"
        COMP_LINE='rewind \(words.joined(separator: " "))'; COMP_POINT=${#COMP_LINE}; _rewind
        printf '%s\\n' "${COMPREPLY[@]}" >"$OUT"
        """
      return try TemporaryFolder.with { folder in
        let out = folder.path("out")
        let bin = URL(fileURLWithPath: rewind.path).deletingLastPathComponent().path
        #expect(try status("/bin/bash", [], "OUT='\(out)' BIN='\(bin)'\n\(test)") == 0)
        return try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n").map(
          String.init
        )
      }
    }
    #expect(try offered("bl") == ["blame"])
    #expect(
      try offered("blame", "f.jsonl", "--") == [
        "--at", "--all", "--history", "--slot", "--stores", "--json",
      ]
    )
    #expect(try offered("verify", "--expect", "") == ["recorded", "no-crash"])
    #expect(try offered("help", "exp") == ["explore", "export", "expressions"])
    #expect(try offered("log", "x") == [])
    // The words of the session on the line.
    #expect(try offered("log", win, "--type", "F") == ["FetchTunesAction", "FlipCardAction"])
    #expect(try offered("log", "--json", win, "--type", "Set") == ["SetCardsAction"])
    #expect(
      try offered("blame", win, "/gameState/")
        == ["/gameState/memoryCards", "/gameState/showLoading", "/gameState/gameFinished"]
    )
    #expect(try offered("blame", win, "/gameState/memoryC").first == "/gameState/memoryCards")
    #expect(try offered("state", win, "3", "/ga").contains("/gameState/showLoading"))
    #expect(try offered("log", "no-file", "--type", "F") == [])
    #expect(try offered("blame", win, "/gameState", "--at", "") == [], "a position")
  }

  private func status(_ program: String, _ arguments: [String], _ input: String) throws -> Int32 {
    try TemporaryFolder.with { folder in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments + [try folder.file("script", input).path]
      try process.start()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }
}
