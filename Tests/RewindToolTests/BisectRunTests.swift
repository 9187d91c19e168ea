import Foundation
import RewindTestSupport
import Testing

@Suite("rewind bisect run", .process)
struct BisectRunTests {
  private let folder = TemporaryFolder()
  private let unfinished = #"grep -q '"gameFinished":false'"#

  private func bisect(_ script: String, _ flags: [String] = ["--bad", "22"]) throws -> Program.Run {
    try rewind.run(["bisect", win, "run"] + flags + ["--", "sh", "-c", script])
  }

  @Test("reports the first bad state, what led to it, and how the command ended")
  func found() throws {
    let run = try bisect("\(unfinished) || { echo the game is over >&2; exit 3; }")
    #expect(run.exit == .status(0))
    #expect(
      run.output == """
        bad from 22  FlipCardAction {"cardIndexToFlip":14}

        The state before it is good, the one after it bad; both were checked again.
        What action 22 changed:
          ~ /gameState/memoryCards/11/isAlreadyGuessed  false → true
          ~ /gameState/memoryCards/14/isFlipped  false → true
          ~ /gameState/memoryCards/14/isAlreadyGuessed  false → true
          ~ /gameState/gameFinished  false → true
        With it, the command exited with status 3, and wrote: the game is over
        9 runs of the command.

        """
    )
  }

  @Test("reports to scripts what it found")
  func json() throws {
    let flags = ["--bad", "22", "--json"]
    #expect(
      try bisect(unfinished, flags).output == "{\"index\":22,\"probes\":9,\"result\":\"found\"}\n"
    )
    let skipping = "test $REWIND_INDEX -gt 18 -a $REWIND_INDEX -lt 22 && exit 125; \(unfinished)"
    #expect(
      try bisect(skipping, flags).output
        == "{\"index\":22,\"probes\":11,\"result\":\"found-with-skips\",\"candidates\":[19,22]}\n"
    )
    let nothing = try bisect("true", flags)
    #expect(nothing.exit == .status(1))
    #expect(nothing.output.hasPrefix(#"{"index":null,"probes":2,"result":"not-found","why":"#))
  }

  @Test("ends with the command when it is interrupted", .timeLimit(.minutes(hangingMinutes)))
  func stopped() throws {
    let pipe = folder.path("pipe")
    mkfifo(pipe, 0o600)
    let tool = Process()
    let errors = Pipe()
    tool.executableURL = URL(fileURLWithPath: rewind.path)
    tool.arguments = [
      "bisect", win, "run", "--", "sh", "-c", "exec 3> \(pipe); echo x >&3; sleep 1000",
    ]
    tool.standardError = errors
    tool.standardOutput = FileHandle.nullDevice
    try tool.start()
    let listener = try FileHandle(forReadingFrom: URL(fileURLWithPath: pipe))
    _ = try #require(try listener.read(upToCount: 1))
    kill(tool.processIdentifier, SIGINT)
    _ = try listener.readToEnd()
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    tool.waitUntilExit()
    // A shell calls this status 130, and ends the loop around the tool as well.
    #expect(tool.terminationReason == .uncaughtSignal)
    #expect(tool.terminationStatus == SIGINT)
    #expect(words == "rewind: Stopped after 0 runs of the command.\n")
  }
}
