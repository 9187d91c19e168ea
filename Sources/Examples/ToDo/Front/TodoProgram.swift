import ExampleFront
import Foundation
import Rewind
import RewindReplay
import ToDoExample

/// The whole program, from its arguments to its exit status.
public enum TodoProgram {
  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() -> Never {
    toDo.answerReplayRequest()
    run(Options.guide.commandLineOptions(Options()))
    exit(0)
  }

  private static func run(_ options: Options) {
    let input = LineInput()
    let store = TodoStore.shared
    let recorder = options.record.map { Recorder(app: "to-do", file: $0) }
    let machine = TimeMachine.around(store)
    if let path = options.printStates {
      let printer = StatePrinter<TodoState>(path: path)
      printer.print(store.state)
      store.wrapReducer(printer.printing)
    }
    let recording = recorder.map { toDo.record(by: $0) }
    recorder?.stopIfFailed()
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
    let front = Front(
      TodoTerminal(store: store, write: Console.write),
      machine: machine,
      echoes: !input.isTerminal,
      onNote: { recorder?.note($0) },
      write: Console.write
    )
    front.play(input)
    recorder?.close()
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
