#if os(macOS) || os(Linux)
import Foundation
import RewindTestSupport
import Testing

private let rewind = Program("rewind")
private let win = Recordings.path("memory-tunes/win.jsonl")

@Suite("rewind bisect run", .process)
struct BisectRunTests {
  private let unfinished = #"grep -q '"gameFinished":false'"#

  private func bisect(
    _ script: String,
    _ flags: [String] = ["--bad", "22"]
  ) throws -> Program.Run {
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
    try TemporaryFolder.with { folder in
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
      #expect(
        words
          == "rewind: Stopped after 0 runs of the command.\n"
      )
    }
  }

  @Test("quotes the word that is wrong and says what to do")
  func trouble() throws {
    func expect(_ arguments: [String], _ words: String) throws {
      let run = try rewind.run(["bisect", win] + arguments)
      #expect(run.exit == .status(2), "\(arguments)")
      #expect(run.output == "")
      #expect(run.errors.contains(words), "\(run.errors)")
      #expect(run.errors.hasSuffix(".\n") || run.errors.hasSuffix("?\n"), "\(run.errors)")
    }
    try expect(["run"], "Missing the command")
    try expect(["rum", "--", "true"], "[run -- COMMAND] takes run, not \"rum\".")
    try expect(["run", "--", "no-such-command"], "no-such-command: no such program in PATH")
    try expect(["run", "--", "sh", "-c", "exit 127"], "exited with status 127")
    try expect(["run", "--good", "9", "--bad", "3", "--", "true"], "9 is not before 3")
    try expect(["run", "--repeat", "0", "--", "true"], "--repeat takes a number")
    try expect(["run", "--never", "x == 1", "--", "true"], "cannot be combined with --never")
    try expect(["--good", "3"], "--good needs")
  }
}
#endif
