import BookmarksExample
import ExampleFront
import RewindReplay

/// The whole program, from its arguments to its exit status.
@MainActor
public enum BookmarksProgram {
  private static let guide = Guide(
    BookmarksTerminal.self,
    program: "bookmarks",
    abstract: "A list of bookmarks that is loaded by its own reducer.",
    example: "printf 'refresh\\narrive\\n' | bookmarks",
    flags: [.record, .printStates]
  )

  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() async -> Never {
    bookmarks.answerReplayRequest()
    let program = ExampleProgram.started(guide)
    let service = OfflineBookmarkService()
    let app = BookmarksApp(service: service)
    let store = app.store
    let machine = TimeMachine.around(store)
    // Neither the printer nor the recorder sees a directly set state; the recorder detects it at the next
    // action.
    if let printer: StatePrinter<BookmarkState> = program.printer() {
      printer.print(store.state)
      store.reducer = { [reducer = store.reducer] action, state in
        let newState = reducer(action, state)
        printer.print(newState)
        return newState
      }
    }
    let recording = program.record(bookmarks)
    if let recording {
      store.reducer = { [reducer = store.reducer] action, state in
        recording.record(action, from: state) { reducer(action, state) }
      }
    }
    machine.attach(
      show: { state in MainActor.assumeIsolated { store.state = state } },
      dispatch: { store.dispatch($0) },
      recording: recording
    )
    let terminal = BookmarksTerminal(app: app, service: service, write: Console.write)
    let front = program.front(terminal, machine)
    front.begin()
    while front.answer(program.input.next(isWaiting: terminal.isWaiting)) == .next {
      await terminal.settle()
    }
    program.end()
  }
}

extension TimeMachine where State == BookmarkState, Action == BookmarkAction {
  /// Makes a machine around the reducer of a store, which runs on the main thread.
  @MainActor
  fileprivate static func around(_ store: BookmarkStore) -> TimeMachine {
    let reduce = store.reducer
    let machine = TimeMachine { action, state in
      MainActor.assumeIsolated { reduce(action, state ?? BookmarkState()) }
    }
    store.reducer = { action, state in machine.reducer(action, state) }
    return machine
  }
}
