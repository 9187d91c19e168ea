import FluxToDoExample
import FluxToDoFront
import Foundation
import RewindReplay
import RewindTestSupport
import RewindTesting
import Testing

@Suite("A recording of the Flux to-do list", .process)
struct RecordingTests {
  private let folder = TemporaryFolder()

  private let fluxToDo = Program("flux-to-do")
  private let rewind = Program("rewind")

  @Test("gives every state that the program printed, decoded and reconstructed")
  func states() throws {
    let (log, states) = (folder.path("log.jsonl"), folder.path("states"))
    _ = try fluxToDo.run(
      ["--record", log, "--print-states", states],
      input: """
        TodoAction.Create {"title":"milk","isDone":false}
        fetch
        arrive
        TodoAction.Finish 1
        Calculate.Plus 3
        Calculate.Minus 5
        fetch
        fail
        {"type":"TodoAction.Create","error":"emptyTitle"}
        TodoAction.Delete 2
        """
    )
    let printed = try printedStates(states, of: FluxToDoState.self)
    let replay = try Replay(log, of: FluxToDoFront.fluxToDo)
    #expect(printed.count == 9)
    #expect(replay.lastIndex == 8)
    for (index, state) in printed.enumerated() {
      #expect(try replay.state(after: index) == state)
      #expect(try replay.state(after: index, by: .rerunning) == state)
    }
    #expect(try rewind.run("verify", log, "--app", fluxToDo.path).exit == .status(0))
  }

  @Test("says that the app died in a store or a listener, and leads to what took the item away")
  func culprit() throws {
    let log = folder.path("log.jsonl")
    let run = try fluxToDo.run(
      "--record",
      log,
      input: """
        TodoAction.Create {"title":"a","isDone":false}
        TodoAction.Create {"title":"b","isDone":false}
        TodoAction.Delete 1
        TodoAction.Delete 1
        """
    )
    #expect(run.exit == .trap)
    #expect(
      try rewind.run(log).lines[1]
        == "crashed: the log ends inside action 4: the app died while a store or one of its listeners ran, or was killed just then."
    )
    let found = try rewind.run("bisect", log, "--app", fluxToDo.path)
    #expect(
      found.lines.prefix(2) == [
        "fatal   4  TodoAction.Delete 1  trap",
        "culprit 3  TodoAction.Delete 1",
      ]
    )
  }
}
