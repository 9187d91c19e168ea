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
    let run = try toDo.run(
      input: """
        TodoAction {"type":"add","params":{"title":"Feed the cat"}}
        quit
        """
    )
    #expect(
      run.output == """
        TO DO

          Nothing to do.
        > TodoAction {"type":"add","params":{"title":"Feed the cat"}}
        TO DO

           0  open     Feed the cat
        > quit

        """
    )
    #expect(run.exit == .status(0))
  }

  @Test("prints the first state and the state after each action, up to the crash")
  func printStates() throws {
    let script = """
      load
      TodoAction {"type":"delete","params":{"index":2}}
      TodoAction {"type":"delete","params":{"index":2}}
      """
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
