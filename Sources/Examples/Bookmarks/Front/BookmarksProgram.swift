import BookmarksExample
import ExampleFront
import Foundation
import Rewind
import RewindReplay

/// The options of the command line.
private struct Options {
  var record: String?
  var printStates: String?

  static let guide = Guide<Options>(
    program: "bookmarks",
    abstract: "A list of bookmarks that is loaded by its own reducer.",
    example: "printf 'refresh\\narrive\\n' | bookmarks",
    prompt: Prompt(Command.forms),
    flags: [.record { $1.record = $0 }, .printStates { $1.printStates = $0 }]
  )
}

/// The whole program, from its arguments to its exit status.
@MainActor
public enum BookmarksProgram {
  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() async -> Never {
    bookmarks.answerReplayRequest()
    await run(Options.guide.commandLineOptions(Options()))
    exit(0)
  }

  private static func run(_ options: Options) async {
    let input = LineInput()
    let service = OfflineBookmarkService()
    let app = BookmarksApp(service: service)
    let machine = TimeMachine.around(app.store)
    if let path = options.printStates { print(app.store, to: StatePrinter(path: path)) }
    let recorder = options.record.map { Recorder(app: "bookmarks", file: $0) }
    let recording = recorder.map { record(app.store, with: $0) }
    machine.attach(
      show: { state in MainActor.assumeIsolated { app.store.state = state } },
      dispatch: { app.store.dispatch($0) },
      recording: recording
    )
    let terminal = BookmarksTerminal(
      app: app,
      service: service,
      machine: machine,
      echoes: !input.isTerminal,
      onNote: { recorder?.note($0) },
      write: Console.write
    )
    terminal.begin()
    await play(terminal, input)
    recorder?.close()
  }

  private static func play(_ terminal: BookmarksTerminal, _ input: LineInput) async {
    while true {
      switch input.next(isWaiting: terminal.isWaiting) {
      case .line(let line): guard await terminal.run(line) else { return }
      case .silence: await terminal.carryOut(.arrive)
      case .errand: break
      case .end: return
      }
    }
  }

  /// Wraps the reducer, which detects a directly set state at the next action.
  private static func record(
    _ store: BookmarkStore,
    with recorder: Recorder
  ) -> Recording<BookmarkState> {
    let recording = bookmarks.record(by: recorder)
    recorder.stopIfFailed()
    store.reducer = { [reducer = store.reducer] action, state in
      recording.record(action, from: state) { reducer(action, state) }
    }
    return recording
  }

  /// Prints the first state and the results of the reducer, but no directly set states.
  private static func print(_ store: BookmarkStore, to printer: StatePrinter<BookmarkState>) {
    printer.print(store.state)
    store.reducer = { [reducer = store.reducer] action, state in
      let newState = reducer(action, state)
      printer.print(newState)
      return newState
    }
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
