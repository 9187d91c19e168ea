import ExampleFront
import Foundation
import HomeListExample
import Rewind
import RewindReplay
import RewindStore

/// The whole program, from its arguments to its exit status.
public struct HomeListProgram {
  private let options: Options
  private let recorder: Recorder?

  private init(options: Options) {
    self.options = options
    recorder = options.record.map { Recorder(app: "home-list", file: $0) }
  }

  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() -> Never {
    homeList.answerReplayRequest()
    HomeListProgram(options: Options.guide.commandLineOptions(Options())).run()
    exit(0)
  }

  private func run() {
    let input = LineInput()
    let service = OfflineHomeService()
    let recording = recorder.map { homeList.record(by: $0) }
    recorder?.stopIfFailed()
    let machine = TimeMachine(homeList)
    let app = HomeListApp(
      service: service,
      reducer: options.printStates.map { StatePrinter(path: $0).printing(machine.reducer) }
        ?? machine.reducer,
      middleware: [machine.middleware] + makeMiddleware(recording),
      persistence: options.persist.map(persistence)
    )
    machine.attach(to: app.store, recording: recording)
    let front = Front(
      HomeListTerminal(app: app, service: service, write: Console.write),
      machine: machine,
      echoes: !input.isTerminal,
      onNote: { recorder?.note($0) },
      write: Console.write
    )
    front.play(input)
    recorder?.close()
  }

  private func makeMiddleware(_ recording: Recording<AppState>?) -> [Middleware<AppState>] {
    (options.log ? [logger(write: Console.warn)] : [])
      + (recording.map { [$0.middleware] } ?? [])
  }

  private func persistence(path: String) -> StoreEnhancer<AppState> {
    persisting(in: FileStorage(path: path)) { error in
      Console.stop("The list cannot be kept in \"\(path)\": \(error.localizedDescription)")
    }
  }
}
