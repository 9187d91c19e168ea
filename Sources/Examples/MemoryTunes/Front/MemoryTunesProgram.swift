import ExampleFront
import Foundation
public import MemoryTunesExample
import Rewind
import RewindLive
import RewindReplay
public import RewindStore

/// The whole program, from its arguments to its exit status.
///
/// A program with other rules is as short as `memory-tunes` itself:
///
/// ```swift
/// import MemoryTunes
/// import MemoryTunesFront
///
/// MemoryTunesProgram.main { action, state in … appReducer(action: action, state: state) … }
/// ```
public struct MemoryTunesProgram {
  private let options: Options
  private let reducer: Reducer<AppState>
  private let recorder: Recorder?

  private init(options: Options, reducer: @escaping Reducer<AppState>) {
    self.options = options
    self.reducer = reducer
    recorder = options.record.map { Recorder(app: "memory-tunes", file: $0) }
  }

  /// Plays with the given rules until the input ends or the player quits, or replays sessions for the
  /// `rewind` tool if that has started the program.
  public static func main(reducer: @escaping Reducer<AppState> = appReducer) -> Never {
    ReplayableStore(reducer: reducer, actions: memoryTunesActions).answerReplayRequest()
    let options = Options.guide.commandLineOptions(Options())
    MemoryTunesProgram(options: options, reducer: reducer).run()
    exit(0)
  }

  private func run() {
    PlayerPreferences.$current.withValue(makePreferences()) {
      let errands = Errands()
      let input = LineInput(errands: errands)
      let catalogue = OfflineCatalogue()
      let recording = recorder.map { memoryTunes.record(by: $0) }
      recorder?.stopIfFailed()
      let machine = TimeMachine(reducer)
      let game = Game(
        catalogue: catalogue,
        reducer: options.printStates.map { StatePrinter(path: $0).printing(machine.reducer) }
          ?? machine.reducer,
        middleware: [machine.middleware] + makeMiddleware(recording)
      )
      machine.attach(to: game.store, recording: recording)
      machine.listen(to: .environment, actions: memoryTunesActions, on: errands.perform)
      let front = Front(
        GameTerminal(game: game, catalogue: catalogue, write: Console.write),
        machine: machine,
        echoes: !input.isTerminal,
        onNote: { recorder?.note($0) },
        write: Console.write
      )
      front.play(input)
      recorder?.close()
    }
  }

  private func makePreferences() -> any Preferences {
    guard let path = options.preferences else { return InMemoryPreferences() }
    return FilePreferences(path: path) { error in
      Console.stop(
        "The category cannot be remembered in \"\(path)\": \(error.localizedDescription)"
      )
    }
  }

  private func makeMiddleware(_ recording: Recording<AppState>?) -> [Middleware<AppState>] {
    (options.log ? [loggingMiddleware(write: Console.warn)] : [])
      + (recording.map { [$0.middleware] } ?? [])
  }
}
