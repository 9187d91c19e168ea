package import ExampleFront
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
/// await MemoryTunesProgram.main { action, state in … appReducer(action: action, state: state) … }
/// ```
@MainActor
public enum MemoryTunesProgram {
  /// Plays with the given rules until the input ends or the player quits, or replays sessions for the
  /// `rewind` tool if that has started the program.
  public static func main(reducer: @escaping Reducer<AppState> = appReducer) async {
    ReplayableStore(reducer: reducer, actions: memoryTunesActions)
      .answerReplayRequest(screen: { Screen($0).drawn(from: $0) })
    let program = ExampleProgram(
      "memory-tunes",
      "A card game: find the pairs of pictures.",
      lines: ["play", "arrive", #"FlipCardAction {"cardIndexToFlip":3}"#],
      flags: [
        "--log": "write each action to standard error",
        "--svg": "draw screens for rewind as pictures",
      ]
    )
    let catalogue = OfflineCatalogue()
    let recording = program.record(memoryTunes)
    let machine = TimeMachine(reducer)
    let log = program.options["--log"].map { _ in loggingMiddleware(write: Console.warn) }
    let game = Game(
      catalogue: catalogue,
      reducer: program.printing(machine.reducer),
      middleware: [machine.middleware, log, recording.middleware].compactMap { $0 }
    )
    machine.attach(to: game.store, recording: recording)
    // An example may be driven in any build; an app of one's own leaves release builds alone.
    machine.listen(to: .environment(inReleaseBuilds: true), actions: memoryTunesActions)
    await program.play(front(of: game, catalogue), machine)
  }

  /// Makes the front of a game in its initial state.
  package nonisolated static func front(
    of game: Game,
    _ catalogue: OfflineCatalogue
  ) -> Front<AppState, any Action> {
    let front = Front(
      memoryTunes,
      words: [
        ("play", "go to the board and ask for the pictures of a new game", { game.play() }),
        ("arrive", "let the pictures that were asked for arrive", { catalogue.arrive() }),
        ("solve", "turn over pair after pair until the game is won", { game.solve() }),
      ],
      screen: { Screen(game.store.state).lines },
      dispatch: { game.store.dispatch($0) }
    )
    let view = WonGame { [unowned front] in $0.forEach(front.write) }
    game.store.subscribe(view)
    front.views = [view]
    return front
  }
}

/// Shows a won game, whose board is cleared at once.
private final class WonGame: StoreSubscriber {
  private let show: ([String]) -> Void

  init(show: @escaping ([String]) -> Void) {
    self.show = show
  }

  func newState(state: AppState) {
    guard state.gameState.gameFinished else { return }
    show(Screen(state).lines + ["All pairs found. The next game begins."])
  }
}
