import FluxToDoExample
import Foundation
import RewindTestSupport
import Testing

@Suite("The program flux-to-do", .process)
struct ProgramTests {
  private let fluxToDo = Program("flux-to-do")

  @Test("prints the state of the stores after each action, failures too, up to the crash")
  func printStates() throws {
    let script = """
      fetch
      fail
      TodoAction.Create {"title":"milk","isDone":false}
      Calculate.Plus 2
      TodoAction.Delete 0
      TodoAction.Delete 0
      """
    let (run, states) = try fluxToDo.play(script, printing: FluxToDoState.self)
    #expect(run.exit == .trap)
    let milk = TodoListState(todos: [Todo(title: "milk")])
    #expect(
      states == [
        FluxToDoState(),
        FluxToDoState(todo: TodoListState(failure: .serviceUnreachable)),
        FluxToDoState(todo: milk, badge: 1),
        FluxToDoState(todo: milk, calculator: 2, badge: 1),
        FluxToDoState(calculator: 2),
      ]
    )
  }
}
