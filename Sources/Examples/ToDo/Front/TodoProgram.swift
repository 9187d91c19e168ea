package import ExampleFront
import Rewind
import RewindReplay
package import ToDoExample

/// The whole program, from its arguments to its exit status.
@MainActor
public enum TodoProgram {
  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() async {
    toDo.answerReplayRequest(screen: { .lines(Screen($0).lines) })
    let program = ExampleProgram(
      "to-do",
      "A to-do list that keeps a copy of itself for every change.",
      lines: [
        "load", #"TodoAction {"type":"add","params":{"title":"Feed the cat"}}"#,
        #"TodoAction {"type":"change","params":{"index":1,"status":"done"}}"#,
        #"TodoAction {"type":"delete","params":{"index":0}}"#, "snapshots",
      ]
    )
    let store = TodoStore.shared
    let recording = program.record(toDo)
    // The store's queue and the front never run at the same time: the front waits until the queue is idle.
    let machine = TimeMachine(toDo)
    let reducer = program.printing(machine.reducer)
    store.wrapReducer { _ in
      { action, state in
        recording.record(action, on: &state) { $0 = reducer(action, $0) }
        return true
      }
    }
    machine.attach(
      show: { store.show($0) },
      dispatch: { store.dispatch($0) },
      recording: recording
    )
    await program.play(front(of: store), machine)
  }

  /// Makes the front of a store.
  package nonisolated static func front(of store: TodoStore) -> Front<TodoState, TodoAction> {
    let initialTitles = ["Buy milk", "Water the plants", "Call home"]
    func dispatch(_ action: TodoAction) {
      store.dispatch(action)
      store.waitUntilIdle()
    }
    return Front(
      toDo,
      words: [
        ("load", "load the initial list", { dispatch(.load(titles: initialTitles)) })
      ],
      pages: [
        ("snapshots", "show every copy of the list", { Screen(snapshots: store.state).lines })
      ],
      screen: { Screen(store.state).lines },
      dispatch: dispatch
    )
  }
}
