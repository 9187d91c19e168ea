import RewindTestSupport
import Testing

@Suite("The signals that the starter of the tool ignores", .timeLimit(.minutes(hangingMinutes)))
struct InheritedSignalTests {
  /// Searches with a command, where some signals are ignored.
  private func bisect(ignoring signals: String, _ command: String) throws -> Program.Run {
    try rewind.run(
      ["bisect", win, "run", "--bad", "22", "--", "sh", "-c", command],
      by: #"trap "" \#(signals); exec "$@""#
    )
  }

  @Test("does not end it: a closed terminal behind nohup, ctrl-C beside a script's job")
  func survives() throws {
    let unfinished = #"grep -q '"gameFinished":false'"#
    for signal in ["HUP", "INT"] {
      let run = try bisect(ignoring: "HUP INT", "kill -\(signal) $PPID; \(unfinished)")
      #expect(run.exit == .status(0), "\(signal)")
      #expect(run.output.hasPrefix("bad from 22"), "\(signal)")
    }
  }

  @Test("does end it where it was not ignored")
  func ends() throws {
    let run = try bisect(ignoring: "INT", "kill -HUP $PPID; sleep 1000")
    #expect(run.exit == .signal(1))
  }

  @Test("does not hide how its children end")
  func children() throws {
    let run = try bisect(ignoring: "CHLD", "false")
    #expect(run.exit == .status(1))
    #expect(
      run.output.hasPrefix("The search starts at the state after action 0, which is bad, not good"),
      "\(run.output)"
    )
  }
}
