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
public enum MemoryTunesProgram {
  private static let guide = Guide(
    GameTerminal.self,
    program: "memory-tunes",
    abstract: "A card game: find the pairs of pictures.",
    example: "printf 'play\\narrive\\nsolve\\n' | memory-tunes",
    flags: [
      .record, .printStates,
      .file("--preferences", help: "keep the chosen category in FILE between starts"), .log,
    ]
  )

  /// Plays with the given rules until the input ends or the player quits, or replays sessions for the
  /// `rewind` tool if that has started the program.
  public static func main(reducer: @escaping Reducer<AppState> = appReducer) -> Never {
    ReplayableStore(reducer: reducer, actions: memoryTunesActions).answerReplayRequest()
    let program = ExampleProgram.started(guide)
    let preferences = program.options["--preferences"].map(preferences)
    PlayerPreferences.$current.withValue(preferences ?? InMemoryPreferences()) {
      play(program, reducer)
    }
    program.end()
  }

  private static func play(_ program: ExampleProgram, _ reducer: @escaping Reducer<AppState>) {
    let catalogue = OfflineCatalogue()
    let recording = program.record(memoryTunes)
    let machine = TimeMachine(reducer)
    let log = program.options["--log"].map { _ in loggingMiddleware(write: Console.warn) }
    let game = Game(
      catalogue: catalogue,
      reducer: program.printer()?.printing(machine.reducer) ?? machine.reducer,
      middleware: [machine.middleware, log, recording?.middleware].compactMap { $0 }
    )
    machine.attach(to: game.store, recording: recording)
    machine.listen(
      // An example may be driven in any build; an app of one's own leaves release builds alone.
      to: .environment(inReleaseBuilds: true),
      actions: memoryTunesActions,
      on: program.input.errands.perform
    )
    program.play(GameTerminal(game: game, catalogue: catalogue, write: Console.write), machine)
  }

  private static func preferences(path: String) -> any Preferences {
    FilePreferences(path: path) { error in
      Console.stop(
        "The category cannot be remembered in \"\(path)\": \(error.localizedDescription)"
      )
    }
  }
}
