import Foundation
import RewindTestSupport
import Testing
import ToDoExample

/// Starting a program needs child processes, which only the computers among Apple's platforms have.
#if os(macOS) || os(Linux)
@Suite("The program to-do", .process)
struct ProgramTests {
  private let toDo = Program("to-do")

  @Test("plays a script and shows it like a session")
  func session() throws {
    let run = try toDo.run(input: "add Feed the cat\nnext\nquit\n")
    #expect(
      run.output == """
        TO DO

          Nothing to do.
        > add Feed the cat
        TO DO

           0  open     Feed the cat
        > next
        Type snapshots first: that is the screen to step through.
        > quit

        """
    )
    #expect(run.exit == .status(0))
  }

  @Test("shows the last snapshot before the index to which the user travels")
  func travelBeforeSnapshot() throws {
    let run = try toDo.run(input: "add a\nadd b\nadd c\nsnapshots\n:back 1\n")
    #expect(run.exit == .status(0))
    let screens = run.output.components(separatedBy: "\nSNAPSHOT ")
    #expect(screens.dropFirst().map { $0.prefix(6) } == ["3 OF 3", "2 OF 2"])
    #expect(!run.output.contains("NO SNAPSHOTS"))
  }

  @Test("prints the first state and the state after each action, up to the crash")
  func printStates() throws {
    let script = "load\ndelete 2\ndelete 2\nlist\n"
    let (run, states) = try toDo.play(script, printing: TodoState.self)
    #expect(run.exit == .trap)
    #expect(states.map(\.todos.count) == [0, 3, 2])
    #expect(states.map(\.snapshots.count) == [0, 1, 2])
  }

  @Test("explains itself in 79 columns")
  func help() throws {
    try toDo.expectHelp(beginningWith: "A to-do list that keeps a copy of itself")
  }
}
#endif
