import RewindReplay
import RewindTesting

#if os(macOS) || os(Linux)
import Foundation
import RewindTestSupport
import Testing
import ToDoExample
import ToDoFront

@Suite("A recording of the to-do list", .process)
struct RecordingTests {
  private let toDo = Program("to-do")
  private let rewind = Program("rewind")

  @Test("gives every state that the program printed, dates too, decoded and reconstructed")
  func states() throws {
    try TemporaryFolder.with { folder in
      let (log, states) = (folder.path("log.jsonl"), folder.path("states"))
      _ = try toDo.run(
        ["--record", log, "--print-states", states],
        input: "load\nadd 7\nstatus 1 doing\nremove 0\nstatus 3 done\ndelete 2\nadd\n"
      )
      let printed = try printedStates(states, of: TodoState.self)
      let replay = try Replay(log, of: ToDoFront.toDo)
      #expect(replay.lastIndex == 7)
      #expect(printed.count == 8)
      for (index, state) in printed.enumerated() {
        #expect(try replay.state(after: index) == state)
        #expect(try replay.state(after: index, by: .rerunning) == state)
      }
      #expect(try rewind.run("verify", log, "--app", toDo.path).exit == .status(0))
    }
  }

  @Test("leads from the second tap on the last item to the first")
  func culprit() throws {
    try TemporaryFolder.with { folder in
      let log = folder.path("log.jsonl")
      let run = try toDo.run(
        "--record",
        log,
        input: "load\nnote two taps\ndelete 2\ndelete 2\n"
      )
      #expect(run.exit == .trap)
      let found = try rewind.run("bisect", log, "--app", toDo.path)
      #expect(
        found.lines.prefix(2) == [
          #"fatal   3  TodoAction {"type":"delete","params":{"index":2}}  trap"#,
          #"culprit 2  TodoAction {"type":"delete","params":{"index":2}}"#,
        ]
      )
    }
  }
}
#endif
