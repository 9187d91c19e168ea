import ExampleFront
import Foundation
import Rewind
import RewindReplay
import ToDoExample

/// The whole program, from its arguments to its exit status.
public enum TodoProgram {
  private static let guide = Guide(
    TodoTerminal.self,
    program: "to-do",
    abstract: "A to-do list that keeps a copy of itself for every change.",
    example: "printf 'load\\nstatus 1 done\\ndelete 0\\nsnapshots\\n' | to-do",
    flags: [.record, .printStates]
  )

  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() -> Never {
    toDo.answerReplayRequest()
    let program = ExampleProgram.started(guide)
    let store = TodoStore.shared
    let machine = TimeMachine.around(store)
    if let printer: StatePrinter<TodoState> = program.printer() {
      printer.print(store.state)
      store.wrapReducer(printer.printing)
    }
    let recording = program.record(toDo)
    if let recording {
      store.wrapReducer { reducer in
        { action, state in recording.record(action, on: &state) { reducer(action, &$0) } }
      }
    }
    machine.attach(
      show: { store.show($0) },
      dispatch: { store.dispatch($0) },
      recording: recording
    )
    program.play(TodoTerminal(store: store, write: Console.write), machine)
  }
}

extension TimeMachine where State == TodoState, Action == TodoAction {
  /// Makes a machine around the reducer of a store, which changes its state in place and returns
  /// whether it handled the action.
  ///
  /// The store's queue and the terminal never run at the same time: the terminal waits until the queue
  /// is idle.
  fileprivate static func around(_ store: TodoStore) -> TimeMachine {
    var machine: TimeMachine?
    store.wrapReducer { reduce in
      var isHandled = false
      let made = TimeMachine { action, state in
        var state = state ?? TodoState()
        isHandled = reduce(action, &state)
        return state
      }
      machine = made
      return { action, state in
        state = made.reducer(action, state)
        return isHandled
      }
    }
    guard let machine else { preconditionFailure() }
    return machine
  }
}
