import ExampleFront
import Foundation
import HomeList
import Rewind
import RewindStore

/// The whole program, from its arguments to its exit status.
public struct HomeListProgram {
  private let options: Options
  private let recorder: Recorder?

  private init(options: Options) {
    self.options = options
    recorder = options.record.map { Recorder(app: "home-list", file: $0) }
  }

  /// Runs until the input ends or the person quits; answers the `rewind` tool instead if that has
  /// started the program.
  public static func main() -> Never {
    ReplayHost(.homeList()).runIfRequested()
    HomeListProgram(options: Options.guide.commandLineOptions(Options())).run()
    exit(0)
  }

  private func run() {
    let input = LineInput()
    let service = OfflineHomeService()
    let app = HomeListApp(
      service: service,
      reducer: options.printStates.map { StatePrinter(path: $0).printing(appReducer) }
        ?? appReducer,
      middleware: makeMiddleware(),
      persistence: options.persist.map(persistence)
    )
    let front = Front(
      HomeListTerminal(app: app, service: service, write: Console.write),
      echoes: !input.isTerminal,
      onNote: { recorder?.note($0) },
      write: Console.write
    )
    front.play(input)
    recorder?.close()
  }

  private func makeMiddleware() -> [Middleware<AppState>] {
    var middleware: [Middleware<AppState>] = []
    if options.log { middleware.append(logger(write: Console.remark)) }
    if let recorder {
      let recording = recorder.attach(AppState.self, as: .store)
      recorder.stopIfFailed()
      middleware.append(recording.middleware)
    }
    return middleware
  }

  private func persistence(path: String) -> StoreEnhancer<AppState> {
    persisting(in: FileStorage(path: path)) { error in
      Console.stop("The list cannot be kept in \"\(path)\": \(error.localizedDescription)")
    }
  }
}
