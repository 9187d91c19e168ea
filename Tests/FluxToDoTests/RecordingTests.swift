import FluxToDoExample
import RewindTestSupport
import Testing

@Suite("A recording of the Flux to-do list", .process)
struct RecordingTests {
  private let folder = TemporaryFolder()

  private let fluxToDo = Program("flux-to-do")
  private let rewind = Program("rewind")

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
