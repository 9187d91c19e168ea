package import ExampleFront
import Foundation
package import HomeListExample
import Rewind
import RewindReplay
package import RewindStore

/// The whole program, from its arguments to its exit status.
@MainActor
public enum HomeListProgram {
  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() async {
    homeList.answerReplayRequest(screen: { Screen($0).drawn })
    let program = ExampleProgram(
      "home-list",
      "A list that is loaded page by page, and the settings of how it looks.",
      lines: ["arrive", "more", "arrive", #"ChangeSetSwitch {"titleTheme":true}"#],
      flags: [
        "--persist FILE": "keep list and settings in FILE between starts",
        "--log": "write each action to standard error",
        "--svg": "draw screens for rewind as pictures",
      ]
    )
    let service = OfflineHomeService()
    let recording = program.record(homeList)
    let machine = TimeMachine(homeList)
    let log = program.options["--log"].map { _ -> Middleware<AppState> in
      logger(write: Console.warn)
    }
    let app = HomeListApp(
      service: service,
      reducer: program.printing(machine.reducer),
      middleware: [machine.middleware, log, recording.middleware].compactMap { $0 },
      persistence: program.options["--persist"].map(persistence)
    )
    machine.attach(to: app.store, recording: recording)
    await program.play(front(of: app, service), machine)
  }

  private static func persistence(path: String) -> StoreEnhancer<AppState> {
    persisting(in: FileStorage(path: path)) { error in
      Console.stop("The list cannot be kept in \"\(path)\": \(error.localizedDescription)")
    }
  }

  /// Opens the home page of an app, which requests the list, and makes the app's front.
  package nonisolated static func front(
    of app: HomeListApp,
    _ service: OfflineHomeService
  ) -> Front<AppState, any Action> {
    app.load()
    return Front(
      homeList,
      words: [
        ("load", "ask for the list, with nothing to show until it comes", { app.load() }),
        ("refresh", "ask for the list, and show the old one until it comes", { app.refresh() }),
        ("more", "ask for the entries after the last one", { app.loadMore() }),
        ("arrive", "let the answer that was asked for arrive", { service.arrive() }),
        ("fail", "let the request fail instead", { service.fail() }),
      ],
      pages: [("settings", "show the settings", { Screen(settings: app.store.getState()).lines })],
      screen: { Screen(app.store.getState()).lines },
      dispatch: { app.store.dispatch($0) }
    )
  }
}
