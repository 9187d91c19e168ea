import ExampleFront
import Foundation
import HomeListExample
import Rewind
import RewindReplay
import RewindStore

/// The whole program, from its arguments to its exit status.
public enum HomeListProgram {
  private static let guide = Guide(
    HomeListTerminal.self,
    program: "home-list",
    abstract: "A list that is loaded page by page, and the settings of how it looks.",
    example: "printf 'arrive\\nmore\\narrive\\n' | home-list",
    flags: [
      .record, .printStates,
      .file("--persist", help: "keep list and settings in FILE between starts"), .log,
    ]
  )

  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() -> Never {
    homeList.answerReplayRequest()
    let program = ExampleProgram.started(guide)
    let service = OfflineHomeService()
    let recording = program.record(homeList)
    let machine = TimeMachine(homeList)
    let log = program.options["--log"].map { _ -> Middleware<AppState> in
      logger(write: Console.warn)
    }
    let app = HomeListApp(
      service: service,
      reducer: program.printer()?.printing(machine.reducer) ?? machine.reducer,
      middleware: [machine.middleware, log, recording?.middleware].compactMap { $0 },
      persistence: program.options["--persist"].map(persistence)
    )
    machine.attach(to: app.store, recording: recording)
    program.play(HomeListTerminal(app: app, service: service, write: Console.write), machine)
  }

  private static func persistence(path: String) -> StoreEnhancer<AppState> {
    persisting(in: FileStorage(path: path)) { error in
      Console.stop("The list cannot be kept in \"\(path)\": \(error.localizedDescription)")
    }
  }
}
