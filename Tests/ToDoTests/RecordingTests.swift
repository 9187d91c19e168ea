import Foundation
import RewindReplay
import RewindTestSupport
import RewindTesting
import Testing
import ToDoExample
import ToDoFront

@Suite("A recording of the to-do list", .process)
struct RecordingTests {
  private let folder = TemporaryFolder()

  private let toDo = Program("to-do")
  private let rewind = Program("rewind")

  @Test("gives every state that the program printed, dates too, decoded and reconstructed")
  func states() throws {
    let (log, states) = (folder.path("log.jsonl"), folder.path("states"))
    _ = try toDo.run(
      ["--record", log, "--print-states", states],
      input: """
        load
        TodoAction {"type":"add","params":{"title":"7"}}
        TodoAction {"type":"change","params":{"index":1,"status":"doing"}}
        TodoAction {"type":"remove","params":{"index":0}}
        TodoAction {"type":"change","params":{"index":3,"status":"done"}}
        TodoAction {"type":"delete","params":{"index":2}}
        TodoAction {"type":"add","params":{"title":""}}
        """
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

  @Test("leads from the second tap on the last item to the first")
  func culprit() throws {
    let log = folder.path("log.jsonl")
    let run = try toDo.run(
      "--record",
      log,
      input: """
        load
        note two taps
        TodoAction {"type":"delete","params":{"index":2}}
        TodoAction {"type":"delete","params":{"index":2}}
        """
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
